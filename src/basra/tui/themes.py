"""The themes: in which styles, frames and glyphs everything is painted.

Themes are made of palettes.  Painters write the characters of `basra.terminal.glyphs`; a theme
that may not use them translates each to another of the same width.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from rich.cells import get_character_cell_size
from rich.style import Style

from basra.i18n import RIGHT_TO_LEFT
from basra.match.settings import Settings
from basra.terminal import glyphs as signs
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
from basra.tui.painting.bidi import TERMINAL
from basra.tui.palettes import MARKED, PALETTES, Face

__all__ = ["FELT", "FRAMES", "LETTERS", "MONO", "Face", "Theme", "shown", "theme_of"]


class Letters(dict[int, str]):
    """What stands for a character where only ASCII may be written, for `str.translate`."""

    def __missing__(self, point: int) -> str:
        """A question mark for each column of a character that has no likeness."""
        char = chr(point)
        self[point] = char if " " <= char <= "~" else "?" * get_character_cell_size(char)
        return self[point]


LETTERS = Letters(zip(map(ord, signs.GLYPHS), signs.FALLBACKS, strict=True))


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
    back: Style
    bar: Style
    bar_key: Style
    chosen_item: Style
    cursor: Style
    """Where the next character goes, in what is chosen and written in."""
    cards: Mapping[tuple[Face, str], Style]
    """The style of a card by its face and its suit, one of ``CDHS``."""
    frame: str = PAPER
    """One of `FRAMES`."""
    glyphs: Mapping[int, str] = field(default_factory=dict)
    """What stands for which glyph, for `str.translate`; empty where all of them may be used."""
    letters: str = TERMINAL
    """Who turns and joins letters that are read from the right."""
    rtl: bool = False
    """Whether sentences begin on the right."""

    @property
    def points(self) -> bool:
        """Whether what is chosen stands between ``>`` and ``<``."""
        return self.frame == ASCII


@lru_cache(maxsize=64)
def theme_of(
    frame: str, name: str, suits: str, letters: str = TERMINAL, *, rtl: bool = False
) -> Theme:
    """Return the theme of a frame, a palette (or `MONO`) and a set of inks, each by its name.

    *letters* and *rtl* are those of a language that is read from the right.
    """
    return replace(_theme_of(frame, name, suits), letters=letters, rtl=rtl)


def _theme_of(frame: str, name: str, suits: str) -> Theme:
    glyphs = LETTERS if frame == ASCII else {}
    if name == MONO:
        return _mono(frame, glyphs)
    palette = PALETTES[name]
    bold = not palette.ansi

    def on_ground(colour: str, *, bold: bool = False) -> Style:
        return Style(color=palette.words[colour], bgcolor=palette.ground, bold=bold)

    return Theme(
        name,
        text=on_ground("text"),
        strong=on_ground("text", bold=True),
        dim=on_ground("dim"),
        title=on_ground("gold", bold=True),
        gold=on_ground("gold", bold=True),
        good=on_ground("good", bold=True),
        warn=on_ground("warn", bold=True),
        theirs=on_ground("theirs", bold=True),
        rule=on_ground("rule"),
        back=Style(color=palette.back[0], bgcolor=palette.back[1]),
        bar=Style(color=palette.words["text"], bgcolor=palette.bar),
        bar_key=Style(color=palette.key, bgcolor=palette.bar, bold=bold),
        chosen_item=Style(color=palette.item[0], bgcolor=palette.item[1], bold=bold),
        cursor=Style(color=palette.item[1], bgcolor=palette.item[0]),
        cards={
            (face, suit): Style(color=ink, bgcolor=palette.papers[face], bold=bold)
            for (face, suit), ink in palette.inks(suits).items()
        },
        frame=frame,
        glyphs=glyphs,
    )


def shown(settings: Settings, terminal: Terminal) -> Theme:
    """Return the theme of *settings* as far as *terminal* can show it."""
    rtl = supported_language(settings, terminal) in RIGHT_TO_LEFT
    return theme_of(*supported_theme(settings, terminal), settings.suits, settings.arabic, rtl=rtl)


def _mono(frame: str, glyphs: Mapping[int, str]) -> Theme:
    """The theme without colours: bold, reverse and lines say it all."""
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
        back=plain,
        bar=reverse,
        bar_key=Style(reverse=True, bold=True),
        chosen_item=Style(reverse=True, bold=True),
        cursor=Style(underline=True),
        cards={
            (face, suit): Style(reverse=face in MARKED, bold=face is not Face.SECOND)
            for face in Face
            for suit in "CDHS"
        },
        frame=OUTLINE if frame == PAPER else frame,
        glyphs=glyphs,
    )


FELT = theme_of(PAPER, "felt", "colour-blind")
"""Paper cards on felt: the theme of the table."""
