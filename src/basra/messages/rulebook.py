"""The rule book as text: docs/rules.md, which is part of the package."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

_EXAMPLES = re.compile(r"^```takes (?P<presets>[^\n]*)\n(?P<claims>.*?)^```$", re.M | re.S)
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|\*|`)([^*`\n]+)\1(?!\w)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


def read_rule_book() -> str:
    """Return docs/rules.md as it is: Markdown with boxes of examples."""
    packaged = files("basra") / "data" / "rules.md"
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")


def strip_markdown(markdown: str) -> str:
    r"""Return *markdown* to be read as it stands: examples indented, links as their words.

    >>> print(strip_markdown("See [this](there.md).\n```takes v1 v2\n5S on {} takes nothing\n```"))
    See this.
        In v1, v2:
        5S on {} takes nothing
    """
    return _LINK.sub(r"\1", _EXAMPLES.sub(_indented, markdown))


def strip_emphasis(text: str) -> str:
    """Return a paragraph as its words alone.

    >>> strip_emphasis("See [*this*](there.md): `komi = no`.")
    'See this: komi = no.'
    """
    return _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text))


def _indented(box: re.Match[str]) -> str:
    presets = box["presets"].split()
    where = "In all presets" if presets == ["all"] else "In " + ", ".join(presets)
    return "\n".join(f"    {line}" for line in (f"{where}:", *box["claims"].splitlines()))
