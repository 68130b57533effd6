"""`referee verify` and `referee replay`: what reads the journals of matches.

Imports: ginrummy; referee.cli.console, referee.datadir, referee.journal, referee.replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ginrummy.deck import match_seed
from ginrummy.errors import JournalError
from ginrummy.record import Journal
from ginrummy.retrace import decks_of
from ginrummy.testing import master_seed
from referee.cli.console import Json, print_json
from referee.datadir import revealed_seed
from referee.journal import read_journal
from referee.replay.text import replay_text
from referee.replay.verify import MEANING, Outcome, Verdict, journals_in, verify_files


def verify(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Journals, or directories that hold some.")],
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The master seed, for journals that do not reveal it.")
    ] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Unfinished and unrevealed journals are no failure.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check journals: chain, deals, every decision, scores.

    The exit status is 1 if one is bad, unfinished or unrevealed.
    """
    files = journals_in(paths)
    if not files:
        raise typer.BadParameter("there is no *.ginlog.jsonl in it", param_hint="PATH")
    verdicts = verify_files(files, _known_seed(paths) if seed is None else master_seed(seed))
    accepted = {Outcome.OK, Outcome.UNFINISHED, Outcome.UNREVEALED} if unfinished else {Outcome.OK}
    good = {path: verdict.outcome in accepted for path, verdict in verdicts.items()}
    if as_json:
        rows = [_verdict_json(path, verdict, ok=good[path]) for path, verdict in verdicts.items()]
        print_json({"ok": all(good.values()), "files": rows})
    else:
        for path, verdict in verdicts.items():
            typer.echo("\n".join(_verdict_text(path, verdict)))
        typer.echo(f"{sum(good.values())} of {len(good)} pass\n\n{MEANING}")
    if not all(good.values()):
        raise typer.Exit(1)


def _known_seed(paths: list[Path]) -> bytes | None:
    """The master seed that a data directory among the paths reveals; of several directories that differ, none."""
    found = {master for path in paths if path.is_dir() and (master := revealed_seed(path)) is not None}
    return found.pop() if len(found) == 1 else None


def _verdict_json(path: Path, verdict: Verdict, *, ok: bool) -> dict[str, Any]:
    return {
        "path": str(path),
        "ok": ok,
        "line": verdict.line,
        "reason": verdict.reason,
        "verdict": verdict.outcome.value,
        "notes": list(verdict.notes),
    }


def _verdict_text(path: Path, verdict: Verdict) -> Sequence[str]:
    where = "" if verdict.line is None else f": line {verdict.line}: {verdict.reason}"
    return [f"{verdict.outcome.value:<10}  {path}{where}", *(f"            {note}" for note in verdict.notes)]


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")],
    hand: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only this hand, counted from 1.")] = None,
    seat: Annotated[str, typer.Option(metavar="0|1|all", help="Only what this seat knew, or every card.")] = "all",
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The master seed, for a journal whose deals are not revealed.")
    ] = None,
) -> None:
    """Print the hands of a journal as people read them."""
    if seat not in ("0", "1", "all"):
        raise typer.BadParameter(f"{seat!r} is none of 0, 1, all", param_hint="--seat")
    journal = read_journal(file)
    decks = decks_of(_deal_seed(journal, seed))
    typer.echo(replay_text(journal, decks, hand=hand, seat=None if seat == "all" else int(seat)))


def _deal_seed(journal: Journal, master: str | None) -> bytes:
    if journal.reveal is not None:
        return journal.reveal.match_seed
    if master is None:
        raise JournalError(len(journal.lines), "the deals are not revealed yet; --seed HEX shows them to who knows it")
    return match_seed(master_seed(master), journal.header.deal_key, dict(journal.header.nonces))
