"""Frozen dataclasses that are cheap to make, for the two that every decision makes anew.

The standard frozen dataclass sets each field through `object.__setattr__`, which makes a state of a dozen
fields cost more than all the rules of a turn. Here `__init__` turns the new object into an unfrozen twin of
the same slots, fills it with plain assignments, and turns it back. `tests/bench` prints the difference.
Imports: nothing of ginrummy.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """`@dataclass(frozen=True, slots=True)` with a faster `__init__`.

    Defaults must be immutable values; default factories, init=False and __post_init__ are not supported.
    """
    made: Any = dataclass(frozen=True, slots=True)(cls)
    draft = type(f"{cls.__name__}Draft", (), {"__slots__": made.__slots__})
    names = [field.name for field in fields(made)]
    defaults = {field.name: field.default for field in fields(made) if field.default is not MISSING}
    parameters = [f"{name}=_defaults[{name!r}]" if name in defaults else name for name in names]
    lines = [
        f"def __init__(self, {', '.join(parameters)}):",
        "    _set(self, '__class__', _draft)",
        *(f"    self.{name} = {name}" for name in names),
        "    self.__class__ = _made",
    ]
    scope: dict[str, Any] = {"_set": object.__setattr__, "_draft": draft, "_made": made, "_defaults": defaults}
    exec("\n".join(lines), scope)  # as the dataclasses module does; the names are the class's own fields
    made.__init__ = scope["__init__"]
    result: type[T] = made
    return result
