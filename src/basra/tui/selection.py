"""What a person has chosen and not laid yet: a card of the hand, and what it shall take.

Law of this file: pure.  What may be taken is asked of the view; nothing here decides it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from basra.engine.cards import Card, Cards
from basra.engine.plays import Play
from basra.engine.views import View
from basra.i18n import _
from basra.messages.capture_choices import plays_of
from basra.messages.card_order import slots


class Answer(NamedTuple):
    """The choice after a key or a click, and what is to be said about it."""

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

    def number(self, view: View) -> tuple[int, int]:
        """Return which of how many plays of its card this is; 0 where it is none of them."""
        plays = plays_of(view, self.card) if self.card is not None else ()
        if self.picked is not None or not plays:
            return 0, len(plays)
        return self.index % len(plays) + 1, len(plays)

    def stepped(self, view: View, way: int) -> Selection:
        """Return the choice of the card beside this one in the hand."""
        places = [card for card in slots(view) if card is not None]
        if not places:
            return self
        if self.card not in places:
            return Selection(places[0 if way > 0 else -1])
        return Selection(places[(places.index(self.card) + way) % len(places)])

    def other(self, view: View, way: int) -> Answer:
        """Return the choice of another play of the same card."""
        if self.card is None:
            return Answer(self, _("choose a card first"))
        count = len(plays_of(view, self.card))
        if self.picked is not None:
            return Answer(Selection(self.card, 0 if way > 0 else count - 1))
        note = _("{card} has only this play").format(card=self.card.glyph) if count == 1 else ""
        return Answer(Selection(self.card, (self.index + way) % max(1, count)), note)

    def toggled(self, view: View, floor_card: Card) -> Answer:
        """Return the choice with one card of the floor taken in or left out.

        Under free capture cards are put together one by one; elsewhere the click leads to the
        nearest capture, since what a card must take is not for the player to settle.
        """
        play = self.play(view)
        if self.card is None or play is None:
            return Answer(self, _("first choose a card of your hand"))
        wanted = Cards(play.taken ^ (1 << floor_card))
        plays = plays_of(view, self.card)
        for number, found in enumerate(plays):
            if found.taken == wanted:
                return Answer(Selection(self.card, number))
        if view.rules.capture == "free":
            return Answer(replace(self, picked=wanted))
        takes = floor_card in wanted
        near = [found for found in plays if (floor_card in found.taken) is takes]
        if not near:
            sentence = (
                _("{card} cannot take {cards} here")
                if takes
                else _("{card} must take {cards} here")
            )
            note = sentence.format(card=self.card.glyph, cards=floor_card.glyph)
            return Answer(self, note)
        best = max(near, key=lambda found: len(found.taken & wanted))
        return Answer(Selection(self.card, plays.index(best)))
