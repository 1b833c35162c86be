"""What it is worth to play for the match rather than for points, near the target.

`expert` meets itself without that, over the same packs with the seats swapped, from scores within
reach of the target.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import sqrt

from basra.ai import bot
from basra.ai.arena import play_match_pair
from basra.ai.search_bots import SearchBot
from basra.engine import Rules, stream

PAIRS = 250
_FAR = 60
"""Points before the target from which a match begins at most."""


def matches_won(name: str, preset: str, pairs: int) -> tuple[float, float]:
    """Return how many more matches in 100 are won by playing for them, and the 95 % interval."""
    rules, player = Rules.preset(preset), bot(name)
    assert isinstance(player, SearchBot)
    players = player, replace(player, for_match=False)
    play = partial(play_match_pair, players, rules, "matches")
    margins = [play(number, _scores(rules, number)).margin for number in range(pairs)]
    mean = sum(margins) / pairs
    spread = sum((margin - mean) ** 2 for margin in margins) / (pairs - 1)
    return 50 * mean, 50 * 1.96 * sqrt(spread / pairs)


def _scores(rules: Rules, number: int) -> tuple[int, int]:
    """Draw the scores at which match *number* begins."""
    rng = stream("matches", "scores", number)
    behind = [1 + int(rng.random() * min(_FAR, rules.target)) for _ in range(2)]
    return rules.target - behind[0], rules.target - behind[1]


def main() -> bool:
    """Print what playing for the match wins; return whether it nowhere costs matches for sure."""
    print("playing for the match, from scores near the target   matches won more in 100")
    kept = True
    for preset in ("v2", "pagat"):
        more, interval = matches_won("expert", preset, PAIRS)
        print(f"  expert {preset:10} {PAIRS:6} pairs {more:+22.1f} ± {interval:.1f}", flush=True)
        kept = kept and more > -interval
    return kept
