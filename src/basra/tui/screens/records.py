"""Every match that is kept: to replay, to resume, to save as a file."""

from __future__ import annotations

from typing import ClassVar

from basra.engine.errors import RecordError
from basra.history.database.rows import StoredMatch
from basra.history.game_record import Record
from basra.i18n import _
from basra.tui import registry
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import page_rows
from basra.tui.painting.record_list import is_unfinished, list_order, paint_records, scroll_offset
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import Theme


class RecordsScreen(PaintedScreen):
    """The list of matches, one of them chosen."""

    NAME: ClassVar[str] = registry.RECORDS

    def __init__(self) -> None:
        super().__init__()
        self._matches: list[StoredMatch] = []
        self._chosen = 0
        self._offset = 0

    def on_mount(self) -> None:
        self._matches = list_order(self.game.matches.archive.matches())
        self.game.show_notices()

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        self._offset = scroll_offset(self._chosen, self._offset, height)
        rows = self._matches, self._chosen, self._offset
        return paint_records(*rows, self.note, width, height, theme)

    def handle_action(self, action: str) -> None:
        page = page_rows(self.size.height)
        moves = {"down": 1, "up": -1, "page down": page, "page up": -page}
        most = len(self._matches) - 1
        match action.split():
            case ["back"]:
                self.navigator.back()
                return
            case ["match", number]:
                again = int(number) == self._chosen
                self._chosen = int(number)
                if again:
                    self._open()
            case ["go"]:
                self._open()
            case ["export"]:
                self._export()
            case ["home" | "end"]:
                self._chosen = 0 if action == "home" else most
            case _:
                self._chosen += moves.get(action, 0)
        self._chosen = max(0, min(self._chosen, most))
        self.repaint()

    def _open(self) -> None:
        """Replay the chosen match, or resume it where it is not over."""
        if not self._matches:
            self.note = _("there is no match yet")
            return
        chosen = self._matches[self._chosen]
        if is_unfinished(chosen):
            self.game.matches.resume_number(chosen.number)
        elif (record := self._read()) is not None:
            self.navigator.open_replay(record, chosen.number)

    def _export(self) -> None:
        if self._matches and (record := self._read()) is not None:
            self.save_record(record, self._matches[self._chosen].number)

    def _read(self) -> Record | None:
        """Return the record of the chosen match, or ``None``, with a note."""
        try:
            return self.game.matches.archive.record(self._matches[self._chosen].number)
        except RecordError as error:
            self.note = str(error)
            return None
