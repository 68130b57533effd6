"""Generates sdk/ginrummy/v1 from the .proto files, or with --check says whether it is what they generate.

Needs an environment of its own, because the generator is older than the runtimes that its code serves:

    python -m venv .generator && .generator/bin/pip install -r proto/generator.txt
    .generator/bin/python proto/generate.py [--check]

Exit 0 done or equal, 1 different, 2 another generator than the pinned one.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import metadata
from pathlib import Path

PROTO = Path(__file__).resolve().parent
TARGET = PROTO.parent / "sdk" / "ginrummy" / "v1"
PINNED = (PROTO / "generator.txt").read_text(encoding="utf-8").split("grpcio-tools==")[1].split()[0]


def generate(out: Path) -> None:
    """Write the modules of the package ginrummy.v1 under `out`."""
    from grpc_tools import protoc  # noqa: PLC0415  only the generator's environment has it

    include = Path(protoc.__file__).parent / "_proto"
    sources = sorted(str(path.relative_to(PROTO)) for path in PROTO.glob("ginrummy/v1/*.proto"))
    outputs = [f"--{kind}_out={out}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", f"-I{PROTO}", f"-I{include}", *outputs, *sources]) != 0:
        raise SystemExit(1)
    for path in out.glob("ginrummy/v1/*_pb2_grpc.py"):
        if "class " not in path.read_text(encoding="utf-8"):  # a file without a service has no need of grpc
            path.unlink()


def main(arguments: list[str]) -> int:
    """Generate, or compare."""
    try:
        found = metadata.version("grpcio-tools")
    except metadata.PackageNotFoundError:
        found = "missing"
    if found != PINNED:
        print(
            f"grpcio-tools {PINNED} is needed, not {found}: see the first lines of {Path(__file__).name}",
            file=sys.stderr,
        )
        return 2
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        made = {path.name: path.read_bytes() for path in Path(folder).glob("ginrummy/v1/*")}
    there = {path.name: path.read_bytes() for path in TARGET.glob("*_pb2*.py*")}
    if "--check" in arguments:
        different = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
        for name in different:
            print(f"{name} is not what the .proto files generate: run proto/generate.py", file=sys.stderr)
        return int(bool(different))
    TARGET.mkdir(exist_ok=True)
    for name in there.keys() - made.keys():
        (TARGET / name).unlink()
    for name, content in made.items():
        (TARGET / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
