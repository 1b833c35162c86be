"""What the command line asked for, as the program in the terminal takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from basra.engine.rules import Rules
from basra.settings import Settings
from basra.tui.preflight import Terminal

if TYPE_CHECKING:
    from basra.records.text import Record
    from basra.tui.choices import Choices


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
    given: Mapping[str, str] = field(default_factory=dict)
    """Settings that hold for this run only, until they are changed in it."""
    terminal: Terminal = field(default_factory=Terminal)

    def choices(self, settings: Settings) -> Choices:
        """Return what a new game begins with: the last choices, and over them what was asked."""
        from basra.tui.choices import Choices

        last = Choices.of(settings)
        return replace(
            last,
            who="two" if self.hot_seat else last.who if self.level is None else "computer",
            level=self.level or last.level,
            rules=self.rules or last.rules,
            target=str(self.rules.target) if self.rules else last.target,
            names=_cleaned(self.names or last.names),
            seed=self.seed or "",
        )


def _cleaned(names: tuple[str, str]) -> tuple[str, str]:
    from basra.records.headings import clean_name

    south, north = names
    return clean_name(south, ""), clean_name(north, "")
