#!/bin/sh
# Make what compose.yaml mounts: a CA and the referee's certificate, a token for each bot of tournament.toml, the config.
#
#   sh docker/prepare.sh [HOST...]
#
# HOST are further names or addresses of the referee, for bots from elsewhere; IPv6 in brackets. All goes to
# $GIN_DEPLOY (a path from this script's folder; "deploy" by default). What is there stays, but for a certificate that
# soon ends or lacks a HOST, so that it can be run again at any time. Uses `referee` if it is installed, else the image
# $GIN_IMAGE, by default the one that `docker compose build` makes.
set -eu
umask 077

here=$(cd "$(dirname "$0")" && pwd)
template=$here/tournament.toml
image=${GIN_IMAGE:-gin-referee-referee}
cd "$here"
mkdir -p "${GIN_DEPLOY:-deploy}"
cd "${GIN_DEPLOY:-deploy}"
chmod 700 .

# Both ways work in the current folder, so that the arguments are the same.
run() {
  if command -v referee > /dev/null; then
    referee "$@"
  else
    docker run --rm --network none --user "$(id -u):$(id -g)" --volume "$PWD:/deploy" --workdir /deploy "$image" "$@"
  fi
}

# The names of the [[bot]] tables, a line each.
bots() {
  sed -n '/^\[\[bot\]\]/,/^name/s/^name *= *"\([^"]*\)".*/\1/p' "$template"
}

# A certificate for all of them, made or renewed.
for host in referee "$@"; do
  run token --server "$host:7700" --tls-dir tls
done

if [ -e tournament.toml ]; then
  echo "$PWD: its config and tokens stay as they are"
else
  # Whole or not at all: the config comes last. Join files without one are of a run that was cut short.
  names=$(bots)
  for name in $names; do
    rm -f "$name.join"
  done
  # shellcheck disable=SC2086  # names have no spaces
  run token $names --server referee:7700 --tls-dir tls > tokens.new
  awk '
    /^\[\[bot\]\]/ { bot = 1 }
    { print }
    bot && /^name *=/ { getline line < "tokens.new"; print line; bot = 0 }
  ' "$template" > config.new
  rm tokens.new
  mv config.new tournament.toml
  echo "$PWD: made a config, and join files for:"
  echo "$names"
fi

# The containers' users are other ones than ours. Only these files are mounted, each by itself; everybody else on this
# machine is kept out by the folder. The CA's own key stays as it is: no container needs it.
chmod 644 tournament.toml ./*.join tls/ca.pem tls/server.pem tls/server-key.pem
