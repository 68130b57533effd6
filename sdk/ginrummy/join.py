"""Join files: all that a bot needs to find its referee and be let in. `referee token` writes them.

    name = "alice"
    server = "cards.example:7700"
    token = "..."
    ca = '''
    -----BEGIN CERTIFICATE-----
    ...'''

The text is TOML; `ca`, the certificate of whoever signed the referee's, is there where the referee uses TLS with a CA
of its own. The token is a secret, and so is the file. Imports: errors.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from ginrummy.errors import InvalidInput, shown

NAME: Final = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}"
"""What a bot's name looks like."""
_VISIBLE: Final = r"[!-~]{1,256}"
_PORT: Final = r"[0-9]{1,5}"
_HOST: Final = r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.%A-Za-z0-9]+\]"
_SERVER: Final = rf"unix:[^\0\ud800-\udfff]+|(?:{_HOST}):(?:{_PORT})"
_PEM: Final = "-----BEGIN CERTIFICATE-----"
_MOST_BYTES: Final = 1_048_576


class JoinError(InvalidInput):
    """A join file, or a part of one, that leads nowhere; `.field` names the part, "" where it is the whole.

    What stands in a part's place, an argument or the environment, raises it too; only of a file it says that it is one.
    """

    def __init__(self, field: str, problem: str, *, of: str = "join file") -> None:
        super().__init__(": ".join(part for part in (of, field, problem) if part))
        self.field = field
        self.problem = problem


@dataclass(frozen=True, slots=True)
class JoinFile:
    """Who a bot is and where it plays. `server` is "host:port" or "unix:/path"; `ca` is PEM text, or None.

    Raises JoinError for a field that means nothing. The token stays out of `repr()` and of every error text.

    >>> JoinFile("alice", "localhost:7700", "secret")
    JoinFile(name='alice', server='localhost:7700', ca=None)
    """

    name: str
    server: str
    token: str = field(repr=False)
    ca: str | None = None

    def __post_init__(self) -> None:
        try:
            check_name(self.name)
            check_server(self.server)
            check_token(self.token)
            if self.ca is not None:
                check_ca(self.ca)
        except JoinError as error:
            raise JoinError(error.field, error.problem) from None


def check_name(name: str) -> str:
    """The name; JoinError unless a bot may have it."""
    return _checked("name", name, NAME, "1 to 32 letters, digits and _ . -, the first a letter or digit,")


def check_token(token: str) -> str:
    """The token; JoinError, which does not tell it, for a text that can be none."""
    if not isinstance(token, str) or not re.fullmatch(_VISIBLE, token):
        raise JoinError("token", "1 to 256 visible ASCII characters without a space are needed", of="")
    return token


def check_ca(ca: str) -> str:
    """The certificate; JoinError for a text that holds none."""
    if not isinstance(ca, str) or not ca.isascii() or _PEM not in ca:
        raise JoinError("ca", f"a certificate in PEM ({_PEM} ...) is needed", of="")
    return ca


def check_server(server: str) -> str:
    """The address; JoinError unless it is "host:port" (an IPv6 host in brackets) or "unix:/path"."""
    _checked("server", server, _SERVER, "host:port or unix:/path")
    port = "1" if server.startswith("unix:") else server.rpartition(":")[2]
    if not 1 <= int(port) <= 65_535:
        raise JoinError("server", f"a port is 1 to 65535, not {port}", of="")
    return server


def is_local(server: str) -> bool:
    """Whether an address is a unix socket or on loopback, so that what is sent there leaves no machine.

    >>> is_local("unix:/run/referee"), is_local("[::1]:7700"), is_local("10.0.0.7:7700")
    (True, True, False)
    """
    if server.startswith("unix:"):
        return True
    host = server.rpartition(":")[0].strip("[]")
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def parse_join(text: str) -> JoinFile:
    r"""What the text of a join file says.

    >>> parse_join('name = "alice"\nserver = "localhost:7700"\ntoken = "secret"').server
    'localhost:7700'

    Raises JoinError for text that is no TOML, a field that is missing or means nothing, and a field that is unknown.
    """
    if not isinstance(text, str):
        raise JoinError("", f"a text is needed, not {type(text).__name__}")
    try:
        read: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise JoinError("", f"no TOML ({_place(error)})") from None  # the text itself, a secret, is not quoted
    known = [known.name for known in fields(JoinFile)]
    for name in read:
        if name not in known:
            raise JoinError(name[:40], f"no such field; there are {', '.join(known)}")
    for name in known[:3]:
        if name not in read:
            raise JoinError(name, "is missing")
    return JoinFile(**read)


def format_join(join: JoinFile) -> str:
    """The text that `parse_join` reads back; it holds the token."""
    if not isinstance(join, JoinFile):
        raise JoinError("", f"a JoinFile is needed, not {type(join).__name__}")
    lines = [f"{name} = {_quoted(getattr(join, name))}" for name in ("name", "server", "token")]
    if join.ca is not None:
        lines.append(f"ca = {_quoted_lines(join.ca)}")
    return "\n".join(lines) + "\n"


def read_join(path: str | Path) -> JoinFile:
    """What a join file says; JoinError, too, for a file that cannot be read."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        text = data.decode()
    except (OSError, ValueError, TypeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text in UTF-8"
        raise JoinError("", f"{shown(str(path), 200)} cannot be read: {why}") from None
    if len(data) > _MOST_BYTES:
        raise JoinError("", f"{shown(str(path), 200)} is larger than {_MOST_BYTES} bytes")
    return parse_join(text.replace("\r\n", "\n"))


def _checked(name: str, value: str, pattern: str, needed: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise JoinError(name, f"{needed} is needed, not {shown(value)}", of="")
    return value


def _place(error: tomllib.TOMLDecodeError) -> str:
    found = re.search(r"\(at [^()]*\)$", str(error))
    return found[0][1:-1] if found else "somewhere"


def _quoted(text: str) -> str:
    """A TOML basic string."""
    special = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(special.get(c, c if c.isprintable() else _escaped(c)) for c in text) + '"'


def _quoted_lines(text: str) -> str:
    """A TOML string over several lines where that keeps the text as it is, as with every certificate."""
    plain = "'''" not in text and all(c == "\n" or c.isprintable() for c in text) and not text.endswith("'")
    return f"'''\n{text}'''" if plain else _quoted(text)


def _escaped(character: str) -> str:
    return f"\\U{ord(character):08x}"
