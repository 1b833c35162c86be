"""The rule book as lines of a page, with the rules in force marked, and its search.

The text is the whole of docs/rules.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap

from basra.engine.rules import FIELDS, Rules
from basra.i18n import ENGLISH, _, current_language
from basra.match.game_options import describe_rules
from basra.messages.rulebook import unmarked
from basra.tui.painting.pages import TextLine

_NAMED = re.compile(r"`(\w+)(?: = \w+)?`")
_FENCE = "```"
_IN_FORCE = " · in force"


def rulebook_lines(markdown: str, rules: Rules, width: int) -> tuple[TextLine, ...]:
    """Return the rule book in lines of at most *width* columns, with the values of *rules*.

    The value in force stands under each paragraph on a house rule; examples for other presets and
    their columns in tables are dim.
    """
    lines = [
        TextLine(
            _("In force: {rules}, to {target}").format(rules=rules.name, target=rules.target),
            "gold",
        )
    ]
    lines += [TextLine(text) for text in wrap(describe_rules(rules), width)]
    lines += [TextLine(text, "dim") for text in wrap(_(HOW), width)]
    if current_language() != ENGLISH:
        lines += [TextLine(text, "warn") for text in wrap(_(ONLY_ENGLISH), width)]
    return (*lines, *_lines(markdown, rules, width))


@lru_cache(maxsize=2)
def _lines(markdown: str, rules: Rules, width: int) -> tuple[TextLine, ...]:
    lines: list[TextLine] = []
    for part in _parts(markdown):
        lines += _part(part, rules, width)
    return tuple(lines)


HOW = "An arrow → tells the value in force; examples for other presets are dim."
ONLY_ENGLISH = "The rule book is in English."


def _parts(markdown: str) -> Iterator[list[str]]:
    """Yield the lines of each part: what stands before the first heading, then each heading's."""
    part: list[str] = []
    fenced = False
    for line in markdown.splitlines()[1:]:
        fenced ^= line.startswith(_FENCE)
        if line.startswith("#") and not fenced:
            yield part
            part = []
        part.append(line)
    yield part


def _part(part: Sequence[str], rules: Rules, width: int) -> Iterator[TextLine]:
    """Yield the lines of one heading's text, and which of its house rules are in force."""
    for block in _blocks(part):
        first = block[0]
        if first.startswith("#"):
            tone = "gold" if first.startswith("## ") else "strong"
            yield from (TextLine(text, tone) for text in wrap(first.lstrip("# "), width))
        elif first.startswith(_FENCE):
            yield from _box(block, rules.name, width)
        elif first.startswith("|"):
            yield from _table(block, rules.name, width)
        elif first:
            indent = "  " if first.startswith("- ") else ""
            text = unmarked(" ".join(line.strip() for line in block))
            yield from (TextLine(row) for row in wrap(text, width, subsequent_indent=indent))
        else:
            yield TextLine("")
    if part and part[0].startswith("### "):
        yield from _in_force(part, rules, width)


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield lines that belong together: a heading, a paragraph, a point, a box, a table."""
    block: list[str] = []
    for line in lines:
        boxed = bool(block) and block[0].startswith(_FENCE)
        if boxed:
            block.append(line)
            if line.startswith(_FENCE):
                yield block
                block = []
            continue
        table = line.startswith("|")
        alone = not line or line.startswith(("#", _FENCE, "- "))
        if block and (alone or table != block[0].startswith("|") or block[0].startswith("#")):
            yield block
            block = []
        if line:
            block.append(line)
        else:
            yield [""]
    if block:
        yield block


def _box(block: Sequence[str], name: str, width: int) -> Iterator[TextLine]:
    presets = block[0].removeprefix(f"{_FENCE}takes").split()
    where = "In all presets" if presets == ["all"] else f"In {', '.join(presets)}"
    holds = name in presets or presets == ["all"]
    tone = "text" if holds else "dim"
    if holds and presets != ["all"]:
        where += _IN_FORCE
    for text in wrap(f"{where}:", width - 2, subsequent_indent="  "):
        yield TextLine(f"  {text}", "good" if holds else "dim")
    for line in block[1:-1]:
        rows = wrap(line, width - 4, subsequent_indent="  ") or [""]
        yield from (TextLine(f"    {row}", tone) for row in rows)


def _table(block: Sequence[str], name: str, width: int) -> Iterator[TextLine]:
    """Yield a table, its columns apart as far as there is room, that of *name* marked."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block]
    rows = [row for row in rows if set(row[0]) != {"-"}]
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gap = " " * max(1, min(3, (width - sum(sizes)) // len(sizes)))
    column = rows[0].index(name) if name in rows[0] else None
    for number, row in enumerate(rows):
        text = gap.join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip()
        spans = [(0, sizes[0], "text")]
        if column is not None:
            start = sum(sizes[:column]) + len(gap) * column
            spans.append((start, start + sizes[column], "good"))
        yield TextLine(text, "strong" if number == 0 else "dim", spans=tuple(spans))


def _in_force(part: Sequence[str], rules: Rules, width: int) -> Iterator[TextLine]:
    """Yield the house rules that a paragraph names, with the values they have."""
    named = dict.fromkeys(_NAMED.findall("\n".join(part)))
    values = [f"{field} = {rules.value_text(field)}" for field in named if field in FIELDS]
    if values:
        text = f"→ {rules.name}: {', '.join(values)}"
        yield from (TextLine(text, "good") for text in wrap(text, width, subsequent_indent="  "))
        yield TextLine("")


def search(lines: Sequence[TextLine], query: str) -> tuple[int, ...]:
    """Return the numbers of the lines that contain *query*, in either case."""
    wanted = query.casefold()
    return tuple(at for at, line in enumerate(lines) if wanted and wanted in line.text.casefold())


def highlight(line: TextLine, query: str) -> TextLine:
    """Return *line* with each occurrence of *query* highlighted."""
    wanted, text = query.casefold(), line.text.casefold()
    if not wanted or wanted not in text or len(text) != len(line.text):
        return line
    starts = [match.start() for match in re.finditer(re.escape(wanted), text)]
    marks = tuple((start, start + len(wanted), "selected_item") for start in starts)
    return TextLine(line.text, line.tone, line.key, (*line.spans, *marks))
