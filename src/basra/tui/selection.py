"""The selection: the card of the hand and the capture that a person has chosen and not laid yet."""

from __future__ import annotations

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
    """A card of the hand with one of its plays, or with floor cards picked for it."""

    card: Card | None = None
    index: int = 0
    """Which of its plays, unless cards were picked one by one."""
    picked: Cards | None = None
    """The floor cards picked one by one, where they are none of its plays."""

    def play(self, view: View) -> Play | None:
        """Return the play that Enter would make, legal or not."""
        if self.card is None:
            return None
        if self.picked is not None:
            return Play(self.card, self.picked)
        plays = plays_of(view, self.card)
        return plays[self.index % len(plays)] if plays else None

    def capture_number(self, view: View) -> tuple[int, int]:
        """Return the number of this play of its card, 0 for none of them, and their count."""
        plays = plays_of(view, self.card) if self.card is not None else ()
        if self.picked is not None or not plays:
            return 0, len(plays)
        return self.index % len(plays) + 1, len(plays)

    def next_card(self, view: View, direction: int) -> Selection:
        """Return the selection of the next card of the hand, or with -1 of the one before."""
        cards = [card for card in slots(view) if card is not None]
        if not cards:
            return self
        if self.card not in cards:
            return Selection(cards[0 if direction > 0 else -1])
        return Selection(cards[(cards.index(self.card) + direction) % len(cards)])

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

        Under free capture cards are picked one by one; otherwise the result is the nearest
        capture, because the player cannot choose freely.
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
