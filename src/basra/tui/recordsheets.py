"""The list of matches, painted.

Law of this file: pure; it paints the rows that are seen and no others, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from basra.language import _
from basra.records.rows import Kept
from basra.records.times import local
from basra.telling.names import COMPUTER, named
from basra.tui import keys
from basra.tui.bars import paint_bar
from basra.tui.canvas import Canvas, Picture, cut
from basra.tui.sheets import page_rows
from basra.tui.themes import Look

_MOST_COLUMNS = 96
_NUMBER, _TIME, _RESULT = 5, 16, 11
"""The widths of the columns before the players."""


def in_order(kept: Sequence[Kept]) -> list[Kept]:
    """Return the matches as they are listed: those that wait first, then the newest first."""
    waiting = [match for match in kept if waits(match)]
    return waiting + [match for match in kept if not waits(match)]


def waits(match: Kept) -> bool:
    """Whether a match can be gone on with."""
    return match.heading is not None and match.ending is None


def offset_of(chosen: int, offset: int, height: int) -> int:
    """Return the first row that is seen, so that the *chosen* one is."""
    room = page_rows(height)
    return max(0, min(max(offset, chosen - room + 1), chosen))


def paint_records(
    kept: Sequence[Kept],
    chosen: int,
    offset: int,
    note: str,
    width: int,
    height: int,
    look: Look,
) -> Picture:
    """Return the list, moved up by *offset* rows, one of them chosen."""
    canvas = Canvas(width, height, look)
    wide = min(width - 2, _MOST_COLUMNS)
    left = (width - wide) // 2
    heading = _("Records")
    canvas.put(left, 0, heading, look.title)
    where = _("{number} of {count}").format(number=chosen + 1, count=len(kept)) if kept else ""
    room = wide - cell_len(heading) - 2
    canvas.right(left + wide, 0, cut(note or where, room), look.warn if note else look.dim)
    if not kept:
        words = _("No match is kept yet: play one, and it stands here.")
        canvas.put(left, 2, words, look.text)
    else:
        _paint_heads(canvas, left, wide)
    for y, match in enumerate(kept[offset : offset + page_rows(height)], 2):
        is_chosen = y - 2 + offset == chosen
        if is_chosen:
            canvas.fill(left, y, wide, 1, look.chosen_entry)
        _paint_row(canvas, match, left, y, wide, look.chosen_entry if is_chosen else None)
        canvas.hit(left, y, wide, 1, f"match {y - 2 + offset}")
    paint_bar(canvas, keys.RECORDS)
    return canvas.picture()


def _paint_heads(canvas: Canvas, x: int, wide: int) -> None:
    """Name the columns of `_paint_row`; a result has the points of south first."""
    dim, end = canvas.look.dim, x + wide
    canvas.put(x + 1, 1, cut(_("No."), _NUMBER), dim)
    x += 1 + _NUMBER + 2
    canvas.put(x, 1, cut(_("Played"), _TIME), dim)
    x += _TIME + 2
    canvas.put(x, 1, cut(_("Result"), _RESULT), dim)
    x += _RESULT + 1
    canvas.put(x, 1, cut(f"{_('South')} – {_('North')}", end - x), dim)


def _paint_row(canvas: Canvas, match: Kept, x: int, y: int, wide: int, style: Style | None) -> None:
    look = canvas.look
    end = x + wide
    canvas.put(x, y, ">" if style else " ", style or look.text)
    x = canvas.put(x + 1, y, f"{match.number:{_NUMBER}}", style or look.dim) + 2
    if match.heading is None:
        canvas.put(
            x,
            y,
            cut(_("damaged: {damage}").format(damage=match.damage), end - x),
            style or look.warn,
        )
        return
    x = canvas.put(x, y, set_cell_size(local(match.heading.started), _TIME), style or look.dim) + 2
    words, tone = _result(match)
    canvas.put(x, y, words, style or getattr(look, tone))
    x += _RESULT + 1
    canvas.put(x, y, _who(match, end - x), style or look.text)


def _result(match: Kept) -> tuple[str, str]:
    """How a match ended, in a word or two, and the name of its style."""
    if match.ending is None:
        return _("waits"), "gold"
    result = _(match.ending.result)
    words = f"{result} *" if match.ending.is_assisted and len(result) < _RESULT - 1 else result
    return words, "strong"


def _player(name: str, level: str) -> str:
    """A player in a few words; of a computer that has no name of its own, its level."""
    if not level:
        return named(name)
    return named(level) if name == COMPUTER else f"{named(name)} ({named(level)})"


def _who(match: Kept, width: int) -> str:
    """Who played, and by which rules where there is room."""
    heading = match.heading
    assert heading is not None, "asked of matches that can be read"
    more = heading.rules.name
    half = max(6, (width - 3) // 2)
    south, north = (
        cut(_player(name, level), half)
        for name, level in zip(heading.names, heading.levels, strict=True)
    )
    players = f"{south} – {north}"
    return players if cell_len(players) + len(more) + 3 > width else f"{players} · {more}"
