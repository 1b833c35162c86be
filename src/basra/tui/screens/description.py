"""The table in words, and the table as a text in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import ClassVar

from basra.engine.views import View
from basra.messages.description import position_words
from basra.messages.names import Names
from basra.tui import keymap
from basra.tui.painting.pages import TextLine
from basra.tui.screens.pages import PageScreen


class SaidScreen(PageScreen):
    """The table as one plain paragraph."""

    KIND: ClassVar[str] = keymap.SAID
    HEADING = "The table in words"

    def __init__(self, view: View, names: Names, scores: tuple[int, int]) -> None:
        """Say what *view* shows."""
        super().__init__()
        self._words = position_words(view, names, scores)

    def lines(self, width: int) -> Sequence[TextLine]:
        return [TextLine(line) for line in wrap(self._words, width)]


def save_text(folder: Path, text: str, stem: str = "basra-table-{}", suffix: str = ".txt") -> Path:
    """Write *text* into a new file of *folder* and return its path; `OSError` where that fails.

    A number makes the name new: where the *stem* has no place for it, it is added from 2 on.
    """
    for number in range(1, 10_000):
        name = stem.format(number) if "{}" in stem or number == 1 else f"{stem}-{number}"
        path = folder / f"{name}{suffix}"
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text + "\n")
        except FileExistsError:
            continue
        return path
    raise FileExistsError("there are thousands of them already")
