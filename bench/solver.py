"""The capture solver on the floors that are hardest for it."""

from __future__ import annotations

from random import Random
from time import process_time

from basra.engine import ALL, DECK, PRESETS, Card, Cards, Rules, captures
from basra.engine.groups import largest_unions, splits

LIMIT_MS = 100.0
FLOORS = (
    ("one of each rank but jacks", "TH", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC QC KC"),
    (
        "4 aces, 4 twos, 4 threes, 3 fours",
        "TH",
        "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H",
    ),
)


def slowest(card: Card, floor: Cards, rules: Rules) -> tuple[float, int]:
    """Return the milliseconds that a first call takes, and how many captures it lists."""
    largest_unions.cache_clear()
    splits.cache_clear()
    start = process_time()
    found = captures(card, floor, rules)
    return (process_time() - start) * 1000, len(found)


def main() -> bool:
    """Print the slowest calls; return whether all answered within the limit."""
    print(f"captures, first call without memory        ms   found   (limit {LIMIT_MS:.0f} ms)")
    worst = 0.0
    for label, played, floor in FLOORS:
        for name in ("v2", "jawaker"):
            taken, count = slowest(Card.parse(played), Cards.parse(floor), Rules.preset(name))
            worst = max(worst, taken)
            print(f"  {played} on {label:35} {name:8} {taken:6.1f} {count:7}")
    rng = Random(1)
    for name, rules in PRESETS.items():
        hardest = (0.0, 0, DECK[0], 0)
        floors = [(card, ALL - (1 << card)) for card in DECK]
        for _try in range(300):
            some = rng.sample(DECK, rng.randint(20, 52))
            floors.append((some[0], Cards.of(some[1:])))
        for card, lying in floors:
            taken, count = slowest(card, lying, rules)
            hardest = max(hardest, (taken, count, card, len(lying)))
        worst = max(worst, hardest[0])
        where = f"{hardest[2]} on {hardest[3]} cards, the slowest of {len(floors)} large floors"
        print(f"  {where:55} {name:8} {hardest[0]:6.1f} {hardest[1]:7}")
    return worst <= LIMIT_MS
