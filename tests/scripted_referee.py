"""A referee that does what a test says, over a real socket: streams run a script, matches are dealt and judged by rule.

It keeps no clocks and no journals, and believes whoever speaks the protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Self

import grpc

from ginrummy import PRESETS, deck
from ginrummy import match as matches
from ginrummy import messages as m
from ginrummy.hand import legal_actions
from ginrummy.ruleset import Ruleset
from ginrummy.view import event_for, view_for
from ginrummy.wire import read_request, request_from_bytes, response_frame
from sample_bots.simple_bot import SimpleBot

MASTER = bytes(range(32))
CLOCK = m.Clock(10_000, 30_000, 3_000, 60_000, 60_000, 600_000)
HEAD = bytes(32)
DEADLINE_S = 20.0


class ScriptedMatch:
    """One match against the simple bot. `asked` counts requests, repeats too; `answers` holds what was accepted."""

    def __init__(self, match_id: str, seat: int = 0, ruleset: Ruleset = PRESETS["standard"], hands: int | None = None):
        self.match_id, self.seat, self.ruleset, self.hands = match_id, seat, ruleset, hands
        self.seed = deck.match_seed(MASTER, match_id, {})
        self.state = matches.start_match(ruleset, 0, hands=hands)
        self.told: list[m.HandStarted | m.Events | m.HandEnded] = []
        self.sequence = 0
        self.decisions = 0
        self.own_decisions = 0
        self.started = False
        self.ended: m.MatchEnded | None = None
        self.pending: m.DecisionRequest | None = None
        self.asked = 0
        self.answers: list[m.Decision] = []
        self._house = SimpleBot()

    def offer(self) -> m.MatchOffered:
        return m.MatchOffered(self.match_id, self.seat, "house", self.ruleset, CLOCK, "shared", 0, self.hands)

    def take(self, message: m.ClientMessage) -> list[m.ServerMessage]:
        match message:
            case m.Ready():
                if self.started:
                    return self._again()
                self.started = True
                return self._go_on()
            case m.Decision() if self.pending is not None and message.request == self.pending.request:
                self.pending = None
                self.answers.append(message)
                return [*self._played(message.action), *self._go_on()]
            case m.Resign() if self.ended is None:
                fault = m.Fault(self.seat, m.FaultKind.BOT_ERROR)
                self.state = matches.forfeit(self.state, self.seat)
                return [self._end(m.Termination(m.TerminationKind.FORFEIT, fault))]
        return []

    def _again(self) -> list[m.ServerMessage]:
        half = len(self.told) // 2
        told: list[m.ServerMessage] = [
            m.History(self.match_id, tuple(self.told[:half]), last=False),
            m.History(self.match_id, tuple(self.told[half:]), last=True),
        ]
        if self.pending is not None:
            self.asked += 1
            told.append(self.pending)
        return told

    def _go_on(self) -> list[m.ServerMessage]:
        said: list[m.ServerMessage] = []
        while not self.state.over:
            if self.state.between_hands:
                cards = deck.shuffle_v1(self.seed, len(self.state.results))
                self.state, events = matches.deal_hand(self.state, cards)
                self.decisions = 0
                said += self._tell_events(events)
                said.append(self._tell(m.HandStarted(self.match_id, self.sequence, view_for(self.state, self.seat))))
                continue
            legal = legal_actions(self.state.hand)
            actor = self.state.hand.to_act
            if len(legal) == 1:
                said += self._played(legal[0])
            elif actor != self.seat:
                said += self._played(self._house.choose(view_for(self.state, actor)))
            else:
                self.pending = m.DecisionRequest(
                    self.match_id,
                    m.RequestId(self.state.hand_index, self.decisions, 0),
                    view_for(self.state, self.seat),
                    m.TimeLeft(CLOCK.decision_ms, CLOCK.bank_ms, CLOCK.reconnect_grace_ms),
                    deck.decision_seed(deck.bot_seed(self.seed, self.seat), self.own_decisions),
                )
                self.own_decisions += 1
                self.asked += 1
                return [*said, self.pending]
        return [*said, self._end(m.Termination(m.TerminationKind.COMPLETED))]

    def _played(self, action) -> list[m.ServerMessage]:
        self.state, events = matches.apply(self.state, action)
        self.decisions += 1
        said = self._tell_events(events)
        if self.state.between_hands or self.state.over:
            view = view_for(self.state, self.seat)
            said.append(self._tell(m.HandEnded(self.match_id, self.sequence, view, m.final_hands(view), HEAD)))
        return said

    def _tell_events(self, events) -> list[m.ServerMessage]:
        seen = tuple(event_for(event, self.seat, self.ruleset) for event in events)
        return [self._tell(m.Events(self.match_id, self.sequence, seen), len(seen))]

    def _tell(self, message, count: int = 1):
        self.told.append(message)
        self.sequence += count
        return message

    def _end(self, termination: m.Termination) -> m.MatchEnded:
        self.ended = m.MatchEnded(self.match_id, termination, self.state.sheet, HEAD)
        self.pending = None
        return self.ended


class Stream:
    """One stream of a bot's: `frames` are the bytes of what it sent, `heard` what it said."""

    def __init__(self, requests: Iterator[bytes], metadata: Iterable[tuple[str, str]], number: int) -> None:
        self.number = number
        self.metadata = dict(metadata)
        self.frames: list[bytes] = []
        self.heard: list[m.ClientMessage] = []
        self.out: SimpleQueue[bytes | tuple[grpc.StatusCode, str] | None] = SimpleQueue()
        self._requests = requests

    def read(self) -> list[m.ClientMessage]:
        """The next frame; empty at the end of the stream."""
        try:
            data = next(self._requests)
        except (StopIteration, grpc.RpcError):
            return []
        self.frames.append(data)
        said = list(read_request(request_from_bytes(data)))
        self.heard += said
        return said

    def say(self, *said: m.ServerMessage) -> None:
        self.out.put(response_frame(said).SerializeToString())

    def abort(self, code: grpc.StatusCode, text: str) -> None:
        self.out.put((code, text))

    def let_in(self, tables: int = 1, secret: str = "", commitment: bytes | None = None) -> m.Hello:
        """Hello to Joined."""
        [hello] = self.read()
        self.say(welcome(tables, secret, commitment))
        [join] = self.read()
        self.say(m.Joined(join.nonce))
        return hello

    def referee(self, *played: ScriptedMatch, until: Callable[[], bool] | None = None) -> bool:
        """Offer these matches, but for those that are over, and play them; False if the stream ended or `until` held.

        What follows from one frame goes out in one frame.
        """
        by_id = {match.match_id: match for match in played}
        if offers := [match.offer() for match in played if match.ended is None]:
            self.say(*offers)
        while any(match.ended is None for match in played):
            if until is not None and until():
                return False
            if not (said := self.read()):
                return False
            answers = [
                a for message in said if hasattr(message, "match_id") for a in by_id[message.match_id].take(message)
            ]
            if answers:
                self.say(*answers)
        return True

    def dismiss(self, *played: ScriptedMatch, master: bytes = MASTER) -> None:
        """The end of a tournament: what was dealt is revealed."""
        revealed = [m.DealsRevealed((match.match_id,), match.match_id, match.seed) for match in played]
        self.say(*revealed, m.TournamentEnded(master), m.Goodbye(m.GoodbyeReason.DONE))


Script = Callable[[Stream], None]


class ScriptedReferee:
    """A server; the n-th stream runs the n-th script, later ones the last.

    It is one of threads, since a process bears only one event loop with grpc in it (grpc/grpc#25364).
    """

    def __init__(self, *scripts: Script) -> None:
        self.streams: list[Stream] = []
        self.address = ""
        self._scripts = scripts
        self._error: BaseException | None = None
        self._pool = ThreadPoolExecutor(32, "scripted referee")

    def __enter__(self) -> Self:
        self._server = grpc.server(self._pool, options=[("grpc.so_reuseport", 0)])
        method = grpc.stream_stream_rpc_method_handler(self._play)
        handler = grpc.method_handlers_generic_handler("ginrummy.v1.PlayService", {"Play": method})
        self._server.add_generic_rpc_handlers((handler,))
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        assert self._server.stop(0).wait(DEADLINE_S)
        self._pool.shutdown()
        if self._error is not None and kind is None:
            raise self._error

    def _play(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        stream = Stream(requests, context.invocation_metadata(), len(self.streams))
        self.streams.append(stream)
        script = self._pool.submit(self._run, stream)
        for said in iter(stream.out.get, None):
            if isinstance(said, tuple):
                context.abort(*said)
            yield said
        script.result()

    def _run(self, stream: Stream) -> None:
        try:
            self._scripts[min(stream.number, len(self._scripts) - 1)](stream)
        except BaseException as error:
            self._error = self._error or error
            raise
        finally:
            stream.out.put(None)


def welcome(tables: int = 1, secret: str = "", commitment: bytes | None = None) -> m.Welcome:
    schedule = m.Schedule("round-robin", ("alice", "house"), 0, mirrored=False, stock="shared")
    commitment = commitment or deck.commitment(MASTER)
    return m.Welcome(1, "1", "Test", commitment, PRESETS["standard"], CLOCK, tables, 3, schedule, secret)


def playing(*played: ScriptedMatch, tables: int = 1) -> Script:
    """The script of a whole tournament of these matches."""

    def script(stream: Stream) -> None:
        stream.let_in(tables)
        if stream.referee(*played):
            stream.dismiss(*played)

    return script


def cut_after(requests: int, *played: ScriptedMatch) -> Script:
    """A script that breaks off once so many requests have been sent, in all."""

    def script(stream: Stream) -> None:
        stream.let_in()
        asked = sum(match.asked for match in played)
        if not stream.referee(*played, until=lambda: sum(match.asked for match in played) >= asked + requests):
            return  # without a word
        stream.dismiss(*played)

    return script


def many(count: int, **options) -> list[ScriptedMatch]:
    return [ScriptedMatch(f"m{number}", number % 2, **options) for number in range(count)]


def sent(streams: Iterable[Stream], kind: type) -> list[m.ClientMessage]:
    return [message for stream in streams for message in stream.heard if isinstance(message, kind)]
