"""What the command line asked for, as the program in the terminal takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra.engine.rules import Rules
from basra.match.settings import Settings
from basra.terminal.capabilities import Terminal

if TYPE_CHECKING:
    from basra.history.game_record import Record
    from basra.match.game_options import GameOptions


@dataclass(frozen=True, slots=True)
class Options:
    """What the player asked for on the command line; ``None`` where nothing was said."""

    rules: Rules | None = None
    """The rules, their target with them."""
    seed: str | None = None
    """The seed of the first match; the others draw their own."""
    level: str | None = None
    """The name of the bot that plays."""
    hot_seat: bool = False
    """Whether two people play at one keyboard."""
    names: tuple[str, str] | None = None
    """The names of south and north."""
    start: bool = False
    """Whether to go to the table at once."""
    pace: float | None = None
    """Seconds of the pace, where it is not that of the settings."""
    replay: tuple[Record, int] | None = None
    """The match to be looked at first, and its number in the archive, or 0."""
    resume: int = 0
    """The number of the match to be gone on with at once, or 0."""
    seal: bool = False
    """Whether the seal of a match is shown at its start."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Settings that hold for this run only, until they are changed in it."""
    terminal: Terminal = field(default_factory=Terminal)
    typed: bytes = b""
    """What was typed before the program could listen."""

    def game_options(self, settings: Settings) -> GameOptions:
        """Return what a new game begins with: the last choices, and over them what was asked."""
        from basra.match.game_options import GameOptions

        return GameOptions.of(settings).asked(
            rules=self.rules,
            seed=self.seed,
            level=self.level,
            hot_seat=self.hot_seat,
            names=self.names,
        )
