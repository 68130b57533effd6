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

    The module is imported, which runs its code; it finds modules in its own folder (a file) or in the current one (a
    package), after all that is installed. Raises BotNotFound saying what is missing; an error inside the module itself
    comes through as it is, so that its author sees the line.
    """
    where, _, attribute = SAMPLES.get(name, name).rpartition(":") if isinstance(name, str) else ("", "", "")
    if not where or not attribute or (where.startswith(".") and not where.endswith(".py")):
        raise BotNotFound(
            f"bot {name!r}: package.module:Class, path/to/file.py:Class or one of {', '.join(SAMPLES)} is needed"
        )
    module = _from_file(name, Path(where)) if where.endswith(".py") else _from_package(name, where)
    found = getattr(module, attribute, None)
    if isinstance(found, type) and issubclass(found, Bot):
        return found
    problem = f"has no {attribute!r}" if found is None else f"has {attribute!r}, which is no subclass of ginrummy.Bot"
    bots = sorted(key for key, value in vars(module).items() if _is_bot_of(module, value))
    raise BotNotFound(f"bot {name!r}: {where} {problem}; its bots: {', '.join(bots) or 'none'}")


def _is_bot_of(module: ModuleType, value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__


def _from_file(name: str, path: Path) -> ModuleType:
    try:
        whole, found = path.resolve(), path.is_file()
    except (OSError, ValueError):
        whole, found = path, False  # a name that no file system takes
    if not found:
        raise BotNotFound(f"bot {name!r}: there is no file {str(path)!r}")
    module_name = f"bot at {whole}"  # which no other module has, whatever the file is called
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = spec_from_file_location(module_name, whole)
    if spec is None or spec.loader is None:
        raise BotNotFound(f"bot {name!r}: {str(path)!r} is no Python file")
    _find_modules_in(whole.parent)
    module = module_from_spec(spec)
    sys.modules[module_name] = module  # dataclasses and pickle look a class's module up here
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module_name]
        raise
    return module


def _from_package(name: str, dotted: str) -> ModuleType:
    _find_modules_in(Path.cwd())
    try:
        return import_module(dotted)
    except ModuleNotFoundError as error:
        if error.name is not None and (dotted == error.name or dotted.startswith(f"{error.name}.")):
            raise BotNotFound(f"bot {name!r}: there is no module {error.name!r}") from None
        raise
    except OSError:
        raise BotNotFound(f"bot {name!r}: no module can have that name") from None


def _find_modules_in(folder: Path) -> None:
    """Let a bot import its neighbours; last on the path, so that none of them hides an installed module."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
