"""Choosing a play from a hand: what keys and the mouse do to the selection.

The table and the screen on which a play is tried again share it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from basra.engine.cards import Card
from basra.engine.plays import Play
from basra.engine.views import View
from basra.i18n import _
from basra.messages.card_order import slots
from basra.tui.selection import Answer, Selection


class HandReply(NamedTuple):
    """What an action for the hand comes to."""

    note: str = ""
    lays: bool = False
    """Whether the chosen play is to be made."""


class HandInput:
    """The selection, and what the mouse shows in its place."""

    def __init__(
        self, on_select: Callable[[], None] | None = None, *, tells_laid: bool = True
    ) -> None:
        """Have nothing chosen; *on_select* is called whenever something is.

        A note *tells_laid* where a digit stands for a card that is laid already.
        """
        self.selection = Selection()
        self.preview: Selection | None = None
        self._on_select, self._tells_laid = on_select, tells_laid

    def clear(self) -> None:
        """Have nothing chosen."""
        self.selection, self.preview = Selection(), None

    def select(self, selection: Selection) -> None:
        """Have *selection* chosen, whatever the mouse shows."""
        self.selection, self.preview = selection, None
        if self._on_select is not None:
            self._on_select()

    def chosen(self, view: View) -> Play | None:
        """Return the play that Enter would make, legal or not."""
        return (self.preview or self.selection).play(view)

    def number(self, view: View) -> tuple[int, int]:
        """Return which of how many plays of its card that is; 0 where it is none of them."""
        return (self.preview or self.selection).number(view)

    def handle_action(self, action: str, view: View, *, quick: bool = False) -> HandReply | None:
        """Do what a key or a click asks of the hand; ``None`` where it asks something else.

        In *quick* play a digit lays a card that has only one play.
        """
        match action.split():
            case [digit] if digit.isdigit():
                return self._pick(int(digit), view, quick=quick)
            case ["hand", digit]:
                return self._pick(int(digit), view)
            case ["floor", card]:
                return self._answered(self.selection.toggled(view, Card.parse(card)))
            case ["left" | "right"]:
                self.select(self.selection.stepped(view, 1 if action == "right" else -1))
                return HandReply()
            case ["next" | "previous"]:
                self._select_preview()
                return self._answered(self.selection.other(view, 1 if action == "next" else -1))
            case ["play"]:
                self._select_preview()
                return HandReply(lays=True)
        return None

    def handle_hover(self, action: str | None, view: View | None) -> bool:
        """Preview the card that the mouse is over, if *view* may be seen; whether that is new."""
        preview = None
        match action.split() if action else ():
            case ["hand", digit] if view is not None:
                places = slots(view)
                card = places[int(digit) - 1] if int(digit) <= len(places) else None
                if card is not None and card != self.selection.card:
                    preview = Selection(card)
        is_new = preview != self.preview
        self.preview = preview
        return is_new

    def _answered(self, answer: Answer) -> HandReply:
        self.select(answer.selection)
        return HandReply(answer.note)

    def _select_preview(self) -> None:
        """Choose what the mouse shows: what a sentence says is what Enter does."""
        if self.preview is not None:
            self.select(self.preview)

    def _pick(self, number: int, view: View, *, quick: bool = False) -> HandReply:
        """Choose card *number* of the hand; lay it where it was chosen already."""
        places = slots(view)
        card = places[number - 1] if number <= len(places) else None
        if card is None:
            is_laid = self._tells_laid and number <= len(places)
            note = _("card {number} is laid already") if is_laid else _("there is no card {number}")
            return HandReply(note.format(number=number))
        is_again = card == self.selection.card
        if not is_again:
            self.select(Selection(card))
        lays = is_again or (quick and self.selection.number(view)[1] == 1)
        if lays:
            self.preview = None
        return HandReply(lays=lays)
