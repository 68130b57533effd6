"""The `referee` command: each subcommand a few lines over the rooms that do the work.

Data goes to stdout, everything else to stderr. Exit status: 0 done, 1 a negative verdict, 2 bad usage or config.
"""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ginrummy import __version__
from ginrummy.cards import Card, parse_cards
from ginrummy.deck import match_seed
from ginrummy.errors import GinRummyError, IllegalAction, JournalError
from ginrummy.loading import SAMPLES, load_bot
from ginrummy.melds import Arrangement, LayoffPlan, best_arrangement, best_layoffs, deadwood
from ginrummy.notation import parse_melds
from ginrummy.record import Journal
from ginrummy.render import render_card, render_cards, render_hand, render_result, render_sheet
from ginrummy.retrace import decks_of
from ginrummy.ruleset import PRESETS
from ginrummy.testing import MatchResult, master_seed
from referee.journal import SUFFIX, journal_path, read_journal, write_journal
from referee.replay.text import replay_text
from referee.replay.verify import MEANING, Outcome, Verdict, journals_in, verify_files
from referee.series import Series, Totals, bot_frames

app = typer.Typer(
    help="A referee for Gin Rummy bots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console(highlight=False, soft_wrap=True)
err = Console(highlight=False, stderr=True)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


def main() -> None:
    """Run the command line.

    An input that means nothing ends it with one line and status 2, a file that cannot be read or written too; a bot's
    illegal choice with what led to it and 1, a damaged journal with its first bad line and 1.
    """
    try:
        app()
    except GinRummyError as error:
        typer.echo("\n".join([f"referee: {error}", *getattr(error, "__notes__", ())]), err=True)
        sys.exit(1 if isinstance(error, IllegalAction | JournalError) else 2)
    except OSError as error:
        typer.echo(f"referee: {error.filename}: {error.strerror}" if error.filename else f"referee: {error}", err=True)
        sys.exit(2)


def _version(asked: bool) -> None:  # noqa: FBT001  how typer calls it
    if asked:
        typer.echo(f"gin-referee {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A referee for Gin Rummy bots."""


@app.command()
def melds(
    cards: Annotated[str, typer.Argument(help='0 to 11 cards, such as "AS 2S 3S TD".', show_default=False)],
    spread: Annotated[
        str | None,
        typer.Option(help='A knocker\'s melds to lay off on, such as "7C 7D 7H / 4S 5S 6S".', show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the best melds of a hand, what each discard would leave, and the best layoffs.

    Example: referee melds "7S 7H 7D 7C 8S" --spread "4S 5S 6S / KC KD KH"
    """
    hand = parse_cards(cards)
    best = best_arrangement(hand)
    discards = sorted((deadwood([other for other in hand if other != card]), -card.points, card) for card in hand)
    plan = None if spread is None else best_layoffs(parse_melds(spread), hand)
    if as_json:
        _print_json(_melds_json(best, [(card, left) for left, _, card in discards], plan))
        return
    out.print(render_hand(hand))
    if hand:
        table = Table("discard", box=None, pad_edge=False)
        table.add_column("leaves", justify="right")
        for left, _, card in discards:
            table.add_row(render_card(card), str(left))
        out.print(table)
    if plan is not None:
        steps = [f"{render_card(card)} on {render_cards(parse_melds(spread or '')[i])}" for card, i in plan.layoffs]
        laid = {card for card, _ in plan.layoffs}
        rest = render_hand([card for card in hand if card not in laid])
        out.print(f"lay off {', '.join(steps) or 'nothing'}; what is left: {rest}")


def _melds_json(best: Arrangement, discards: list[tuple[Card, int]], plan: LayoffPlan | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "melds": [list(map(str, meld)) for meld in best.melds],
        "deadwood_cards": list(map(str, best.deadwood_cards)),
        "deadwood": best.deadwood,
        "discards": [{"card": str(card), "deadwood": left} for card, left in discards],
    }
    if plan is not None:
        found["layoffs"] = [{"card": str(card), "meld": index} for card, index in plan.layoffs]
        found["deadwood_after_layoffs"] = plan.deadwood
    return found


@app.command()
def play(
    bot_a: Annotated[
        str, typer.Argument(metavar="BOT", help=f"package.module:Class, file.py:Class, or {', '.join(SAMPLES)}.")
    ],
    bot_b: Annotated[str, typer.Argument(metavar="BOT", help="The same for seat 1.")],
    ruleset: Annotated[str, typer.Option(help=f"One of {', '.join(PRESETS)}.")] = "standard",
    matches: Annotated[int, typer.Option(min=1, max=100_000, help="How many matches to play.")] = 1,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="The master seed; drawn by default.")] = None,
    journal: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the journal to this new file; of several matches, to this directory."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play two bots against each other in this process, with no network and no clocks.

    Example: referee play mybot.py:MyBot simple --matches 100
    """
    if ruleset not in PRESETS:
        raise typer.BadParameter(f"{ruleset!r} is none of {', '.join(PRESETS)}", param_hint="--ruleset")
    names = (f"{bot_a}-1", f"{bot_b}-2") if bot_a == bot_b else (bot_a, bot_b)
    try:
        series = Series((load_bot(bot_a), load_bot(bot_b)), names, PRESETS[ruleset], matches, master_seed(seed))
        totals = _played(series, journal, as_json=as_json)
    except (GinRummyError, OSError, typer.Exit):
        raise
    except Exception as error:  # noqa: BLE001  whatever a bot's own code raises, its author wants to see it whole
        typer.echo("".join(bot_frames(error)).rstrip(), err=True)
        raise typer.Exit(1) from None
    if as_json:
        _print_json(_play_json(series, totals))
    elif matches > 1:
        _print_totals(series, totals)
    if seed is None and not as_json:
        typer.echo(f"seed {series.master.hex()}", err=True)


def _played(series: Series, journal: Path | None, *, as_json: bool) -> Totals:
    """All matches of a series; each journal is written when its match is over."""
    totals = Totals()
    waiting = track(
        range(series.matches),
        "playing",
        console=err,
        disable=not err.is_terminal or series.matches == 1,
        transient=True,
    )
    for number in waiting:
        path, match_id = _journal_place(journal, series.deal_key(number), several=series.matches > 1)
        result = series.play(number, match_id)
        totals.add(result)
        if path is not None:
            write_journal(path, result.journal)
        if not as_json and series.matches == 1:
            _print_match(result, series.names)
    return totals


def _journal_place(where: Path | None, key: str, *, several: bool) -> tuple[Path | None, str]:
    """The file to write, `where` itself or one in it, and the id of the match, which names a `*.ginlog.jsonl`."""
    if where is None:
        return None, key
    if several:
        where.mkdir(parents=True, exist_ok=True)
    path = journal_path(where, key) if where.is_dir() else where
    if path.exists():
        raise FileExistsError(errno.EEXIST, "there is such a file already", str(path))
    return path, path.name.removesuffix(SUFFIX) if path.name.endswith(SUFFIX) else key


def _print_match(result: MatchResult, names: tuple[str, str]) -> None:
    for number, hand in enumerate(result.hands, start=1):
        out.print(f"hand {number:>3}: {render_result(hand, names)}")
    out.print()
    out.print(render_sheet(result.score_sheet, names))


def _print_totals(series: Series, totals: Totals) -> None:
    table = Table("bot", box=None, pad_edge=False)
    for heading in ("matches won", "points", "points a hand"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(series.names):
        table.add_row(
            name, str(totals.match_wins[seat]), str(totals.points[seat]), f"{totals.points_per_hand(seat):.2f}"
        )
    drawn = f", {totals.draws} drawn" if totals.draws else ""
    out.print(f"{totals.matches} matches of {series.ruleset.name}{drawn}, {totals.hands} hands")
    out.print(table)


def _play_json(series: Series, totals: Totals) -> dict[str, Any]:
    return {
        "bots": list(series.names),
        "ruleset": series.ruleset.name,
        "seed": series.master.hex(),
        "matches": totals.matches,
        "hands": totals.hands,
        "points": totals.points,
        "match_wins": totals.match_wins,
        "draws": totals.draws,
    }


@app.command()
def verify(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Journals, or directories that hold some.")],
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The master seed, for journals that do not reveal it.")
    ] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Unfinished and unrevealed journals are no failure.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check journals: chain, deals, every decision, scores. Exit status 1 if one is bad, unfinished or unrevealed."""
    files = journals_in(paths)
    if not files:
        raise typer.BadParameter("there is no *.ginlog.jsonl in it", param_hint="PATH")
    verdicts = verify_files(files, None if seed is None else master_seed(seed))
    accepted = {Outcome.OK, Outcome.UNFINISHED, Outcome.UNREVEALED} if unfinished else {Outcome.OK}
    good = {path: verdict.outcome in accepted for path, verdict in verdicts.items()}
    if as_json:
        rows = [_verdict_json(path, verdict, ok=good[path]) for path, verdict in verdicts.items()]
        _print_json({"ok": all(good.values()), "files": rows})
    else:
        for path, verdict in verdicts.items():
            typer.echo("\n".join(_verdict_text(path, verdict)))
        typer.echo(f"{sum(good.values())} of {len(good)} pass\n\n{MEANING}")
    if not all(good.values()):
        raise typer.Exit(1)


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


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")],
    hand: Annotated[int | None, typer.Option(min=1, help="Only this hand, counted from 1.")] = None,
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


def _print_json(value: dict[str, Any]) -> None:
    typer.echo(json.dumps(value))
