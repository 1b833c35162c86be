"""Every match that is kept: to look back upon, to go on with, to write out."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import ClassVar

from basra.engine.errors import RecordError
from basra.history.database.rows import StoredMatch
from basra.history.game_record import Record
from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import page_rows
from basra.tui.painting.record_list import in_order, offset_of, paint_records, waits
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.description import save_text
from basra.tui.themes import Theme


def export(screen: PaintedScreen, record: Record, number: int) -> None:
    """Write a record into a new file of the folder one stands in, or hand it to the browser."""
    stem = f"basra-match-{number}" if number else "basra-match"
    if screen.game.is_web:
        text = StringIO(str(record))
        screen.game.deliver_text(text, save_filename=f"{stem}.basra", encoding="utf-8")
        screen.say(_("your browser has it"))
        return
    try:
        path = save_text(Path.cwd(), str(record).rstrip("\n"), stem, ".basra")
        screen.say(_("saved as {name} in {folder}").format(name=path.name, folder=path.parent))
    except OSError as error:
        screen.say(_("it could not be saved: {why}").format(why=error.strerror or error))


class RecordsScreen(PaintedScreen):
    """The list of matches, one of them chosen."""

    KIND: ClassVar[str] = keymap.RECORDS

    def __init__(self) -> None:
        super().__init__()
        self._matches: list[StoredMatch] = []
        self._chosen = 0
        self._offset = 0

    def on_mount(self) -> None:
        self._matches = in_order(self.game.archive.matches())
        self.game.tell_news()

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        self._offset = offset_of(self._chosen, self._offset, height)
        found = self._matches, self._chosen, self._offset
        return paint_records(*found, self.note, width, height, theme)

    def do(self, action: str) -> None:
        page = page_rows(self.size.height)
        moves = {"down": 1, "up": -1, "page down": page, "page up": -page}
        most = len(self._matches) - 1
        match action.split():
            case ["back"]:
                self.game.pop_screen()
                return
            case ["match", number]:
                again = int(number) == self._chosen
                self._chosen = int(number)
                if again:
                    self._look()
            case ["go"]:
                self._look()
            case ["export"]:
                self._export()
            case ["home" | "end"]:
                self._chosen = 0 if action == "home" else most
            case _:
                self._chosen += moves.get(action, 0)
        self._chosen = max(0, min(self._chosen, most))
        self.repaint()

    def _look(self) -> None:
        """Show the chosen match, or go on with it where it is not over."""
        if not self._matches:
            self.note = _("there is no match yet")
            return
        chosen = self._matches[self._chosen]
        if waits(chosen):
            self.game.go_on_with(chosen.number)
        elif (record := self._read()) is not None:
            self.game.open_replay(record, chosen.number)

    def _export(self) -> None:
        if self._matches and (record := self._read()) is not None:
            export(self, record, self._matches[self._chosen].number)

    def _read(self) -> Record | None:
        """The record of the chosen match, or ``None``, which is said."""
        try:
            return self.game.archive.record(self._matches[self._chosen].number)
        except RecordError as error:
            self.note = str(error)
            return None
