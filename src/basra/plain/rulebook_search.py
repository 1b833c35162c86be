"""The rule book, asked by number or by word.

Law of this file: pure; the text is that of docs/rules.md, without its boxes and tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from basra.engine.errors import quote
from basra.engine.rules import FIELDS, Rules
from basra.match.game_options import describe_rules
from basra.messages.rulebook import rule_book, unmarked
from basra.plain.commands import sentence

_HEADING = re.compile(r"^### (\d+\.\d+) (.+)$")
_NAMED = re.compile(r"`(\w+)")
_MOST = 12
"""How many paragraphs are named where many are found."""


class Paragraph(NamedTuple):
    """A numbered paragraph of the rule book."""

    number: str
    title: str
    blocks: tuple[str, ...]
    """Its prose, a text for each block, marks of emphasis and all."""

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in unmarked(" ".join(self.blocks)).casefold()


def asked(words: str, rules: Rules) -> Iterator[str]:
    """Yield what the rule book says of *words*, and how *rules* have it."""
    if not words:
        yield f"The rules in force are {rules.name}, to {rules.target} points."
        yield describe_rules(rules)
        yield "Type rules 3.4 to hear that paragraph, or rules jack for all those on jacks."
        return
    found = _found(words.casefold())
    if not found:
        yield f"The rule book has nothing on {quote(words)}: try rules jack, or rules 3.4."
    elif len(found) == 1:
        yield from _read(found[0], rules)
    else:
        named = "; ".join(f"{one.number} {one.title}" for one in found[:_MOST])
        more = f"; and {len(found) - _MOST} more" if len(found) > _MOST else ""
        yield f"There are {len(found)} paragraphs: {named}{more}."
        yield f"Type rules {found[0].number} to hear the first."


def _found(words: str) -> list[Paragraph]:
    """The paragraphs with this number, of this chapter, with this in their title or their text."""
    book = paragraphs()
    return (
        [one for one in book if one.number == words]
        or [one for one in book if one.number.split(".")[0] == words]
        or [one for one in book if words in one.title.casefold()]
        or [one for one in book if words in one]
    )


def _read(paragraph: Paragraph, rules: Rules) -> Iterator[str]:
    yield f"{paragraph.number} {sentence(unmarked(paragraph.title))}"
    for block in paragraph.blocks:
        text = sentence(unmarked(block))
        yield text[:-1] if text.endswith(":.") else text
    named = dict.fromkeys(_NAMED.findall(" ".join(paragraph.blocks)))
    values = [f"{name} = {rules.value_text(name)}" for name in named if name in FIELDS]
    if values:
        yield f"In force: {', '.join(values)}."


@lru_cache(maxsize=1)
def paragraphs() -> tuple[Paragraph, ...]:
    """Return the numbered paragraphs of the rule book, in its order."""
    found: list[Paragraph] = []
    heading: tuple[str, str] | None = None
    blocks: list[str] = []
    is_boxed = is_going_on = False
    for line in [*rule_book().splitlines(), "## "]:
        if line.startswith("```"):
            is_boxed, is_going_on = not is_boxed, False
        elif is_boxed:
            continue
        elif line.startswith("#"):
            if heading is not None:
                found.append(Paragraph(*heading, tuple(blocks)))
            match = _HEADING.match(line)
            heading = (match[1], match[2]) if match else None
            blocks, is_going_on = [], False
        elif not line.strip() or line.startswith("|"):
            is_going_on = False
        elif is_going_on and not line.startswith("- "):
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.removeprefix("- ").strip())
            is_going_on = True
    return tuple(found)
