"""`referee play`: two bots against each other in this process.

Imports: ginrummy; referee.arena, referee.cli.console, referee.journal, referee.series.
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.progress import track
from rich.table import Table

from ginrummy.deck import StockOrder
from ginrummy.errors import GinRummyError
from ginrummy.failure import BotFailure, bot_traceback
from ginrummy.loading import SAMPLES, load_bot
from ginrummy.messages import Clock
from ginrummy.render import counted, render_result, render_sheet
from ginrummy.ruleset import PRESETS
from ginrummy.scoring import MAX_HANDS
from ginrummy.testing import master_seed
from referee.arena import ALLOWANCE_MS, Played
from referee.cli.console import Json, err, out, print_json
from referee.journal import SUFFIX, journal_path, write_journal
from referee.series import Series, Totals

_OURS: Final = str(Path(__file__).parents[1])
_STOCKS: Final[dict[str, StockOrder]] = {"shared": "shared", "seat-locked": "seat-locked"}


def play(
    bot_a: Annotated[
        str, typer.Argument(metavar="BOT", help=f"package.module:Class, file.py:Class, or {', '.join(SAMPLES)}.")
    ],
    bot_b: Annotated[str, typer.Argument(metavar="BOT", help="The same, for the other seat.")],
    ruleset: Annotated[str, typer.Option(metavar="NAME", help=f"One of {', '.join(PRESETS)}.")] = "standard",
    matches: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=100_000, help="How many matches to the target to play; 1 by default."),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=MAX_HANDS, help="Instead: how many deals to play, each standing alone."),
    ] = None,
    mirrored: Annotated[
        bool, typer.Option("--mirrored", help="Play every deal twice, the second time with the bots in changed seats.")
    ] = False,
    stock: Annotated[
        str, typer.Option(metavar="shared|seat-locked", help="Draw from one stock, or each seat from its own half.")
    ] = "shared",
    tournament: Annotated[
        bool, typer.Option("--tournament", help="Judge time and errors as a tournament does, with its default clock.")
    ] = False,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="The master seed; drawn by default.")] = None,
    journal: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the journal to this new file; of several matches, to this directory."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play two bots against each other, with no network.

    Slow decisions are reported; with --tournament they are judged, and a bot's error loses the match.

    Mirrored deals with a seat-locked stock compare two bots with the least luck; legs of stand-alone hands mirror
    exactly, those of matches to a target drift apart. Nothing here keeps a bot from remembering the first leg.

    Example: referee play mybot.py:MyBot simple --hands 500 --mirrored --stock seat-locked
    """
    if ruleset not in PRESETS:
        raise typer.BadParameter(f"{ruleset!r} is none of {', '.join(PRESETS)}", param_hint="--ruleset")
    if stock not in _STOCKS:
        raise typer.BadParameter(f"{stock!r} is none of {', '.join(_STOCKS)}", param_hint="--stock")
    if hands is not None and matches is not None:
        raise typer.BadParameter("--hands is one match of so many deals; it does not go with --matches")
    names = (f"{bot_a}-1", f"{bot_b}-2") if bot_a == bot_b else (bot_a, bot_b)
    try:
        series = Series(
            (load_bot(bot_a), load_bot(bot_b)),
            names,
            PRESETS[ruleset],
            master_seed(seed),
            matches=matches or 1,
            hands=hands,
            mirrored=mirrored,
            stock=_STOCKS[stock],
            clock=Clock() if tournament else None,
        )
        totals = _played(series, journal, as_json=as_json)
    except (GinRummyError, OSError, typer.Exit):
        raise
    except Exception as error:  # noqa: BLE001  whatever a bot's own code raises, its author wants to see it whole
        typer.echo(bot_traceback(error, _OURS), err=True)
        raise typer.Exit(1) from None
    if as_json:
        print_json(_play_json(series, totals))
    elif not _one_match(series):
        _print_totals(series, totals)
    _report_overruns(series, totals)
    if seed is None and not as_json:
        typer.echo(f"seed {series.master.hex()}", err=True)


def _one_match(series: Series) -> bool:
    """Whether there is one match to a target, which is shown hand by hand."""
    return series.matches == 1 and series.hands is None and not series.mirrored


def _played(series: Series, journal: Path | None, *, as_json: bool) -> Totals:
    """All matches of a series; their journals are written when all legs on the same deals are over."""
    totals = Totals()
    waiting = track(
        range(series.matches),
        "playing",
        console=err,
        disable=not err.is_terminal or series.matches == 1,
        transient=True,
    )
    several = series.matches > 1 or series.mirrored
    for number in waiting:
        places = [_journal_place(journal, series.match_id(number, leg), several=several) for leg in series.legs]
        legs = [series.play(number, leg, match_id, _tell_failure) for leg, (_, match_id) in enumerate(places)]
        results = [played.result for played in legs]
        totals.add_legs(legs, by_deal=series.hands is not None)
        for (path, _), result in zip(places, results, strict=True):
            if path is not None:
                write_journal(path, result.journal)
        if not as_json and _one_match(series):
            _print_match(legs[0], series.names)
    return totals


def _tell_failure(failure: BotFailure) -> None:
    err.print(str(failure), markup=False, soft_wrap=True)


def _report_overruns(series: Series, totals: Totals) -> None:
    for name, spent in zip(series.names, totals.thinking, strict=True):
        if spent.overruns:
            times = f"{counted(spent.overruns, 'decision')} of {spent.decisions}, the longest {spent.longest_ms} ms"
            err.print(f"{name} took more than a tournament's {ALLOWANCE_MS} ms for {times}", markup=False)


def _journal_place(where: Path | None, match_id: str, *, several: bool) -> tuple[Path | None, str]:
    """The file to write, `where` itself or one in it, and the id of the match, which names a `*.ginlog.jsonl`."""
    if where is None:
        return None, match_id
    if several:
        where.mkdir(parents=True, exist_ok=True)
    path = journal_path(where, match_id) if where.is_dir() else where
    if path.exists():
        raise FileExistsError(errno.EEXIST, "there is such a file already", str(path))
    return path, path.name.removesuffix(SUFFIX) if path.name.endswith(SUFFIX) else match_id


def _print_match(played: Played, names: tuple[str, str]) -> None:
    result, fault = played.result, played.termination.fault
    for number, hand in enumerate(result.hands, start=1):
        out.print(f"hand {number:>3}: {render_result(hand, names)}")
    out.print()
    out.print(render_sheet(result.score_sheet, names))
    if fault is not None:
        out.print(f"{names[fault.seat]} forfeited the match: {fault.kind.value}, {fault.detail}", markup=False)


def _print_totals(series: Series, totals: Totals) -> None:
    table = Table("bot", box=None, pad_edge=False)
    forfeited = any(totals.forfeits)
    for heading in ("matches won", "points", "points a hand", *(["forfeits"] if forfeited else [])):
        table.add_column(heading, justify="right")
    for bot, name in enumerate(series.names):
        row = [name, str(totals.match_wins[bot]), str(totals.points[bot]), f"{totals.points_per_hand(bot):.2f}"]
        table.add_row(*row, *([str(totals.forfeits[bot])] if forfeited else []))
    legs = f" in {totals.matches} legs" if series.mirrored else ""
    drawn = f", {counted(totals.draws, 'match')} drawn" if totals.draws else ""
    out.print(f"{_terms(series)}: {counted(totals.hands, 'hand')}{legs}{drawn}")
    out.print(table)
    out.print(f"lead of {series.names[0]}: {totals.lead_per_hand:+.2f} points a hand, {_interval(series, totals)}")


def _terms(series: Series) -> str:
    rules = series.ruleset.name
    if series.hands is None:
        terms = f"{counted(series.matches, 'match')} of {rules}"
    else:
        terms = f"{counted(series.hands, 'stand-alone hand')} of {rules}"
    return f"{terms}, mirrored" if series.mirrored else terms


def _interval(series: Series, totals: Totals) -> str:
    if totals.interval is None:
        return "95 % interval n/a"
    low, high = totals.interval
    unit = "match" if series.hands is None else "deal"
    return f"95 % interval from {low:+.2f} to {high:+.2f} over {counted(len(totals.units), unit)}"


def _play_json(series: Series, totals: Totals) -> dict[str, Any]:
    return {
        "bots": list(series.names),
        "ruleset": series.ruleset.name,
        "stock": series.stock,
        "mirrored": series.mirrored,
        "seed": series.master.hex(),
        "matches": totals.matches,
        "hands": totals.hands,
        "points": totals.points,
        "match_wins": totals.match_wins,
        "draws": totals.draws,
        "forfeits": totals.forfeits,
        "overruns": [spent.overruns for spent in totals.thinking],
        "lead_per_hand": totals.lead_per_hand,
        "interval_95": totals.interval,
    }
