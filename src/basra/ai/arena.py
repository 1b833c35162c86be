"""Bots against each other over the same packs: which is stronger, and by how much.

Law of this file: a pair of rounds is one pack played twice, the seats swapped, so that the cards
weigh nothing; every pair has its own streams of chance, so that the result does not hang on who
computes it, or in what order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from time import process_time

from basra.ai import bot
from basra.ai.bot import Bot
from basra.engine.captures import Basra
from basra.engine.rounds import Round
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled, stream


@dataclass(frozen=True, slots=True)
class Pair:
    """How one pack came out for bot a and bot b, both rounds together."""

    number: int
    margin: float
    """Points a round that a made more than b."""
    majorities: tuple[int, int]
    """Rounds in which each took most cards."""
    basras: tuple[int, int]
    """Basras that each made; those that b made are those that a gave."""
    seconds: tuple[float, float]
    """Time of the processor that each thought."""
    plays: tuple[int, int]


def play_pair(bots: tuple[Bot, Bot], rules: Rules, seed: str, number: int) -> Pair:
    """Play pack *number* of *seed* twice between *bots* and return how it came out."""
    deck = shuffled(stream(seed, "deck", number))
    margin, majorities, basras = 0, [0, 0], [0, 0]
    seconds, plays = [0.0, 0.0], [0, 0]
    for south in (0, 1):
        dealer = Seat(number % 2)
        state = Round.deal(deck, dealer=dealer, rules=rules)
        while not state.is_over:
            who = south if state.turn is Seat.SOUTH else 1 - south
            rng = stream(seed, "bot", number, south, len(state.history))
            view = state.view(state.turn)
            start = process_time()
            play = bots[who].choose(view, rng)
            seconds[who] += process_time() - start
            plays[who] += 1
            basras[who] += state.basra(play) is not Basra.NONE
            state = state.play(play)
        points, piles = state.tally().points, state.piles
        ahead = points[0] - points[1]
        margin += ahead if south == 0 else -ahead
        if len(piles[0]) != len(piles[1]):
            winner = 0 if len(piles[0]) > len(piles[1]) else 1
            majorities[south if winner == 0 else 1 - south] += 1
    return Pair(
        number,
        margin / 2,
        (majorities[0], majorities[1]),
        (basras[0], basras[1]),
        (seconds[0], seconds[1]),
        (plays[0], plays[1]),
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """What some pairs of rounds between a and b say."""

    pairs: int
    margin: float
    """Points a round that a makes more than b."""
    interval: float
    """The true margin lies within so much of it, 95 times in 100."""
    wins: int
    losses: int
    ties: int
    """Pairs that a won, lost and drew."""
    majority_share: float
    """Of the rounds in which somebody took most cards, the share in which a did."""
    basras: tuple[float, float]
    """Basras a round that a made and gave."""
    ms_per_play: tuple[float, float]


def standing(pairs: Iterable[Pair]) -> Standing:
    """Return what *pairs* say, at least one of them, whatever their order."""
    played = sorted(pairs, key=lambda pair: pair.number)
    count = len(played)
    mean = sum(pair.margin for pair in played) / count
    spread = sum((pair.margin - mean) ** 2 for pair in played)
    interval = 1.96 * sqrt(spread / (count - 1) / count) if count > 1 else float("inf")
    majorities = [sum(pair.majorities[who] for pair in played) for who in (0, 1)]
    return Standing(
        count,
        mean,
        interval,
        sum(pair.margin > 0 for pair in played),
        sum(pair.margin < 0 for pair in played),
        sum(pair.margin == 0 for pair in played),
        majorities[0] / max(1, sum(majorities)),
        (
            sum(pair.basras[0] for pair in played) / (2 * count),
            sum(pair.basras[1] for pair in played) / (2 * count),
        ),
        (_mean_ms(played, 0), _mean_ms(played, 1)),
    )


def _mean_ms(pairs: list[Pair], who: int) -> float:
    plays = sum(pair.plays[who] for pair in pairs)
    return 1000 * sum(pair.seconds[who] for pair in pairs) / max(1, plays)


def play_pairs(
    names: tuple[str, str], rules: Rules, seed: str, count: int, jobs: int = 1
) -> Iterator[Pair]:
    """Yield *count* pairs between the bots called *names* as they are finished.

    With more than one of *jobs*, processes of their own play them; the pairs are the same, their
    order and times are not.  Raises `UnknownNameError` before anything is played.
    """
    players = bot(names[0]), bot(names[1])
    if jobs == 1:
        for number in range(count):
            yield play_pair(players, rules, seed, number)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [
            pool.submit(_play_named, names, str(rules), seed, number) for number in range(count)
        ]
        try:
            for finished in as_completed(waiting):
                yield finished.result()
        finally:
            for future in waiting:
                future.cancel()


def _play_named(names: tuple[str, str], rules: str, seed: str, number: int) -> Pair:
    return play_pair((bot(names[0]), bot(names[1])), Rules.parse(rules), seed, number)
