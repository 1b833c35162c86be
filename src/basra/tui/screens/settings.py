"""The settings: each takes effect at once and is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from basra.i18n import ARABIC, _
from basra.match.settings import PACES
from basra.terminal.capabilities import supported_language, why_unsupported
from basra.tui import registry
from basra.tui.painting.forms import FormRow
from basra.tui.screens.form import FormScreen

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "look": "cards",
        "theme": "theme",
        "suits": "suits",
        "floor_order": "floor order",
        "pace": "computer’s pace",
        "animation": "animation",
        "bell": "bell",
        "undo": "taking back",
        "memory": "memory strip",
        "hints": "hints",
        "quick_play": "quick play",
        "language": "language",
        "arabic": "Arabic",
    }
)
"""The settings on this screen, from top to bottom, and what they are called."""

HINTS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "look": {
            "auto": "Cards are drawn as this terminal can best show them.",
            "paper": "Cards are light areas on the table.",
            "outline": "Cards are boxes of lines.",
            "ascii": "Plain characters only: boxes of + - and letters for the suits.",
        },
        "theme": {
            "felt": "Green felt.",
            "night": "Dark, for late hours.",
            "light": "A light table, for bright rooms.",
            "contrast": "Black and white, and strong colours.",
            "sixteen": "The sixteen colours of the terminal itself.",
        },
        "suits": {
            "colour-blind": "Four colours that stay apart for every eye.",
            "four": "Four colours: black, red, blue and green.",
            "two": "Red and black, as on most printed cards.",
        },
        "floor_order": {
            "laid": "Cards lie on the floor in the order in which they were laid.",
            "rank": "Cards lie on the floor by rank.",
        },
        "pace": {
            **{
                name: f"The computer’s card is shown for {seconds} seconds before it goes."
                for name, seconds in PACES.items()
            },
            "wait": "The computer’s card is shown until you press a key.",
        },
        "animation": {
            "full": "A basra flashes, and is called out.",
            "short": "A basra is called out, for less than half a second.",
            "off": "Nothing moves: a basra is told in the log and the score.",
        },
        "bell": {"off": "No sound.", "basra": "The terminal’s bell rings at a basra."},
        "undo": {
            "free": "Plays may be taken back, to the last deal of cards.",
            "turn": "Only the last play may be taken back.",
            "off": "What is laid is laid.",
        },
        "memory": {
            "off": "You remember by yourself what was played.",
            "on": "A strip tells which ranks are still out; the match counts as assisted.",
        },
        "hints": {
            "on": "h asks the coach, against the computer; the match then counts as assisted.",
            "always": "h asks the coach, with two people too; the match then counts as assisted.",
            "off": "Nobody helps.",
        },
        "quick_play": {
            "off": "A digit chooses a card; the same digit again, or Enter, lays it.",
            "on": "A digit lays its card at once.",
        },
        "language": {
            "en": "Everything is said in English.",
            "ar": "Everything is said in Arabic.",
        },
        "arabic": {
            "terminal": "Which one reads correctly?",
            "game": "Which one reads correctly?",
        },
    }
)
"""What each value means."""

VALUE_LABELS = {
    "contrast": "high contrast",
    "sixteen": "16 colours",
    "wait": "wait for a key",
    "en": "English",
    "ar": "عربي",
    "terminal": "1",
    "game": "2",
}
"""What values are called that do not speak for themselves."""
SAMPLE_TEXT = "بصرة بعشرة: +10"
"""What is read both ways for the choice between them."""


class SettingsScreen(FormScreen):
    """All settings on one page, with cards beside them as they look now."""

    NAME: ClassVar[str] = registry.SETTINGS
    SAMPLE = True

    def rows(self) -> Sequence[FormRow]:
        settings, terminal = self.game.settings, self.game.terminal
        rows = []
        for name, label in LABELS.items():
            value = getattr(settings, name)
            hint = _(HINTS[name][value])
            if but := why_unsupported(name, terminal, settings.look):
                hint = _("{what} But {why}.").format(what=hint, why=but)
            if name == "arabic" and supported_language(settings, terminal) != ARABIC:
                continue
            sample = SAMPLE_TEXT if name == "arabic" else ""
            shown = _(VALUE_LABELS.get(value, value))
            if self.game.table_theme.fallbacks and value == ARABIC:
                shown = "Arabic"
            rows.append(FormRow(name, _(label), shown, hint, bidi_sample=sample))
        return rows

    def change_value(self, name: str, step: int) -> None:
        self.game.change(**{name: getattr(self.game.settings.cycle(name, step), name)})
