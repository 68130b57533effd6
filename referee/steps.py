"""What a table does one thing at a time: where a step fails it is the next one still. Pure.

Imports: nothing of the project.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Step = Callable[[], None]


class Steps:
    """Steps in their order, each of which writes at most one line, first; what follows in it cannot fail.

    `go_on(now)` is a step that comes before all others once `going` is set to an instant; `may_run` says whether any
    may. A step that raises stays where it is, so that `run` does it again.
    """

    def __init__(self, go_on: Callable[[int], None], may_run: Callable[[], bool]) -> None:
        self.going: int | None = None
        self._go_on = go_on
        self._may_run = may_run
        self._steps: deque[Step] = deque()

    def __bool__(self) -> bool:
        return self.going is not None or bool(self._steps)

    def do(self, step: Step) -> None:
        """Put a step last, and run."""
        self._steps.append(step)
        self.run()

    def later(self, step: Step) -> None:
        """Put a step last, and run nothing."""
        self._steps.append(step)

    def next(self, step: Step) -> None:
        """Put a step right after the one that runs, which is the first unless play goes on."""
        self._steps.insert(0 if self.going is not None else 1, step)

    def run(self) -> None:
        """Do what is to be done, as far as it may run."""
        while self._may_run():
            if self.going is not None:
                self._go_on(self.going)
                self.going = None
            elif self._steps:
                self._steps[0]()
                self._steps.popleft()
            else:
                return

    def clear(self) -> None:
        """Forget what was to be done."""
        self._steps.clear()
        self.going = None
