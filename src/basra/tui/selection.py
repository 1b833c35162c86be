"""The selection: the card of the hand that a person has chosen, and what it shall take.

What keys and the mouse do to it is the same at the table and where a play is tried again.  What may
be taken is asked of the view; nothing here decides it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from basra.engine.cards import Card, Cards
from basra.engine.plays import Play
from basra.engine.views import View
from basra.i18n import _
from basra.messages.capture_choices import plays_of
from basra.messages.card_order import slots


class SelectionChange(NamedTuple):
    """The selection after a key or a click, with a note on it."""

    selection: Selection
    note: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """A card of the hand and which of its plays, or the floor cards picked for it."""

    card: Card | None = None
    index: int = 0
    """Which of its plays, where none was picked card by card."""
    picked: Cards | None = None
    """The floor cards clicked together, where they are no play that is listed."""

    def play(self, view: View) -> Play | None:
        """Return the play that Enter would make, legal or not."""
        if self.card is None:
            return None
        if self.picked is not None:
            return Play(self.card, self.picked)
        plays = plays_of(view, self.card)
        return plays[self.index % len(plays)] if plays else None

    def capture_number(self, view: View) -> tuple[int, int]:
        """Return which of how many plays of its card this is; 0 where it is none of them."""
        plays = plays_of(view, self.card) if self.card is not None else ()
        if self.picked is not None or not plays:
            return 0, len(plays)
        return self.index % len(plays) + 1, len(plays)

    def next_card(self, view: View, direction: int) -> Selection:
        """Return the selection of the next card of the hand, or with -1 of the one before."""
        places = [card for card in slots(view) if card is not None]
        if not places:
            return self
        if self.card not in places:
            return Selection(places[0 if direction > 0 else -1])
        return Selection(places[(places.index(self.card) + direction) % len(places)])

    def next_capture(self, view: View, direction: int) -> SelectionChange:
        """Return the selection of the next play of the same card, or with -1 of the one before."""
        if self.card is None:
            return SelectionChange(self, _("choose a card first"))
        count = len(plays_of(view, self.card))
        if self.picked is not None:
            return SelectionChange(Selection(self.card, 0 if direction > 0 else count - 1))
        note = _("{card} has only this play").format(card=self.card.glyph) if count == 1 else ""
        return SelectionChange(Selection(self.card, (self.index + direction) % max(1, count)), note)

    def toggle(self, view: View, floor_card: Card) -> SelectionChange:
        """Return the selection with one card of the floor added or removed.

        Under free capture cards are put together one by one; elsewhere the click leads to the
        nearest capture, since what a card must take is not for the player to settle.
        """
        play = self.play(view)
        if self.card is None or play is None:
            return SelectionChange(self, _("first choose a card of your hand"))
        wanted = Cards(play.taken ^ (1 << floor_card))
        plays = plays_of(view, self.card)
        for number, other in enumerate(plays):
            if other.taken == wanted:
                return SelectionChange(Selection(self.card, number))
        if view.rules.capture == "free":
            return SelectionChange(replace(self, picked=wanted))
        takes = floor_card in wanted
        near = [other for other in plays if (floor_card in other.taken) is takes]
        if not near:
            sentence = (
                _("{card} cannot take {cards} here")
                if takes
                else _("{card} must take {cards} here")
            )
            note = sentence.format(card=self.card.glyph, cards=floor_card.glyph)
            return SelectionChange(self, note)
        best = max(near, key=lambda other: len(other.taken & wanted))
        return SelectionChange(Selection(self.card, plays.index(best)))


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
        return (self.preview or self.selection).capture_number(view)

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
                return self._answered(self.selection.toggle(view, Card.parse(card)))
            case ["left" | "right"]:
                self.select(self.selection.next_card(view, 1 if action == "right" else -1))
                return HandReply()
            case ["next" | "previous"]:
                self._select_preview()
                return self._answered(
                    self.selection.next_capture(view, 1 if action == "next" else -1)
                )
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

    def _answered(self, answer: SelectionChange) -> HandReply:
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
        lays = is_again or (quick and self.selection.capture_number(view)[1] == 1)
        if lays:
            self.preview = None
        return HandReply(lays=lays)
