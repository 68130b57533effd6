"""`tournament.toml` to a typed tournament, every mistake in it named at once.

Imports: ginrummy, pydantic.
"""

from referee.config.fields import Address
from referee.config.model import BotConfig, Faults, TlsFiles, TournamentConfig
from referee.config.parse import load_config, parse_config
from referee.config.report import ConfigError

__all__ = [
    "Address",
    "BotConfig",
    "ConfigError",
    "Faults",
    "TlsFiles",
    "TournamentConfig",
    "load_config",
    "parse_config",
]
