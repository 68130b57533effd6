"""`tournament.toml` to a typed tournament, every mistake in it named at once.

Imports: referee.config.
"""

from referee.config.fields import Address
from referee.config.model import BotConfig, Faults, TlsFiles, TournamentConfig
from referee.config.parse import EXAMPLE, load_config, parse_config
from referee.config.report import ConfigError

__all__ = [
    "EXAMPLE",
    "Address",
    "BotConfig",
    "ConfigError",
    "Faults",
    "TlsFiles",
    "TournamentConfig",
    "load_config",
    "parse_config",
]
