"""Search of the rule book, by number or by word.

It has the prose of docs/rules.md, without code blocks and tables.
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
from basra.plain.parser import as_sentence

_NUMBERED_HEADING = re.compile(r"^### (\d+\.\d+) (.+)$")
_FIELD = re.compile(r"`(\w+)")
_MAX_TITLES = 12
"""How many titles are listed where more paragraphs match."""


class Paragraph(NamedTuple):
    """A numbered paragraph of the rule book."""

    number: str
    title: str
    blocks: tuple[str, ...]
    """Its prose in Markdown, a text for each block."""

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in unmarked(" ".join(self.blocks)).casefold()


def search_rulebook(query: str, rules: Rules) -> Iterator[str]:
    """Yield lines with the paragraphs on *query*, and their values in *rules*."""
    if not query:
        yield f"The rules in force are {rules.name}, to {rules.target} points."
        yield describe_rules(rules)
        yield "Type rules 3.4 for that paragraph, or rules jack for all those on jacks."
        return
    matches = _matching_paragraphs(query.casefold())
    if not matches:
        yield f"The rule book has nothing on {quote(query)}: try rules jack, or rules 3.4."
    elif len(matches) == 1:
        yield from _paragraph_lines(matches[0], rules)
    else:
        titles = "; ".join(f"{one.number} {one.title}" for one in matches[:_MAX_TITLES])
        more = f"; and {len(matches) - _MAX_TITLES} more" if len(matches) > _MAX_TITLES else ""
        yield f"There are {len(matches)} paragraphs: {titles}{more}."
        yield f"Type rules {matches[0].number} for the first."


def _matching_paragraphs(query: str) -> list[Paragraph]:
    """Return the paragraphs of this number, else of this chapter, with this title, this text."""
    book = paragraphs()
    return (
        [one for one in book if one.number == query]
        or [one for one in book if one.number.split(".")[0] == query]
        or [one for one in book if query in one.title.casefold()]
        or [one for one in book if query in one]
    )


def _paragraph_lines(paragraph: Paragraph, rules: Rules) -> Iterator[str]:
    yield f"{paragraph.number} {as_sentence(unmarked(paragraph.title))}"
    for block in paragraph.blocks:
        text = as_sentence(unmarked(block))
        yield text[:-1] if text.endswith(":.") else text
    fields = dict.fromkeys(_FIELD.findall(" ".join(paragraph.blocks)))
    values = [f"{name} = {rules.value_text(name)}" for name in fields if name in FIELDS]
    if values:
        yield f"In force: {', '.join(values)}."


@lru_cache(maxsize=1)
def paragraphs() -> tuple[Paragraph, ...]:
    """Return the numbered paragraphs of the rule book, in its order."""
    book: list[Paragraph] = []
    heading: tuple[str, str] | None = None
    blocks: list[str] = []
    is_code = is_in_block = False
    for line in [*rule_book().splitlines(), "## "]:
        if line.startswith("```"):
            is_code, is_in_block = not is_code, False
        elif is_code:
            continue
        elif line.startswith("#"):
            if heading is not None:
                book.append(Paragraph(*heading, tuple(blocks)))
            match = _NUMBERED_HEADING.match(line)
            heading = (match[1], match[2]) if match else None
            blocks, is_in_block = [], False
        elif not line.strip() or line.startswith("|"):
            is_in_block = False
        elif is_in_block and not line.startswith("- "):
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.removeprefix("- ").strip())
            is_in_block = True
    return tuple(book)
