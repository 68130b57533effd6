"""Every error that ginrummy raises on purpose.

    GinRummyError
    |-- InvalidInput (also a ValueError)   an argument that means nothing; str(error) names the value
    |   |-- CardError      no card, an unknown card, a card twice, too many cards
    |   |-- MeldError      cards that are neither a set nor a run, or melds that share a card
    |   |-- DeckError      not 52 different cards in a row
    |   |-- SeedError      a seed or nonce of the wrong type or length
    |   |-- SeatError      a seat that is not 0 or 1
    |   |-- RulesetError   a ruleset field with a value that the rules do not allow (.field)
    |   |-- ScoreError     a hand that no score sheet can take
    |   |-- StateError     something else than the state, ruleset, event or view that is needed
    |   |-- NotationError  a text that is no action, event or meld (.text)
    |   |-- WireError      a protocol message that says nothing, or a value that no message can hold (.where)
    |   |-- JournalError   a journal that is not as the format or the rules have it (.line)
    |   `-- BotNotFound    a name that leads to no subclass of Bot
    `-- IllegalAction (also a ValueError)  an action that the rules refuse in this state (.reason)

A bot's illegal action is the one error here that is part of the game: `hand.apply` raises it and leaves
the state as it was. Its reason tells public facts and the actor's own cards only (RULES.md, What a seat may see).
"""


class GinRummyError(Exception):
    """Root of the tree: catches everything that ginrummy raises on purpose."""


class InvalidInput(GinRummyError, ValueError):
    """An argument that no rule can make sense of."""


class CardError(InvalidInput):
    """No card, an unknown card, the same card twice, or more cards than a hand can hold."""


class MeldError(InvalidInput):
    """Cards that are neither a set nor a run, or melds that share a card."""


class DeckError(InvalidInput):
    """A deck that is not the 52 cards, each once."""


class SeedError(InvalidInput):
    """A seed, nonce, key or index from which nothing can be derived."""


class SeatError(InvalidInput):
    """A seat other than 0 and 1."""


class ScoreError(InvalidInput):
    """A hand result that a score sheet cannot take."""


class StateError(InvalidInput):
    """Something else than the state, ruleset, event or view that a function works on."""


class BotNotFound(InvalidInput):
    """A name that leads to no subclass of Bot."""


class RulesetError(InvalidInput):
    """A ruleset that rules section 2 does not allow; `.field` names the first bad field."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"ruleset field {field}: {problem}")
        self.field = field


class NotationError(InvalidInput):
    """A text that does not parse; `.text` holds it."""

    def __init__(self, text: object, problem: str) -> None:
        super().__init__(f"{shown(text)}: {problem}")
        self.text = text


class WireError(InvalidInput):
    """A protocol message that says nothing, or a value that no message can hold; `.where` names the field.

    Of a bad Decision whose match and request can be read, `.match_id` and `.request` (hand, decision, attempt) tell
    them; otherwise they are None.
    """

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.match_id: str | None = None
        self.request: tuple[int, int, int] | None = None


class JournalError(InvalidInput):
    """A journal that disagrees with its format, with itself or with the rules; `.line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class IllegalAction(GinRummyError, ValueError):
    """The rules refuse this action here; `.reason` says why, in words that are safe to send to its actor."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def shown(value: object, most: int = 60) -> str:
    """A value as an error text quotes it: its repr, cut to `most` characters, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  a broken __repr__, or an int of more digits than Python prints
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= most else f"{text[:most]}..."


def check_type(value: object, *kinds: type) -> None:
    """Raise StateError unless `value` is of one of these types."""
    if not isinstance(value, kinds):
        needed = " or ".join(kind.__name__ for kind in kinds)
        raise StateError(f"{needed} is needed, not {shown(value)}")


def check_seat(seat: int, who: str = "seat") -> int:
    """The seat, 0 or 1; anything else raises SeatError that says `who`."""
    if type(seat) is not int or seat not in (0, 1):
        raise SeatError(f"{who}: 0 or 1, not {shown(seat)}")
    return seat
