"""How long the review of a match takes, and how accurate it finds each level."""

from __future__ import annotations

import os
from dataclasses import replace
from time import perf_counter

from basra.ai import bot, bots
from basra.engine import Card, Rules, Seat, shuffled, stream
from basra.match.log import MatchLog, deal_entry
from basra.review import Review, review

ROUNDS, WORKERS, LIMIT = 8, 2, 20.0
ROUNDS_OF_A_LEVEL = 4


def match(names: tuple[str, str], rounds: int, preset: str = "v2") -> MatchLog:
    """Return so many rounds between two bots, whatever the score."""
    rules = replace(Rules.preset(preset), target=1_000_000)
    players = bot(names[0]), bot(names[1])

    def deck(number: int) -> tuple[Card, ...]:
        return shuffled(stream("review", "deck", number))

    log = MatchLog.begin(deck(0), (False, False), rules, Seat.NORTH)
    for number in range(rounds):
        if number:
            log = log.after(deal_entry(deck(number)))
        while not log.round.is_over:
            turn, ply = log.round.turn, len(log.round.history)
            rng = stream("review", "bot", number, ply)
            log = log.play(players[turn].choose(log.round.view(turn), rng))
    return log


def mean_of_both(found: Review) -> tuple[float, float]:
    """Return the mean accuracy of both seats, and the points they lost a decision."""
    accuracies = [found.accuracy(seat) or 0.0 for seat in Seat]
    losses = [found.mean_loss(seat) or 0.0 for seat in Seat]
    return sum(accuracies) / 2, sum(losses) / 2


def main() -> bool:
    """Print the seconds of a review and the accuracy of every level; return whether both fit."""
    print(f"review of {ROUNDS} rounds, {WORKERS} workers   seconds   of the processor   limit")
    met = True
    for preset in ("v2", "pagat", "jawaker"):
        log = match(("medium", "hard"), ROUNDS, preset)
        before, start = os.times(), perf_counter()
        review(log, workers=WORKERS)
        seconds, after = perf_counter() - start, os.times()
        worked = after.children_user + after.children_system
        worked -= before.children_user + before.children_system
        limit = f"{LIMIT:7.0f}" if preset == "v2" else "      -"
        print(f"  {preset:26} {seconds:12.1f} {worked:18.1f} {limit}")
        met = met and (seconds <= LIMIT or preset != "v2")
    print(
        f"accuracy in {ROUNDS_OF_A_LEVEL} rounds against itself   accuracy   points lost a decision"
    )
    found = {}
    for name in bots():
        log = match((name, name), ROUNDS_OF_A_LEVEL)
        found[name], loss = mean_of_both(review(log, workers=WORKERS))
        print(f"  {name:33} {found[name]:11.0f} {loss:24.2f}")
    return met and found["chance"] < found["beginner"] < found["hard"] < found["master"]
