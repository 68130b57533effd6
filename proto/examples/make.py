"""Writes match.frames and match.json beside this file: one match as seat 0's stream carries it, both directions.

    python proto/examples/make.py           writes both
    python proto/examples/make.py --check   exit 1 where they are not what it would write

Everything follows from the seed below. The two players are too simple to copy, the times are what a clock could have
said, and the chain heads are stand-ins, since no journal is written.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict

from ginrummy import PRESETS, deck, wire
from ginrummy import match as matches
from ginrummy import messages as m
from ginrummy.actions import Action, Discard, DrawStock
from ginrummy.hand import legal_actions
from ginrummy.match import MatchState
from ginrummy.view import PlayerView, event_for, view_for

FOLDER = Path(__file__).resolve().parent
MASTER = hashlib.sha256(b"gin-referee/example").digest()
RULESET = replace(PRESETS["standard"], name="example", target_score=60)
CLOCK = m.Clock(250, 30_000, 3_000, 60_000, 60_000, 600_000)
MATCH_ID = "alice-bob-1"
DEAL_KEY = "alice-bob"
SEAT = 0
NONCES = {"alice": b"\x01\x02\x03", "bob": b""}

Said = tuple[str, Any]
"""Who speaks, `bot` or `referee`, and the frame."""


def choose(view: PlayerView) -> Action:
    """Draw from the stock, lay off or knock when it can, else shed the card that leaves least."""
    first = view.legal_actions[0]
    if isinstance(first, DrawStock):
        return first
    out = [action for action in view.legal_actions if not isinstance(action, Discard)]
    if out:
        return out[0]
    return max(view.legal_actions, key=lambda action: _saved(view, action))


def _saved(view: PlayerView, action: Action) -> int:
    assert isinstance(action, Discard)
    kept = tuple(card for card in view.hand if card is not action.card)
    return -replace(view, hand=kept).deadwood


@dataclass
class Table:
    """The match, and what seat 0 has been told of it."""

    state: MatchState
    bot_seed: bytes
    sequence: int = 0
    asked: int = 0
    decisions: int = 0
    heads: int = 0
    pending: list[m.ServerMessage] = field(default_factory=list)

    def number(self, count: int = 1) -> int:
        self.sequence += count
        return self.sequence - count

    def head(self) -> bytes:
        self.heads += 1
        return hashlib.sha256(f"stand-in {self.heads}".encode()).digest()

    def tell(self, events: tuple[Any, ...]) -> None:
        heard = tuple(event_for(event, SEAT, RULESET) for event in events)
        self.pending.append(m.Events(MATCH_ID, self.number(len(heard)), heard))

    def flush(self) -> Said:
        frame = wire.response_frame(self.pending)
        self.pending.clear()
        return "referee", frame


def said(message: m.ClientMessage) -> Said:
    return "bot", wire.request_frame([message])


def conversation() -> Iterator[Said]:
    """Every frame of the stream, in order."""
    yield said(m.Hello("alice", 4, sdk_version="ginrummy 0.1.0", bot_version="1.0"))
    schedule = m.Schedule("round-robin", ("alice", "bob"), 1, mirrored=False, stock="shared")
    welcome = m.Welcome(1, "0.1.0", "Example", deck.commitment(MASTER), RULESET, CLOCK, 1, 3, schedule)
    yield "referee", wire.response_frame([welcome])
    yield said(m.Join(NONCES["alice"]))
    seed = deck.match_seed(MASTER, DEAL_KEY, NONCES)
    dealer = deck.first_dealer(seed)
    offer = m.MatchOffered(MATCH_ID, SEAT, "bob", RULESET, CLOCK, "shared", dealer)
    yield "referee", wire.response_frame([m.Joined(NONCES["alice"]), offer])
    yield said(m.Ready(MATCH_ID))
    table = Table(matches.start_match(RULESET, dealer), deck.bot_seed(seed, SEAT))
    while not table.state.over:
        yield from play_hand(table, seed)
    sheet = table.state.sheet
    table.pending.append(m.MatchEnded(MATCH_ID, m.Termination(m.TerminationKind.COMPLETED), sheet, table.head()))
    table.pending.append(m.DealsRevealed((MATCH_ID,), DEAL_KEY, seed))
    table.pending.append(m.TournamentEnded(MASTER))
    table.pending.append(m.Goodbye(m.GoodbyeReason.DONE))
    yield table.flush()


def play_hand(table: Table, seed: bytes) -> Iterator[Said]:
    """The frames of one hand; those of its end wait for the next."""
    index = len(table.state.results)
    table.state, events = matches.deal_hand(table.state, deck.shuffle_v1(seed, index))
    table.decisions = 0
    table.tell(events)
    table.pending.append(m.HandStarted(MATCH_ID, table.number(), view_for(table.state, SEAT)))
    while table.state.hand is not None and table.state.hand.to_act is not None:
        seat = table.state.hand.to_act
        legal = legal_actions(table.state.hand)
        action = legal[0] if len(legal) == 1 else choose(view_for(table.state, seat))
        if seat == SEAT and len(legal) > 1:
            yield from ask(table, action)
        table.state, events = matches.apply(table.state, action, seat)
        table.decisions += 1
        table.tell(events)
    view = view_for(table.state, SEAT)
    table.pending.append(m.HandEnded(MATCH_ID, table.number(), view, m.final_hands(view), table.head()))


def ask(table: Table, action: Action) -> Iterator[Said]:
    """A request and its answer; the first of all is answered badly once."""
    view = view_for(table.state, SEAT)
    decision_seed = deck.decision_seed(table.bot_seed, table.asked)
    request = m.RequestId(view.hand_index, table.decisions, 0)
    time = m.TimeLeft(CLOCK.decision_ms, CLOCK.bank_ms, CLOCK.reconnect_grace_ms)
    table.pending.append(m.DecisionRequest(MATCH_ID, request, view, time, decision_seed))
    yield table.flush()
    if table.asked == 0:
        card = view.hand[0]
        yield said(m.Decision(MATCH_ID, request, Discard(card)))
        reason = f"Discard is not possible in {view.phase.name}, where the choice is TakeDiscard or Pass"
        table.pending.append(m.Rejected(MATCH_ID, request, m.RejectionKind.ILLEGAL, reason, 1, 3))
        request = request._replace(attempt=1)
        time = replace(time, decision_ms=CLOCK.decision_ms - 4)
        table.pending.append(m.DecisionRequest(MATCH_ID, request, view, time, decision_seed))
        yield table.flush()
    table.asked += 1
    yield said(m.Decision(MATCH_ID, request, action))


def files() -> dict[str, bytes]:
    """The content of both files."""
    frames, lines = bytearray(), []
    for speaker, frame in conversation():
        data = frame.SerializeToString(deterministic=True)
        frames += (b"B" if speaker == "bot" else b"R") + len(data).to_bytes(4, "big") + data
        said_as_json = MessageToDict(frame, preserving_proto_field_name=True)
        lines.append(json.dumps({"from": speaker, "frame": said_as_json}))
    return {"match.frames": bytes(frames), "match.json": ("[\n" + ",\n".join(lines) + "\n]\n").encode()}


def main(arguments: list[str]) -> int:
    """Write, or compare."""
    made = files()
    if "--check" in arguments:
        stale = [name for name, content in made.items() if (FOLDER / name).read_bytes() != content]
        for name in stale:
            print(f"{name} is not what make.py writes", file=sys.stderr)
        return int(bool(stale))
    for name, content in made.items():
        (FOLDER / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
