"""Journals for the tests of what reads them: played ones, and ones with a line changed."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

from deals import variant
from ginrummy import deck
from ginrummy.entries import Conduct, ConductKind, Decided, Entry, Footer, Header
from ginrummy.messages import Clock, FaultKind
from ginrummy.record import GENESIS, Journal, JournalWriter, line_hash
from ginrummy.testing import play_match
from sample_bots.expert_bot import ExpertBot
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot

CLOCK = Clock(250, 1_000, 100, 60_000, 60_000, 600_000)


@cache
def played(seed: int = 7, preset: str = "standard") -> Journal:
    """A finished match of some hundred decisions."""
    return play_match(ExpertBot, SimpleBot, ruleset=variant(preset), seed=seed, names=("ann", "bob")).journal


@cache
def short(seed: int = 3) -> Journal:
    """A finished match of one hand, so that each of its lines can be tried."""
    rules = variant("classic", max_hands=1)
    return play_match(SimpleBot, RandomBot, ruleset=rules, seed=seed, names=("ann", "bob")).journal


def chained(objects: list[dict]) -> bytes:
    """The text of lines with these objects, each with the hash of the line before, as a forger would write them."""
    head, text = GENESIS, ""
    for told in objects:
        heads = {name: head for name in ("head", "prev") if name in told}
        line = json.dumps({**told, **heads}, separators=(",", ":"))
        head = line_hash(line)
        text += f"{line}\n"
    return text.encode()


def objects_of(journal: Journal) -> list[dict]:
    return [json.loads(line) for line in journal.lines]


def refooted(journal: Journal) -> Journal:
    """The same entries written anew, chain, digest and head included: what a thorough forger makes of a changed one."""
    writer = JournalWriter()
    for entry in journal.entries:
        footer = isinstance(entry, Footer)
        writer.add(writer.footer(entry.termination, entry.sheet) if footer else entry)
    return writer.journal


def changed(journal: Journal, at: int, entry: object) -> Journal:
    """The journal with another entry on a line (from 1), then `refooted`."""
    entries = list(journal.entries)
    entries[at - 1] = entry
    return refooted(Journal(journal.lines, tuple(entries)))


def timed(journal: Journal, think_ms: int = 12) -> Journal:
    """The journal as a match with clocks would have it: think times, and conduct lines after the third decision."""
    entries: list[Entry] = []
    for entry in journal.entries:
        match entry:
            case Header():
                entries.append(replace(entry, clock=CLOCK))
            case Decided(forced=False):
                entries.append(replace(entry, think_ms=think_ms))
            case _:
                entries.append(entry)
        if isinstance(entry, Decided) and entry.number == 2:
            entries += [
                Conduct(ConductKind.REJECTED, 1 << 40, 1, 0, 30, FaultKind.ILLEGAL, "no\x1b[2J", b"\x00\xff", 2),
                Conduct(ConductKind.DISCONNECTED, (1 << 40) + 50, 0, 1),
            ]
    return refooted(Journal(journal.lines, tuple(entries)))


def master_of(seed: int) -> bytes:
    return seed.to_bytes(deck.SEED_BYTES, "big")
