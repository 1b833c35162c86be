"""The bot that takes what is best now."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from basra.engine.captures import sweeps
from basra.engine.cards import Cards
from basra.engine.plays import Play
from basra.engine.scoring import card_points
from basra.engine.shuffles import pick
from basra.engine.views import View


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes the most points it can now, then the most cards; thinks no further."""

    name: str = "greedy"
    character: str = "takes the most it can now, and never looks ahead"

    def choose(self, view: View, rng: Random) -> Play:
        """Return a play worth most points at once, then most cards; the rest is drawn."""
        worths = [(_worth(view, play), play) for play in view.legal_plays()]
        best = max(worth for worth, _ in worths)
        return pick(rng, [play for worth, play in worths if worth == best])


def _worth(view: View, play: Play) -> tuple[int, int, bool]:
    """The points and cards that *play* brings at once, and whether it keeps a jack or komi."""
    gained = Cards(play.taken | 1 << play.card) if play.taken else Cards(0)
    points = view.basra_points(play) + card_points(gained, view.rules)
    return points, len(gained), not sweeps(play.card, view.rules.taking)
