"""What went wrong in a bot, as its author reads it; nobody else is told.

Imports: errors, notation, render, view.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

from ginrummy.errors import IllegalAction, InvalidInput, shown
from ginrummy.notation import format_action
from ginrummy.render import render_view
from ginrummy.view import PlayerView

_NOT_THE_BOTS: Final = (str(Path(__file__).parent), str(Path(traceback.__file__).with_name("asyncio")))


@dataclass(frozen=True, slots=True)
class BotFailure:
    """An exception in a bot, or a choice that the rules refuse: either one resigns the match, and no other.

    `where` is what was being called, such as `choose` or `on_event`. `view` is what the bot had been given, None for a
    hook that gets none. `choice` is what was refused, where `illegal`. `str()` is the whole report.
    """

    match_id: str
    where: str
    error: BaseException
    view: PlayerView | None = None
    illegal: bool = False
    choice: object = None

    @property
    def reason(self) -> str:
        """In a line, what was wrong."""
        if isinstance(self.error, IllegalAction):
            return self.error.reason
        return "".join(traceback.format_exception_only(self.error)).strip()

    def __str__(self) -> str:
        if self.illegal:
            lines = [
                f"match {self.match_id}: illegal choice; this match is resigned",
                f"choice    {_notation(self.choice)}",
                f"reason    {self.reason}",
            ]
        else:
            lines = [
                f"match {self.match_id}: exception in {self.where}; this match is resigned",
                bot_traceback(self.error),
            ]
        return "\n".join(lines if self.view is None else [*lines, render_view(self.view)])


def _notation(choice: object) -> str:
    try:
        return f"{format_action(choice)} ({shown(choice, 300)})"  # type: ignore[arg-type]  # that is what is tried
    except InvalidInput:
        return shown(choice, 300)


def bot_traceback(error: BaseException, *callers: str) -> str:
    """The traceback of what a bot raised, from the first line of its own code on, and the error with its notes.

    `callers` are the directories of whoever called ginrummy, whose frames are left out too.
    """
    trace: TracebackType | None = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith((*_NOT_THE_BOTS, *callers)):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace)).rstrip()
