"""The themes: the colours, styles and glyphs in which everything is painted.

This is the only file that names a colour.  Tests compute what must hold: every colour is legible
on its background, and the suits of the colour-blind set stay apart in every kind of colour vision.
Painters write the characters of `basra.terminal.glyphs`; a theme that may not use them replaces
each by one of the same width.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rich.cells import get_character_cell_size
from rich.style import Style

from basra.i18n import RIGHT_TO_LEFT
from basra.match.settings import Settings
from basra.terminal.capabilities import (
    ASCII,
    FRAMES,
    MONO,
    OUTLINE,
    PAPER,
    Terminal,
    supported_language,
    supported_theme,
)
from basra.terminal.glyphs import FALLBACKS, GLYPHS

__all__ = ["DEFAULT_THEME", "FRAMES", "MONO", "Highlight", "Theme", "build_theme", "theme_for"]

# ------------------------------------------------------------------ colours


class Highlight(Enum):
    """How a card stands out on the table."""

    PLAIN = ""
    ALTERNATE = " "
    """Plain, in another shade, to be told from the card it touches."""
    SELECTED = "  "
    CAPTURE = "✓"
    """What the selected card takes."""
    LAST_PLAY = "•"
    """The card that the opponent has just laid."""
    THEIR_CAPTURE = "✓ "
    """What the opponent's card takes."""

    @property
    def mark(self) -> str:
        """The mark that says the same as the colour, if there is one."""
        return self.value.strip()


MARKED: Final = (
    Highlight.SELECTED, Highlight.CAPTURE, Highlight.LAST_PLAY, Highlight.THEIR_CAPTURE
)  # fmt: skip

SUIT_COLOURS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "colour-blind": {"S": "#111111", "H": "#b00d16", "D": "#5a2ca0", "C": "#00606b"},
        "four": {"S": "#111111", "H": "#b00d16", "D": "#0a2f9c", "C": "#075c28"},
        "two": {"S": "#111111", "H": "#b00d16", "D": "#b00d16", "C": "#111111"},
    }
)
"""The colours of the suits by the name of the set; the first is for colour-blind eyes too."""
ANSI_SUIT_COLOURS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "colour-blind": {"S": "black", "H": "red", "D": "magenta", "C": "blue"},
        "four": {"S": "black", "H": "red", "D": "blue", "C": "magenta"},
        "two": {"S": "black", "H": "red", "D": "red", "C": "black"},
    }
)
"""The same among the sixteen; green and cyan on white are illegible in every terminal."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, as rich names them."""

    background: str
    bar_background: str
    """Behind the key bar."""
    card_backgrounds: Mapping[Highlight, str]
    colours: Mapping[str, str]
    """The colours of text on the background: text, dim, gold, good, warn, theirs, rule."""
    card_back: tuple[str, str]
    """Foreground and background of a card face down."""
    key: str
    """The keys in the key bar."""
    selected_item: tuple[str, str]
    """Foreground and background of the selected item of a menu."""
    ansi: bool = False
    """Whether these are names of the sixteen colours, in which nothing may be bold on a card."""

    def suit_colours(self, suits: str) -> Mapping[tuple[Highlight, str], str]:
        """Return the colour of each suit on each background, in the set called *suits*.

        Among sixteen colours, four suits can be told apart on the plain background only; on the
        others all have one colour.
        """
        colours = (ANSI_SUIT_COLOURS if self.ansi else SUIT_COLOURS)[suits]
        only = dict.fromkeys(MARKED, "black") | {Highlight.ALTERNATE: "white"} if self.ansi else {}
        return {
            (highlight, suit): only.get(highlight, colour)
            for highlight in Highlight
            for suit, colour in colours.items()
        }


def _card_backgrounds(
    plain: str, alternate: str, selected: str, capture: str, theirs: str
) -> Mapping[Highlight, str]:
    return {
        Highlight.PLAIN: plain,
        Highlight.ALTERNATE: alternate,
        Highlight.SELECTED: selected,
        Highlight.CAPTURE: capture,
        Highlight.LAST_PLAY: theirs,
        Highlight.THEIR_CAPTURE: theirs,
    }


_CREAM = _card_backgrounds("#f6f1e1", "#e6dfc9", "#ffdf80", "#c4f0b4", "#f9d5c4")

PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {
        "felt": Palette(
            background="#0f3d2e",
            bar_background="#092a20",
            card_backgrounds=_CREAM,
            colours={
                "text": "#d8e8d8",
                "dim": "#9fc3ae",
                "gold": "#ffd75f",
                "good": "#8df08d",
                "warn": "#ffb454",
                "theirs": "#ffb08a",
                "rule": "#4f8a70",
            },
            card_back=("#4a79b5", "#213e70"),
            key="#ffb454",
            selected_item=("#111111", "#ffdf80"),
        ),
        "night": Palette(
            background="#16171d",
            bar_background="#0b241d",
            card_backgrounds=_card_backgrounds(
                "#e9e6da", "#d8d4c4", "#ffd970", "#b3e6a0", "#f3cbb8"
            ),
            colours={
                "text": "#dcdce4",
                "dim": "#9a9db0",
                "gold": "#f2cc60",
                "good": "#92e492",
                "warn": "#ffad4d",
                "theirs": "#ffa680",
                "rule": "#4a4d60",
            },
            card_back=("#7a63b8", "#3d3170"),
            key="#ffad4d",
            selected_item=("#111111", "#ffd970"),
        ),
        "light": Palette(
            background="#cfddd0",
            bar_background="#b5c8b7",
            card_backgrounds=_card_backgrounds(
                "#fffdf6", "#eeeadb", "#ffd766", "#a8ec90", "#ffc9b0"
            ),
            colours={
                "text": "#10281f",
                "dim": "#2c4539",
                "gold": "#5c3a00",
                "good": "#0b5a1e",
                "warn": "#7a2e00",
                "theirs": "#93290c",
                "rule": "#86a08c",
            },
            card_back=("#7f9fd0", "#3d5f9c"),
            key="#7a2f00",
            selected_item=("#111111", "#ffd766"),
        ),
        "contrast": Palette(
            background="#000000",
            bar_background="#000000",
            card_backgrounds=_card_backgrounds(
                "#ffffff", "#dddddd", "#ffee00", "#9dff9d", "#ffc8e6"
            ),
            colours={
                "text": "#ffffff",
                "dim": "#d0d0d0",
                "gold": "#ffee00",
                "good": "#7dff7d",
                "warn": "#ffc04d",
                "theirs": "#ffa8d8",
                "rule": "#a0a0a0",
            },
            card_back=("#ffffff", "#0000a8"),
            key="#ffee00",
            selected_item=("#000000", "#ffee00"),
        ),
        "sixteen": Palette(
            background="black",
            bar_background="blue",
            card_backgrounds=_card_backgrounds("white", "black", "yellow", "green", "cyan"),
            colours={
                "text": "white",
                "dim": "white",
                "gold": "bright_yellow",
                "good": "bright_green",
                "warn": "bright_yellow",
                "theirs": "bright_cyan",
                "rule": "cyan",
            },
            card_back=("bright_white", "blue"),
            key="bright_yellow",
            selected_item=("black", "yellow"),
            ansi=True,
        ),
    }
)
"""The palettes by name.  Of sixteen colours only the eight plain ones are safe as a background."""

# ------------------------------------------------------------------ themes


class AsciiFallbacks(dict[int, str]):
    """What replaces a character where only ASCII may be written, for `str.translate`."""

    def __missing__(self, point: int) -> str:
        """Replace a character without a fallback by a question mark a column."""
        char = chr(point)
        self[point] = char if " " <= char <= "~" else "?" * get_character_cell_size(char)
        return self[point]


_ASCII_FALLBACKS = AsciiFallbacks(zip(map(ord, GLYPHS), FALLBACKS, strict=True))


@dataclass(frozen=True, slots=True)
class Theme:
    """The styles and glyphs in which everything is painted.  Each style is complete."""

    name: str
    """The name of the palette, or `MONO`."""
    text: Style
    strong: Style
    dim: Style
    title: Style
    gold: Style
    good: Style
    warn: Style
    theirs: Style
    rule: Style
    card_back: Style
    bar: Style
    bar_key: Style
    selected_item: Style
    cursor: Style
    """The cursor in a line of text that is being edited."""
    cards: Mapping[tuple[Highlight, str], Style]
    """The style of a card by its highlight and its suit, one of ``CDHS``."""
    frame: str = PAPER
    """One of `FRAMES`."""
    fallbacks: Mapping[int, str] = field(default_factory=dict)
    """What replaces glyphs, for `str.translate`; empty where all of them may be used."""
    is_shaping: bool = False
    """Whether the game orders and joins Arabic letters, for a terminal that does not."""
    rtl: bool = False
    """Whether sentences begin on the right."""

    @property
    def brackets_selection(self) -> bool:
        """Whether what is selected stands between ``>`` and ``<``."""
        return self.frame == ASCII


@lru_cache(maxsize=64)
def build_theme(
    frame: str, name: str, suits: str, *, is_shaping: bool = False, rtl: bool = False
) -> Theme:
    """Return the theme of a frame, a palette (or `MONO`) and a set of suit colours, by their names.

    *is_shaping* and *rtl* are for a language that is read from the right.
    """
    fallbacks = _ASCII_FALLBACKS if frame == ASCII else {}
    theme = _mono(frame) if name == MONO else _coloured(frame, name, suits)
    return replace(theme, fallbacks=fallbacks, is_shaping=is_shaping, rtl=rtl)


def theme_for(settings: Settings, terminal: Terminal) -> Theme:
    """Return the theme of *settings* as far as *terminal* can show it."""
    rtl = supported_language(settings, terminal) in RIGHT_TO_LEFT
    frame, name = supported_theme(settings, terminal)
    is_shaping = settings.arabic == "game"
    return build_theme(frame, name, settings.suits, is_shaping=is_shaping, rtl=rtl)


def _coloured(frame: str, name: str, suits: str) -> Theme:
    palette = PALETTES[name]
    bold = not palette.ansi

    def on_background(colour: str, *, bold: bool = False) -> Style:
        return Style(color=palette.colours[colour], bgcolor=palette.background, bold=bold)

    return Theme(
        name,
        text=on_background("text"),
        strong=on_background("text", bold=True),
        dim=on_background("dim"),
        title=on_background("gold", bold=True),
        gold=on_background("gold", bold=True),
        good=on_background("good", bold=True),
        warn=on_background("warn", bold=True),
        theirs=on_background("theirs", bold=True),
        rule=on_background("rule"),
        card_back=Style(color=palette.card_back[0], bgcolor=palette.card_back[1]),
        bar=Style(color=palette.colours["text"], bgcolor=palette.bar_background),
        bar_key=Style(color=palette.key, bgcolor=palette.bar_background, bold=bold),
        selected_item=Style(
            color=palette.selected_item[0], bgcolor=palette.selected_item[1], bold=bold
        ),
        cursor=Style(color=palette.selected_item[1], bgcolor=palette.selected_item[0]),
        cards={
            (highlight, suit): Style(
                color=colour, bgcolor=palette.card_backgrounds[highlight], bold=bold
            )
            for (highlight, suit), colour in palette.suit_colours(suits).items()
        },
        frame=frame,
    )


def _mono(frame: str) -> Theme:
    """The theme without colours, where bold, reverse and lines carry every meaning."""
    plain, bold = Style(), Style(bold=True)
    reverse = Style(reverse=True)
    return Theme(
        MONO,
        text=plain,
        strong=bold,
        dim=plain,
        title=bold,
        gold=bold,
        good=bold,
        warn=bold,
        theirs=bold,
        rule=plain,
        card_back=plain,
        bar=reverse,
        bar_key=Style(reverse=True, bold=True),
        selected_item=Style(reverse=True, bold=True),
        cursor=Style(underline=True),
        cards={
            (highlight, suit): Style(
                reverse=highlight in MARKED, bold=highlight is not Highlight.ALTERNATE
            )
            for highlight in Highlight
            for suit in "CDHS"
        },
        frame=OUTLINE if frame == PAPER else frame,
    )


DEFAULT_THEME = build_theme(PAPER, "felt", "colour-blind")
"""Paper cards on felt."""
