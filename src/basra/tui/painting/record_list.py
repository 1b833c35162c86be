"""The list of matches in the archive."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from basra.history.database.rows import StoredMatch
from basra.i18n import _
from basra.messages.names import COMPUTER, display_name
from basra.messages.times import local_time
from basra.tui import registry
from basra.tui.painting.canvas import Canvas, Picture, truncate
from basra.tui.painting.key_bar import paint_key_bar
from basra.tui.painting.pages import page_rows
from basra.tui.themes import Theme

_MAX_COLUMNS = 96
_NUMBER, _TIME, _RESULT = 5, 16, 11
"""The widths of the columns before the players …"""
_TIME_AT = 1 + _NUMBER + 2
_RESULT_AT = _TIME_AT + _TIME + 2
_PLAYERS_AT = _RESULT_AT + _RESULT + 1
"""… and where they begin, after the mark of the selected row and the number."""


def list_order(matches: Sequence[StoredMatch]) -> list[StoredMatch]:
    """Return the matches in the order of the list: unfinished ones first, then the newest first."""
    unfinished = [match for match in matches if is_unfinished(match)]
    return unfinished + [match for match in matches if not is_unfinished(match)]


def is_unfinished(match: StoredMatch) -> bool:
    """Whether a match can be resumed."""
    return match.header is not None and match.result is None


def scroll_offset(selected: int, offset: int, height: int) -> int:
    """Return the first row in view, near *offset*, with the *selected* row in view too."""
    room = page_rows(height)
    return max(0, min(max(offset, selected - room + 1), selected))


def paint_records(
    matches: Sequence[StoredMatch],
    selected: int,
    offset: int,
    note: str,
    width: int,
    height: int,
    theme: Theme,
) -> Picture:
    """Return the list, scrolled down by *offset* rows, one of them selected."""
    canvas = Canvas(width, height, theme)
    columns = min(width - 2, _MAX_COLUMNS)
    left = (width - columns) // 2
    header = _("Records")
    canvas.write(left, 0, header, theme.title)
    where = (
        _("{number} of {count}").format(number=selected + 1, count=len(matches)) if matches else ""
    )
    room = columns - cell_len(header) - 2
    canvas.write_right(
        left + columns, 0, truncate(note or where, room), theme.warn if note else theme.dim
    )
    if not matches:
        words = _("No match is kept yet: play one, and it stands here.")
        canvas.write(left, 2, words, theme.text)
    else:
        _paint_column_names(canvas, left, columns)
    for y, match in enumerate(matches[offset : offset + page_rows(height)], 2):
        is_selected = y - 2 + offset == selected
        if is_selected:
            canvas.fill(left, y, columns, 1, theme.selected_item)
        _paint_row(canvas, match, left, y, columns, theme.selected_item if is_selected else None)
        canvas.add_click_region(left, y, columns, 1, f"match {y - 2 + offset}")
    paint_key_bar(canvas, registry.RECORDS)
    return canvas.picture()


def _paint_column_names(canvas: Canvas, x: int, columns: int) -> None:
    """Paint the names of the columns; a result has the points of south first."""
    names = (
        (1, _("No."), _NUMBER),
        (_TIME_AT, _("Played"), _TIME),
        (_RESULT_AT, _("Result"), _RESULT),
        (_PLAYERS_AT, f"{_('South')} – {_('North')}", columns - _PLAYERS_AT),
    )
    for start, words, room in names:
        canvas.write(x + start, 1, truncate(words, room), canvas.theme.dim)


def _paint_row(
    canvas: Canvas, match: StoredMatch, x: int, y: int, columns: int, style: Style | None
) -> None:
    theme = canvas.theme
    canvas.write(x, y, ">" if style else " ", style or theme.text)
    canvas.write(x + 1, y, f"{match.number:{_NUMBER}}", style or theme.dim)
    if match.header is None:
        damage = truncate(_("damaged: {damage}").format(damage=match.damage), columns - _TIME_AT)
        canvas.write(x + _TIME_AT, y, damage, style or theme.warn)
        return
    started = set_cell_size(local_time(match.header.started), _TIME)
    canvas.write(x + _TIME_AT, y, started, style or theme.dim)
    words, tone = _result(match)
    canvas.write(x + _RESULT_AT, y, words, style or getattr(theme, tone))
    canvas.write(x + _PLAYERS_AT, y, _players(match, columns - _PLAYERS_AT), style or theme.text)


def _result(match: StoredMatch) -> tuple[str, str]:
    """How a match ended, in a word or two, and its tone."""
    if match.result is None:
        return _("waits"), "gold"
    result = _(match.result.text)
    words = f"{result} *" if match.result.is_assisted and len(result) < _RESULT - 1 else result
    return words, "strong"


def _player(name: str, level: str) -> str:
    """A player in a few words: of an unnamed computer, its level."""
    if not level:
        return display_name(name)
    return (
        display_name(level) if name == COMPUTER else f"{display_name(name)} ({display_name(level)})"
    )


def _players(match: StoredMatch, width: int) -> str:
    """Who played, and by which rules where there is room."""
    header = match.header
    assert header is not None, "asked of matches that can be read"
    more = header.rules.name
    half = max(6, (width - 3) // 2)
    south, north = (
        truncate(_player(name, level), half)
        for name, level in zip(header.names, header.levels, strict=True)
    )
    players = f"{south} – {north}"
    return players if cell_len(players) + len(more) + 3 > width else f"{players} · {more}"
