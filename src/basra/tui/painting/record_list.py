"""The list of matches, painted.

Law of this file: pure; it paints the rows that are seen and no others, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from basra.history.database.rows import StoredMatch
from basra.i18n import _
from basra.messages.names import COMPUTER, named
from basra.messages.times import local
from basra.tui import keymap
from basra.tui.painting.bars import paint_bar
from basra.tui.painting.canvas import Canvas, Picture, cut
from basra.tui.painting.pages import page_rows
from basra.tui.themes import Theme

_MOST_COLUMNS = 96
_NUMBER, _TIME, _RESULT = 5, 16, 11
"""The widths of the columns before the players …"""
_TIME_AT = 1 + _NUMBER + 2
_RESULT_AT = _TIME_AT + _TIME + 2
_WHO_AT = _RESULT_AT + _RESULT + 1
"""… and where they begin, behind the mark of the chosen row and the number."""


def in_order(matches: Sequence[StoredMatch]) -> list[StoredMatch]:
    """Return the matches as they are listed: those that wait first, then the newest first."""
    waiting = [match for match in matches if waits(match)]
    return waiting + [match for match in matches if not waits(match)]


def waits(match: StoredMatch) -> bool:
    """Whether a match can be gone on with."""
    return match.header is not None and match.result is None


def offset_of(chosen: int, offset: int, height: int) -> int:
    """Return the first row that is seen, so that the *chosen* one is."""
    room = page_rows(height)
    return max(0, min(max(offset, chosen - room + 1), chosen))


def paint_records(
    matches: Sequence[StoredMatch],
    chosen: int,
    offset: int,
    note: str,
    width: int,
    height: int,
    theme: Theme,
) -> Picture:
    """Return the list, moved up by *offset* rows, one of them chosen."""
    canvas = Canvas(width, height, theme)
    wide = min(width - 2, _MOST_COLUMNS)
    left = (width - wide) // 2
    header = _("Records")
    canvas.put(left, 0, header, theme.title)
    where = (
        _("{number} of {count}").format(number=chosen + 1, count=len(matches)) if matches else ""
    )
    room = wide - cell_len(header) - 2
    canvas.right(left + wide, 0, cut(note or where, room), theme.warn if note else theme.dim)
    if not matches:
        words = _("No match is kept yet: play one, and it stands here.")
        canvas.put(left, 2, words, theme.text)
    else:
        _paint_heads(canvas, left, wide)
    for y, match in enumerate(matches[offset : offset + page_rows(height)], 2):
        is_chosen = y - 2 + offset == chosen
        if is_chosen:
            canvas.fill(left, y, wide, 1, theme.chosen_item)
        _paint_row(canvas, match, left, y, wide, theme.chosen_item if is_chosen else None)
        canvas.hit(left, y, wide, 1, f"match {y - 2 + offset}")
    paint_bar(canvas, keymap.RECORDS)
    return canvas.picture()


def _paint_heads(canvas: Canvas, x: int, wide: int) -> None:
    """Name the columns of `_paint_row`; a result has the points of south first."""
    heads = (
        (1, _("No."), _NUMBER),
        (_TIME_AT, _("Played"), _TIME),
        (_RESULT_AT, _("Result"), _RESULT),
        (_WHO_AT, f"{_('South')} – {_('North')}", wide - _WHO_AT),
    )
    for start, words, room in heads:
        canvas.put(x + start, 1, cut(words, room), canvas.theme.dim)


def _paint_row(
    canvas: Canvas, match: StoredMatch, x: int, y: int, wide: int, style: Style | None
) -> None:
    theme = canvas.theme
    canvas.put(x, y, ">" if style else " ", style or theme.text)
    canvas.put(x + 1, y, f"{match.number:{_NUMBER}}", style or theme.dim)
    if match.header is None:
        damage = cut(_("damaged: {damage}").format(damage=match.damage), wide - _TIME_AT)
        canvas.put(x + _TIME_AT, y, damage, style or theme.warn)
        return
    started = set_cell_size(local(match.header.started), _TIME)
    canvas.put(x + _TIME_AT, y, started, style or theme.dim)
    words, tone = _result(match)
    canvas.put(x + _RESULT_AT, y, words, style or getattr(theme, tone))
    canvas.put(x + _WHO_AT, y, _who(match, wide - _WHO_AT), style or theme.text)


def _result(match: StoredMatch) -> tuple[str, str]:
    """How a match ended, in a word or two, and the name of its style."""
    if match.result is None:
        return _("waits"), "gold"
    result = _(match.result.text)
    words = f"{result} *" if match.result.is_assisted and len(result) < _RESULT - 1 else result
    return words, "strong"


def _player(name: str, level: str) -> str:
    """A player in a few words; of a computer that has no name of its own, its level."""
    if not level:
        return named(name)
    return named(level) if name == COMPUTER else f"{named(name)} ({named(level)})"


def _who(match: StoredMatch, width: int) -> str:
    """Who played, and by which rules where there is room."""
    header = match.header
    assert header is not None, "asked of matches that can be read"
    more = header.rules.name
    half = max(6, (width - 3) // 2)
    south, north = (
        cut(_player(name, level), half)
        for name, level in zip(header.names, header.levels, strict=True)
    )
    players = f"{south} – {north}"
    return players if cell_len(players) + len(more) + 3 > width else f"{players} · {more}"
