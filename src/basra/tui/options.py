"""What the command line asked for, and the settings as they hold while the program runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra.engine.rules import Rules
from basra.match.settings import Settings
from basra.terminal.capabilities import Terminal

if TYPE_CHECKING:
    from basra.files import SettingsFile
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
    """The number of the match to be resumed at once, or 0."""
    seal: bool = False
    """Whether the seal of a match is shown at its start."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Settings that hold for this run only, until they are changed in it."""
    terminal: Terminal = field(default_factory=Terminal)
    typeahead: bytes = b""
    """What was typed before the program could listen."""

    def game_options(self, settings: Settings) -> GameOptions:
        """Return what a new game begins with: the last choices, and over them what was asked."""
        from basra.match.game_options import GameOptions

        return GameOptions.from_settings(settings).override(
            rules=self.rules,
            seed=self.seed,
            level=self.level,
            hot_seat=self.hot_seat,
            names=self.names,
        )


class LiveSettings:
    """The settings of a run: those of the file, and over them what holds for this run only."""

    def __init__(
        self, store: SettingsFile | None, given: Mapping[str, str], apply: Callable[[], None]
    ) -> None:
        """Read the settings in *store*, if there is one; call *apply* after each change."""
        self._store = store
        self._saved, self.notice = store.load() if store else (Settings(), None)
        """The settings of the file, and a notice about it."""
        self._given: dict[str, object] = dict(given)
        self._apply = apply
        self._is_unsaved = False
        self.current = self._saved.replace(**self._given)
        """The settings in force."""

    def change(self, **values: object) -> None:
        """Change settings for this run and the next ones; they are saved by `save`."""
        for name in values:
            self._given.pop(name, None)
        self._saved = self._saved.replace(**values)
        self.current = self._saved.replace(**self._given)
        self._is_unsaved = self._store is not None
        self._apply()

    def save(self) -> None:
        """Write the settings, if they have changed."""
        if self._is_unsaved and self._store is not None:
            self._is_unsaved = False
            self.notice = self._store.save(self._saved) or self.notice

    def take_notice(self) -> str | None:
        """Return the notice about the file, if there is one, once."""
        notice, self.notice = self.notice, None
        return notice
