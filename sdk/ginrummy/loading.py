"""From the words that name a BOT to what makes one.

`package.module:Class`, `path/to/file.py:Class`, or the name of a sample bot: `random`, `simple`, `expert`. Imports:
errors, bot.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from ginrummy.bot import Bot
from ginrummy.errors import BotNotFound

SAMPLES: Final = {
    "random": "sample_bots.random_bot:RandomBot",
    "simple": "sample_bots.simple_bot:SimpleBot",
    "expert": "sample_bots.expert_bot:ExpertBot",
}


def load_bot(name: str) -> type[Bot]:
    """The class that `name` stands for.

    The module is imported, which runs its code. Raises BotNotFound saying what is missing; an error inside the
    module itself comes through as it is, so that its author sees the line.
    """
    where, _, attribute = SAMPLES.get(name, name).rpartition(":") if isinstance(name, str) else ("", "", "")
    if not where or not attribute or where.startswith("."):
        raise BotNotFound(
            f"bot {name!r}: package.module:Class, path/to/file.py:Class or one of {', '.join(SAMPLES)} is needed"
        )
    module = _from_file(name, Path(where)) if where.endswith(".py") else _from_package(name, where)
    found = getattr(module, attribute, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise BotNotFound(f"bot {name!r}: {where} has no subclass of ginrummy.Bot named {attribute!r}")
    return found


def _from_file(name: str, path: Path) -> ModuleType:
    try:
        found = path.is_file()
    except OSError:
        found = False  # a name that no file system takes
    if not found:
        raise BotNotFound(f"bot {name!r}: there is no file {str(path)!r}")
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BotNotFound(f"bot {name!r}: {str(path)!r} is no Python file")
    module = module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses and pickle look a class's module up here
    spec.loader.exec_module(module)
    return module


def _from_package(name: str, dotted: str) -> ModuleType:
    try:
        return import_module(dotted)
    except ModuleNotFoundError as error:
        if error.name is not None and (dotted == error.name or dotted.startswith(f"{error.name}.")):
            raise BotNotFound(f"bot {name!r}: there is no module {error.name!r}") from None
        raise
    except OSError:
        raise BotNotFound(f"bot {name!r}: no module can have that name") from None
