"""The protocol files: what PlayService can reach, the names of enums, examples and stubs that are up to date."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.json_format import ParseDict

from ginrummy import messages as m
from ginrummy import wire
from ginrummy.v1 import events_pb2, play_pb2, record_pb2, rules_pb2, table_pb2, watch_pb2

ROOT = Path(__file__).parent.parent
PROTO = ROOT / "proto"
FILES = (rules_pb2, table_pb2, events_pb2, play_pb2, record_pb2, watch_pb2)


def reached(service):
    """Every message that a service can carry, at any depth."""
    waiting = [kind for method in service.methods for kind in (method.input_type, method.output_type)]
    found = {}
    while waiting:
        kind = waiting.pop()
        if kind.full_name not in found:
            found[kind.full_name] = kind
            waiting += [field.message_type for field in kind.fields if field.message_type]
    return found


def files_of(file):
    yield file
    for dependency in file.dependencies:
        yield from files_of(dependency)


def test_play_cannot_reach_the_full_record():
    """No message of record.proto, nor its file, is within PlayService's reach; WatchService reaches it."""
    play = reached(play_pb2.DESCRIPTOR.services_by_name["PlayService"])
    assert not [name for name, kind in play.items() if kind.file.name.endswith("/record.proto")]
    assert "ginrummy/v1/record.proto" not in {file.name for file in files_of(play_pb2.DESCRIPTOR)}
    watch = reached(watch_pb2.DESCRIPTOR.services_by_name["WatchService"])
    assert "ginrummy.v1.JournalLine" in watch
    assert "ginrummy.v1.PlayerView" not in watch
    assert "ginrummy.v1.SeatEvent" not in watch


def test_play_knows_no_field_for_a_deck():
    """By name too: nothing that it carries is called deck or stock cards."""
    play = reached(play_pb2.DESCRIPTOR.services_by_name["PlayService"])
    names = {field.name for kind in play.values() for field in kind.fields}
    assert not [name for name in names if "deck" in name]


def test_public_events_are_the_common_part_of_seat_events():
    """Same names, numbers and messages; the seat's own two come on top."""
    public = {f.name: (f.number, f.message_type) for f in events_pb2.PublicEvent.DESCRIPTOR.fields}
    seat = {f.name: (f.number, f.message_type) for f in events_pb2.SeatEvent.DESCRIPTOR.fields}
    assert public.items() <= seat.items()
    assert seat.keys() - public.keys() == {"stock_drawn", "knocked_face_down"}


def test_zero_of_every_enum_is_unspecified():
    """And is called so, with the enum's own prefix."""
    enums = [kind for file in FILES for kind in file.DESCRIPTOR.enum_types_by_name.values()]
    assert len(enums) > 20
    for kind in enums:
        prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.name).upper()
        assert kind.values_by_number[0].name == f"{prefix}_UNSPECIFIED"
        assert all(value.name.startswith(f"{prefix}_") for value in kind.values)


def test_names_and_numbers_are_one():
    """The generated files make one consistent pool under package ginrummy.v1."""
    for file in FILES:
        assert descriptor_pool.Default().FindFileByName(file.DESCRIPTOR.name).package == "ginrummy.v1"


def test_every_field_says_when_it_holds():
    """Each message, field and enum value has a comment above it."""
    for path in sorted(PROTO.glob("ginrummy/v1/*.proto")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for above, line in pairwise(lines):
            if re.match(
                r"\s*(message|enum|service|rpc|oneof|(optional |repeated )?[\w.]+ \w+ = \d+;|[A-Z_0-9]+ = \d+;)", line
            ):
                assert above.strip().startswith("//"), f"{path.name}: {line.strip()}"


def frames():
    data = (PROTO / "examples" / "match.frames").read_bytes()
    while data:
        length = int.from_bytes(data[1:5], "big")
        yield chr(data[0]), data[5 : 5 + length]
        data = data[5 + length :]


def test_the_example_is_what_its_script_writes():
    """Both files, byte for byte."""
    script = PROTO / "examples" / "make.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False, env=env())
    assert (done.returncode, done.stderr) == (0, "")


def env():
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "sdk"), str(ROOT)))}


def test_the_example_is_a_whole_match_twice():
    """Its frames read, its JSON says the same, and it goes from Hello to Goodbye."""
    told = json.loads((PROTO / "examples" / "match.json").read_text(encoding="utf-8"))
    kinds, said = set(), []
    for (speaker, data), line in zip(frames(), told, strict=True):
        if speaker == "B":
            frame = wire.request_from_bytes(data)
            said += wire.read_request(frame)
        else:
            frame = wire.response_from_bytes(data)
            said += wire.read_response(frame)
        assert line["from"] == {"B": "bot", "R": "referee"}[speaker]
        assert ParseDict(line["frame"], type(frame)()) == frame
    kinds = {type(message) for message in said}
    assert isinstance(said[0], m.Hello)
    assert isinstance(said[-1], m.Goodbye)
    away = {m.Refused, m.History, m.Resign, m.Replaced, m.Ping, m.Pong}
    assert kinds == (set(m.ClientMessage.__args__) | set(m.ServerMessage.__args__)) - away
    ended = next(message for message in said if isinstance(message, m.MatchEnded))
    assert ended.sheet.over


def test_sequence_numbers_of_the_example_count_everything_once():
    """HandStarted, HandEnded and each single event, from 0."""
    expected = 0
    for speaker, data in frames():
        if speaker == "R":
            for message in wire.read_response(wire.response_from_bytes(data)):
                if isinstance(message, m.Events | m.HandStarted | m.HandEnded):
                    assert message.sequence == expected
                    expected += len(message.events) if isinstance(message, m.Events) else 1


def test_the_rules_import_neither_grpc_nor_protobuf():
    """`import ginrummy`, a view and a match in process need neither."""
    code = (
        "import sys, ginrummy; from ginrummy import view, testing, Bot, messages;"
        "print([name for name in sys.modules if name == 'grpc' or name.startswith('google.protobuf')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env())
    assert done.stdout.strip() == "[]"


def test_the_wire_needs_no_grpc():
    """Translating is protobuf's affair alone."""
    code = "import sys, ginrummy.wire; print('grpc' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env())
    assert done.stdout.strip() == "False"


def test_the_readme_names_every_message_of_a_stream():
    """An author with only this folder finds each in the text."""
    text = (PROTO / "README.md").read_text(encoding="utf-8")
    for kind in (*m.ClientMessage.__args__, *m.ServerMessage.__args__):
        assert kind.__name__ in text, kind.__name__


def test_the_stubs_are_what_the_files_generate():
    """With the pinned generator, which CI installs beside the project."""
    python = os.environ.get("GINRUMMY_GENERATOR", sys.executable)
    pinned = re.search(r"grpcio-tools==(\S+)", (PROTO / "generator.txt").read_text(encoding="utf-8"))[1]
    if python == sys.executable:
        try:
            found = metadata.version("grpcio-tools")
        except metadata.PackageNotFoundError:
            found = "missing"
        if found != pinned:
            pytest.skip(f"grpcio-tools {pinned} is needed to generate (GINRUMMY_GENERATOR names a Python that has it)")
    done = subprocess.run([python, PROTO / "generate.py", "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
