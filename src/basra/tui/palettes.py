"""The colours: grounds, papers and inks of every theme.

Law of this file: it is the only place that names a colour, and it holds nothing else.  What must
hold of them, tests compute: every ink can be read on every paper and every word on its ground, and
the suits of the colour-blind set stay apart in every kind of colour vision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final


class Face(Enum):
    """What is to be seen of a card besides its rank and suit."""

    PLAIN = ""
    SECOND = " "
    """Plain, in the other shade of paper: told apart from the card it touches."""
    CHOSEN = "  "
    TAKES = "✓"
    """What the chosen card takes."""
    JUST = "•"
    """The other player's card, laid just now."""
    THEIRS = "✓ "
    """What the other player's card takes."""

    @property
    def mark(self) -> str:
        """The mark that says the same as the colour, if there is one."""
        return self.value.strip()


MARKED: Final = (Face.CHOSEN, Face.TAKES, Face.JUST, Face.THEIRS)

INKS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "colour-blind": {"S": "#111111", "H": "#b00d16", "D": "#5a2ca0", "C": "#00606b"},
        "four": {"S": "#111111", "H": "#b00d16", "D": "#0a2f9c", "C": "#075c28"},
        "two": {"S": "#111111", "H": "#b00d16", "D": "#b00d16", "C": "#111111"},
    }
)
"""The inks of the suits by the name of the set; the first stays apart for every eye."""
ANSI_INKS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "colour-blind": {"S": "black", "H": "red", "D": "magenta", "C": "blue"},
        "four": {"S": "black", "H": "red", "D": "blue", "C": "magenta"},
        "two": {"S": "black", "H": "red", "D": "red", "C": "black"},
    }
)
"""The same of the sixteen; green and cyan cannot be read on white in any terminal."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, as rich names them."""

    ground: str
    bar: str
    """The ground of the key bar."""
    papers: Mapping[Face, str]
    words: Mapping[str, str]
    """The colours of words on the ground: text, dim, gold, good, warn, theirs, rule."""
    back: tuple[str, str]
    """The pattern and the ground of a card face down."""
    key: str
    """The keys in the key bar."""
    item: tuple[str, str]
    """Ink and paper of the chosen entry of a menu."""
    ansi: bool = False
    """Whether these are names of the sixteen colours, in which nothing may be bold on a card."""

    def inks(self, suits: str) -> Mapping[tuple[Face, str], str]:
        """Return the ink for each face and suit, in the set of inks called *suits*.

        Of sixteen colours only the plain paper can be read in four; the others have one ink.
        """
        inks = (ANSI_INKS if self.ansi else INKS)[suits]
        only = dict.fromkeys(MARKED, "black") | {Face.SECOND: "white"} if self.ansi else {}
        return {(face, suit): only.get(face, ink) for face in Face for suit, ink in inks.items()}


def _papers(plain: str, second: str, chosen: str, takes: str, theirs: str) -> Mapping[Face, str]:
    return {
        Face.PLAIN: plain,
        Face.SECOND: second,
        Face.CHOSEN: chosen,
        Face.TAKES: takes,
        Face.JUST: theirs,
        Face.THEIRS: theirs,
    }


_CREAM = _papers("#f6f1e1", "#e6dfc9", "#ffdf80", "#c4f0b4", "#f9d5c4")

PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {
        "felt": Palette(
            ground="#0f3d2e",
            bar="#092a20",
            papers=_CREAM,
            words={
                "text": "#d8e8d8",
                "dim": "#9fc3ae",
                "gold": "#ffd75f",
                "good": "#8df08d",
                "warn": "#ffb454",
                "theirs": "#ffb08a",
                "rule": "#4f8a70",
            },
            back=("#4a79b5", "#213e70"),
            key="#ffb454",
            item=("#111111", "#ffdf80"),
        ),
        "night": Palette(
            ground="#16171d",
            bar="#0b241d",
            papers=_papers("#e9e6da", "#d8d4c4", "#ffd970", "#b3e6a0", "#f3cbb8"),
            words={
                "text": "#dcdce4",
                "dim": "#9a9db0",
                "gold": "#f2cc60",
                "good": "#92e492",
                "warn": "#ffad4d",
                "theirs": "#ffa680",
                "rule": "#4a4d60",
            },
            back=("#7a63b8", "#3d3170"),
            key="#ffad4d",
            item=("#111111", "#ffd970"),
        ),
        "light": Palette(
            ground="#cfddd0",
            bar="#b5c8b7",
            papers=_papers("#fffdf6", "#eeeadb", "#ffd766", "#a8ec90", "#ffc9b0"),
            words={
                "text": "#10281f",
                "dim": "#2c4539",
                "gold": "#5c3a00",
                "good": "#0b5a1e",
                "warn": "#7a2e00",
                "theirs": "#93290c",
                "rule": "#86a08c",
            },
            back=("#7f9fd0", "#3d5f9c"),
            key="#7a2f00",
            item=("#111111", "#ffd766"),
        ),
        "contrast": Palette(
            ground="#000000",
            bar="#000000",
            papers=_papers("#ffffff", "#dddddd", "#ffee00", "#9dff9d", "#ffc8e6"),
            words={
                "text": "#ffffff",
                "dim": "#d0d0d0",
                "gold": "#ffee00",
                "good": "#7dff7d",
                "warn": "#ffc04d",
                "theirs": "#ffa8d8",
                "rule": "#a0a0a0",
            },
            back=("#ffffff", "#0000a8"),
            key="#ffee00",
            item=("#000000", "#ffee00"),
        ),
        "sixteen": Palette(
            ground="black",
            bar="blue",
            papers=_papers("white", "black", "yellow", "green", "cyan"),
            words={
                "text": "white",
                "dim": "white",
                "gold": "bright_yellow",
                "good": "bright_green",
                "warn": "bright_yellow",
                "theirs": "bright_cyan",
                "rule": "cyan",
            },
            back=("bright_white", "blue"),
            key="bright_yellow",
            item=("black", "yellow"),
            ansi=True,
        ),
    }
)
"""Every theme by its name.  Sixteen colours: only the eight plain ones are safe as a ground."""
