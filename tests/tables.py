"""A match on a table in memory: two choosers, virtual time, a journal whose writes can fail, and all that was said."""

from __future__ import annotations

import errno
from collections.abc import Callable, Collection, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from ginrummy import Bot, Ruleset, deck
from ginrummy import match as matches
from ginrummy.actions import Action
from ginrummy.entries import Conduct, ConductKind, Entry, Footer, Header
from ginrummy.messages import (
    Clock,
    Decision,
    DecisionRequest,
    Events,
    HandEnded,
    HandStarted,
    History,
    MatchEnded,
    Rejected,
    RequestId,
    ServerMessage,
    final_hands,
)
from ginrummy.record import Journal, JournalWriter, canonical_digest, line_hash
from ginrummy.retrace import decks_of, retrace, start_of
from ginrummy.state import Phase
from ginrummy.testing import SOFTWARE, play_header
from ginrummy.view import event_for, view_for
from journals import master_of
from referee.clock import NS_PER_MS as MS
from referee.replay.verify import Outcome, verify
from referee.table import Stage, Table, Terms
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot

CLOCK = Clock(250, 1_000, 100, 5_000, 2_000, 600_000)
START = 7_000_000_123
"""When virtual time begins: no whole number of ms."""
Chooser = Callable[[DecisionRequest], Action]


def terms_of(
    ruleset: Ruleset,
    seed: int = 3,
    clock: Clock | None = CLOCK,
    stock: str = "shared",
    hands: int | None = None,
    max_illegal_actions: int = 3,
) -> Terms:
    """The terms of ann against bob, dealt from a small master seed."""
    master, key = master_of(seed), "table"
    match_seed = deck.match_seed(master, key, {})
    dealer = matches.first_dealer(ruleset, 0, match_seed)
    commitment = deck.commitment(master)
    names = ("ann", "bob")
    header = Header(SOFTWARE, "table-1", key, names, ruleset, stock, dealer, commitment, clock=clock, hands=hands)
    return Terms(header, match_seed, max_illegal_actions)


def chooser(make: type[Bot]) -> Chooser:
    """What a bot of this class, made for the occasion, answers to a request."""

    def choose(request: DecisionRequest) -> Action:
        bot = make()
        bot.random = Random(request.decision_seed)
        return bot.choose(request.view)

    return choose


SIMPLE, RANDOM = chooser(SimpleBot), chooser(RandomBot)


class Said(NamedTuple):
    """What was said when, after how many lines of the journal, and how many of these were synced."""

    message: ServerMessage
    at: int
    lines: int
    synced: int


class Sitting:
    """A table, its journal, and two seats that hear what is said while they are there and answer when told to.

    Unless `holding`, what happens is told at once, as the host does after a while. `failing` are the calls of `record`,
    counted from 0, that raise OSError. With a `journal` the match goes on from it.
    """

    def __init__(
        self,
        terms: Terms,
        choosers: tuple[Chooser, Chooser] = (SIMPLE, SIMPLE),
        *,
        journal: Journal | None = None,
        failing: Collection[int] = (),
        think_ns: int = MS,
    ) -> None:
        self.terms = terms
        self.choosers = choosers
        self.failing = failing
        self.think_ns = think_ns
        self.now = START
        self.calls = 0
        self.failures = 0
        self.writer = JournalWriter(journal)
        if journal is None:
            self.writer.add(terms.header)
        self.lines = self.synced = 1 if journal is None else len(journal.lines)
        self.said: tuple[list[Said], list[Said]] = ([], [])
        self.requests: list[DecisionRequest | None] = [None, None]
        self.away = {0, 1}
        self.holding = False
        self.table = Table(terms, self._record, lambda: self.writer)

    @property
    def journal(self) -> Journal:
        return self.writer.journal

    def _record(self, entry: Entry) -> str:
        call, self.calls = self.calls, self.calls + 1
        if call in self.failing:
            raise OSError(errno.ENOSPC, "no room")
        self.writer.add(entry)
        self.lines += 1
        return self.writer.head

    # One act each.

    def act(self, what: Callable[[], object]) -> object:
        """Let the table act; then who is there hears what it says, also where a write failed."""
        try:
            answer = what()
        except OSError:
            self.failures += 1
            answer = None
        if not self.holding:
            self.table.tell_held()
        said, self.table.outgoing = self.table.outgoing, []
        for seat, message in said:
            if seat in self.away:
                continue
            self.said[seat].append(Said(message, self.now, self.lines, self.synced))
            if isinstance(message, DecisionRequest):
                self.requests[seat] = message
                self.table.sent(seat, self.now)
        return answer

    def offer(self, *present: int) -> None:
        for seat in present:
            self.away.discard(seat)
            self.act(lambda s=seat: self.table.returned(s, self.now))
        self.act(lambda: self.table.offer(self.now))

    def ready(self, *seats: int) -> None:
        for seat in seats:
            self.act(lambda s=seat: self.table.ready(s, self.now))

    def start(self) -> Sitting:
        """Both are there and ready."""
        self.offer(0, 1)
        self.ready(0, 1)
        return self

    def later(self, ms: int = 0, ns: int = 0) -> None:
        self.now += ms * MS + ns

    def choice(self, seat: int) -> Action:
        return self.choosers[seat](self.request(seat))

    def request(self, seat: int) -> DecisionRequest:
        """The last request that the seat heard."""
        request = self.requests[seat]
        assert request is not None
        return request

    def answer(
        self, seat: int, action: Action | None = None, request: RequestId | None = None, lag_ns: int = 0
    ) -> object:
        """Answer a request, by default the last one heard, and by default as the seat's bot would."""
        asked = self.request(seat).request if request is None else request
        chosen = self.choice(seat) if action is None else action
        decision = Decision(self.terms.header.match_id, asked, chosen)
        return self.act(lambda: self.table.receive(seat, decision, self.now, lag_ns, lambda: b"as it came"))

    def garble(self, seat: int, request: RequestId | None = None) -> object:
        """Answer a request with what says nothing."""
        asked = self.request(seat).request if request is None else request
        return self.act(lambda: self.table.malformed(seat, asked, "no action", self.now, 0, lambda: b"\xff"))

    def lose(self, seat: int) -> None:
        self.away.add(seat)
        self.act(lambda: self.table.lost(seat, self.now, "gone"))

    def come_back(self, seat: int) -> None:
        self.away.discard(seat)
        self.act(lambda: self.table.returned(seat, self.now))
        self.act(lambda: self.table.tell_again(seat, self.now))

    def expire(self, lag_ns: int = 0) -> None:
        self.act(lambda: self.table.expire(self.now, lag_ns))

    def sync(self) -> None:
        self.synced = self.lines
        self.act(lambda: self.table.synced(self.now))

    # Many.

    def step(self) -> None:
        """What comes next where nobody does anything wrong: a write again, a sync, a return, a ready, an answer."""
        table = self.table
        if table.stuck:
            self.act(table.retry)
        elif table.stage is Stage.SYNCING:
            self.sync()
        elif self.away:
            self.come_back(min(self.away))
        elif table.stage is Stage.OFFERED:
            self.ready(0, 1)
        else:
            assert table.awaited is not None, "nobody is awaited, and the match is not over"
            self.now += self.think_ns
            self.answer(table.awaited)

    def settle(self) -> None:
        """Go on until a seat is awaited, or to the end."""
        while self.table.outcome is None and (self.table.stuck or self.table.awaited is None):
            self.step()

    def play(self, asked: int | None = None) -> Sitting:
        """Go on until so many decisions of both were answered and the next is awaited, or to the end."""
        while self.table.outcome is None:
            awaited = self.table.stage is Stage.PLAYING and not self.table.stuck and not self.away
            if awaited and asked is not None:
                if asked == 0:
                    break
                asked -= 1
            self.step()
        return self


# What must hold of every match.


class Item(NamedTuple):
    """What a sequence number stands for, and how many lines must be written, and synced, before it is said."""

    told: object
    lines: int
    synced: int


def items_of(terms: Terms, journal: Journal, seat: int) -> list[Item]:
    """All that a seat may be told by this journal, by sequence number: also the deal that comes next."""
    match_id, decks, state = terms.header.match_id, decks_of(terms.match_seed), start_of(terms.header)
    items: list[Item] = []
    line = synced = 1

    def add(told: object) -> None:
        items.append(Item(told, line, synced))

    for step in retrace(journal, decks):
        state = step.state
        if step.decided is not None:
            line = step.line
        for event in step.events:
            add(event_for(event, seat, state.ruleset))
        if step.decided is None:
            add(HandStarted(match_id, len(items), view_for(state, seat)))
        elif state.hand is not None and state.hand.phase is Phase.HAND_OVER:
            synced, view = line, view_for(state, seat)
            head = bytes.fromhex(line_hash(journal.lines[line - 1]))
            add(HandEnded(match_id, len(items), view, final_hands(view), head))
    if state.between_hands:
        state, events = matches.deal_hand(state, decks(len(state.results)))
        for event in events:
            add(event_for(event, seat, state.ruleset))
        add(HandStarted(match_id, len(items), view_for(state, seat)))
    return items


def heard_in(message: ServerMessage) -> Iterator[tuple[int, object]]:
    """Each item of a message with its sequence number."""
    match message:
        case Events():
            yield from enumerate(message.events, start=message.sequence)
        case HandStarted() | HandEnded():
            yield message.sequence, message
        case History():
            for item in message.items:
                yield from heard_in(item)


def live(sitting: Sitting, seat: int) -> list[tuple[int, object]]:
    """What a seat heard of the play when it happened."""
    told = (said.message for said in sitting.said[seat])
    return [item for message in told if not isinstance(message, History) for item in heard_in(message)]


def messages(sitting: Sitting, seat: int, kind: type) -> list:
    return [said.message for said in sitting.said[seat] if isinstance(said.message, kind)]


def check_said(sitting: Sitting) -> None:
    """Nothing was said that the journal did not hold then, and beyond the end of a hand nothing that was not synced."""
    journal = sitting.journal
    for seat in (0, 1):
        items = items_of(sitting.terms, journal, seat)
        rejected = 0
        for message, _, lines, synced in sitting.said[seat]:
            for sequence, told in heard_in(message):
                item = items[sequence]
                assert told == item.told
                assert lines >= item.lines
                assert synced >= item.synced
            if isinstance(message, Rejected):
                rejected += 1
                assert rejected <= len(conduct(journal, ConductKind.REJECTED, seat, journal.entries[:lines]))
            if isinstance(message, MatchEnded):
                assert isinstance(journal.entries[lines - 1], Footer)
                assert synced == lines
                assert message.chain_head.hex() == line_hash(journal.lines[lines - 1])


def check_whole(sitting: Sitting) -> None:
    """The match has its one end, which both heard if they were there, and a journal that verifies."""
    outcome = sitting.table.outcome
    assert outcome is not None
    assert sitting.table.stage is Stage.OVER
    assert sum(isinstance(entry, Footer) for entry in sitting.journal.entries) == 1
    for seat in {0, 1} - sitting.away:
        (ended,) = messages(sitting, seat, MatchEnded)
        assert (ended.termination, ended.sheet) == (outcome.termination, outcome.sheet)
    verdict = verify(str(sitting.journal).encode(), master_for(sitting.terms))
    assert verdict.outcome is Outcome.OK, verdict
    check_said(sitting)


def conduct(
    journal: Journal, kind: ConductKind, seat: int | None = None, entries: tuple[Entry, ...] | None = None
) -> list[Conduct]:
    """The conduct lines of a kind, of one seat or of all."""
    found = journal.entries if entries is None else entries
    return [e for e in found if isinstance(e, Conduct) and e.kind is kind and seat in (None, e.seat)]


def master_for(terms: Terms) -> bytes:
    """The master seed that `terms_of` had."""
    seeds = (master_of(seed) for seed in range(1_000))
    return next(seed for seed in seeds if deck.commitment(seed) == terms.header.commitment)


@cache
def digest_in_process(terms: Terms, bots: tuple[type[Bot], type[Bot]] = (SimpleBot, SimpleBot)) -> str:
    """The canonical digest of the same match as `ginrummy.testing` plays it, without a table."""
    return canonical_digest(play_header(*bots, terms.header, master_for(terms)).journal)
