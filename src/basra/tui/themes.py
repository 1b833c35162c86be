"""Colours and glyphs: what a look is, and the looks there are.

Law of this file: it is the only place that names a colour.  Painters write the glyphs below; a
look that may not use them translates each to another of the same width.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rich.style import Style

GLYPHS = "–♣♦♥♠✓•★·…─│▚×—←→↑↓’"
"""Every character outside ASCII that a painter may write, other than in names and texts."""


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


@dataclass(frozen=True, slots=True)
class Look:
    """The styles and glyphs in which everything is painted.  Each style is complete."""

    name: str
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
    chosen_entry: Style
    cards: Mapping[tuple[Face, str], Style]
    """The style of a card by its face and its suit, one of ``CDHS``."""
    glyphs: Mapping[int, str] = field(default_factory=dict)
    """What stands for which glyph, for `str.translate`; empty where all of them may be used."""


def _look(
    name: str,
    *,
    felt: str,
    bar: str,
    inks: Mapping[str, str],
    papers: Mapping[Face, str],
    colours: Mapping[str, str],
    back: tuple[str, str],
) -> Look:
    def on_felt(colour: str, *, bold: bool = False) -> Style:
        return Style(color=colours[colour], bgcolor=felt, bold=bold)

    return Look(
        name,
        text=on_felt("text"),
        strong=on_felt("text", bold=True),
        dim=on_felt("dim"),
        title=on_felt("gold", bold=True),
        gold=on_felt("gold", bold=True),
        good=on_felt("good", bold=True),
        warn=on_felt("warn", bold=True),
        theirs=on_felt("theirs", bold=True),
        rule=on_felt("rule"),
        back=Style(color=back[0], bgcolor=back[1]),
        bar=Style(color=colours["text"], bgcolor=bar),
        bar_key=Style(color=colours["warn"], bgcolor=bar, bold=True),
        chosen_entry=Style(color=inks["S"], bgcolor=papers[Face.CHOSEN], bold=True),
        cards={
            (face, suit): Style(color=ink, bgcolor=paper, bold=True)
            for face, paper in papers.items()
            for suit, ink in inks.items()
        },
    )


PAPERS = {
    Face.PLAIN: "#f6f1e1",
    Face.SECOND: "#e6dfc9",
    Face.CHOSEN: "#ffdf80",
    Face.TAKES: "#c4f0b4",
    Face.JUST: "#f9d5c4",
    Face.THEIRS: "#f9d5c4",
}
INKS = {"S": "#111111", "H": "#b00d16", "D": "#5a2ca0", "C": "#00606b"}
"""Four colours that stay apart in every kind of colour vision."""

FELT = _look(
    "felt",
    felt="#0f3d2e",
    bar="#092a20",
    inks=INKS,
    papers=PAPERS,
    colours={
        "text": "#d8e8d8",
        "dim": "#9fc3ae",
        "gold": "#ffd75f",
        "good": "#8df08d",
        "warn": "#ffb454",
        "theirs": "#ffb08a",
        "rule": "#4f8a70",
    },
    back=("#4a79b5", "#213e70"),
)
"""Paper cards on felt: the look of the table."""
