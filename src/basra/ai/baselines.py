"""The two baseline bots: one plays at random, one takes the most it can at once."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from basra.engine.captures import sweeps
from basra.engine.cards import Cards
from basra.engine.plays import Play
from basra.engine.scoring import card_points
from basra.engine.shuffles import pick
from basra.engine.state import View


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays any legal play, each as likely as the next."""

    name: str = "chance"
    character: str = "plays any card that comes to hand"

    def choose(self, view: View, rng: Random) -> Play:
        """Return a legal play picked by *rng*."""
        return pick(rng, view.legal_plays())


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Takes the most points it can now, then the most cards; thinks no further."""

    name: str = "greedy"
    character: str = "takes the most it can now, and never looks ahead"

    def choose(self, view: View, rng: Random) -> Play:
        """Return a play with the highest immediate gain; *rng* breaks ties."""
        gains = [(_gain(view, play), play) for play in view.legal_plays()]
        best = max(gain for gain, _ in gains)
        return pick(rng, [play for gain, play in gains if gain == best])


def _gain(view: View, play: Play) -> tuple[int, int, bool]:
    """The points and cards that *play* brings at once, and whether it keeps a jack or komi."""
    pile = Cards(play.taken | 1 << play.card) if play.taken else Cards(0)
    points = view.basra_points(play) + card_points(pile, view.rules)
    return points, len(pile), not sweeps(play.card, view.rules.taking)
