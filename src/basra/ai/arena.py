"""The arena: bots against each other over the same packs, and how much stronger one is.

A pair of rounds is one pack played twice, the seats swapped, so that the luck of the cards cancels.
Every pair has random streams of its own, so that the result does not depend on which process
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
from basra.engine.matches import Match
from basra.engine.rules import Rules
from basra.engine.scoring import Line, Tally
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled, stream
from basra.engine.state import Round


@dataclass(frozen=True, slots=True)
class Pair:
    """How a pair of rounds, or of matches, came out for bot a and bot b."""

    number: int
    margin: float
    """Points a round that a made more than b; of matches those won less those lost, a match."""
    majorities: tuple[int, int]
    """Rounds in which each took most cards."""
    basras: tuple[int, int]
    """Basras that each made; those of b are those that a gave away."""
    seconds: tuple[float, float]
    """Time of the processor that each thought."""
    plays: tuple[int, int]


class _Counts:
    """Running counts of a pair, for bot a and bot b."""

    def __init__(self) -> None:
        self.majorities, self.basras = [0, 0], [0, 0]
        self.seconds, self.plays = [0.0, 0.0], [0, 0]

    def pair(self, number: int, margin: float) -> Pair:
        """Return the pair with these counts and the *margin* of a."""
        return Pair(
            number,
            margin,
            (self.majorities[0], self.majorities[1]),
            (self.basras[0], self.basras[1]),
            (self.seconds[0], self.seconds[1]),
            (self.plays[0], self.plays[1]),
        )


def play_pair(bots: tuple[Bot, Bot], rules: Rules, seed: str, number: int) -> Pair:
    """Play pack *number* of *seed* twice between *bots*, the seats swapped."""
    deck, counts, margin = shuffled(stream(seed, "deck", number)), _Counts(), 0
    for south in (0, 1):
        state = Round.deal(deck, dealer=Seat(number % 2), rules=rules)
        state = _play_round(state, bots, south, (seed, "bot", number, south), counts)
        points = state.tally().points
        margin += points[south] - points[1 - south]
    return counts.pair(number, margin / 2)


def play_match_pair(
    bots: tuple[Bot, Bot],
    rules: Rules,
    seed: str,
    number: int,
    scores: tuple[int, int] = (0, 0),
) -> Pair:
    """Play two matches from the same packs, the seats swapped; a match won is 1, one lost -1.

    Both begin with south and north at *scores*.
    """
    counts, margin = _Counts(), 0
    for south in (0, 1):
        match = Match(rules, Seat(number % 2), _tallies_of(scores))
        while not match.is_over:
            name = number, len(match.tallies)
            deck = shuffled(stream(seed, "deck", *name))
            state = match.deal(deck)
            state = _play_round(state, bots, south, (seed, "bot", *name, south), counts)
            match = match.after(state)
        margin += 1 if match.winner is Seat(south) else -1
    return counts.pair(number, margin / 2)


def _tallies_of(scores: tuple[int, int]) -> tuple[Tally, ...]:
    """Tallies that come to *scores*, none where both are 0."""
    return (Tally((Line("basras", (0, 0), scores),)),) if any(scores) else ()


def _play_round(
    state: Round,
    bots: tuple[Bot, Bot],
    south: int,
    path: tuple[int | str, ...],
    counts: _Counts,
) -> Round:
    """Play a round to its end, bot a or b (0 or 1) being *south*; its streams begin with *path*."""
    while not state.is_over:
        who = south if state.turn is Seat.SOUTH else 1 - south
        rng = stream(*path, len(state.history))
        view = state.view(state.turn)
        start = process_time()
        play = bots[who].choose(view, rng)
        counts.seconds[who] += process_time() - start
        counts.plays[who] += 1
        counts.basras[who] += state.basra(play) is not Basra.NONE
        state = state.play(play)
    most = len(state.piles[0]) - len(state.piles[1])
    if most:
        counts.majorities[south if most > 0 else 1 - south] += 1
    return state


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of some pairs between a and b."""

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
    """Basras a round that a made and gave away."""
    ms_per_play: tuple[float, float]


def standing(pairs: Iterable[Pair]) -> Standing:
    """Return the standing after *pairs*, at least one of them, in any order."""
    ordered = sorted(pairs, key=lambda pair: pair.number)
    count = len(ordered)
    mean = sum(pair.margin for pair in ordered) / count
    spread = sum((pair.margin - mean) ** 2 for pair in ordered)
    interval = 1.96 * sqrt(spread / (count - 1) / count) if count > 1 else float("inf")
    majorities = [sum(pair.majorities[who] for pair in ordered) for who in (0, 1)]
    return Standing(
        count,
        mean,
        interval,
        sum(pair.margin > 0 for pair in ordered),
        sum(pair.margin < 0 for pair in ordered),
        sum(pair.margin == 0 for pair in ordered),
        majorities[0] / max(1, sum(majorities)),
        (
            _basras_a_round(ordered, 0),
            _basras_a_round(ordered, 1),
        ),
        (_mean_ms(ordered, 0), _mean_ms(ordered, 1)),
    )


def _basras_a_round(pairs: list[Pair], who: int) -> float:
    """The basras that a bot made a round; a round has as many plays by each as by the other."""
    plays = sum(pair.plays[0] + pair.plays[1] for pair in pairs)
    return 48 * sum(pair.basras[who] for pair in pairs) / max(1, plays)


def _mean_ms(pairs: list[Pair], who: int) -> float:
    plays = sum(pair.plays[who] for pair in pairs)
    return 1000 * sum(pair.seconds[who] for pair in pairs) / max(1, plays)


def play_pairs(
    names: tuple[str, str],
    rules: Rules,
    seed: str,
    count: int,
    jobs: int = 1,
    *,
    matches: bool = False,
) -> Iterator[Pair]:
    """Yield *count* pairs of rounds, or *matches*, between two bots as they are finished.

    With more than one of *jobs*, processes of their own play them; the pairs are the same, their
    order and times are not.  Raises `UnknownNameError` before anything is played.
    """
    players = bot(names[0]), bot(names[1])
    if jobs == 1:
        for number in range(count):
            yield (play_match_pair if matches else play_pair)(players, rules, seed, number)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [
            pool.submit(_play_by_names, names, str(rules), seed, number, matches)
            for number in range(count)
        ]
        try:
            for finished in as_completed(waiting):
                yield finished.result()
        finally:
            for future in waiting:
                future.cancel()


def _play_by_names(
    names: tuple[str, str], rules: str, seed: str, number: int, matches: bool
) -> Pair:
    play = play_match_pair if matches else play_pair
    return play((bot(names[0]), bot(names[1])), Rules.parse(rules), seed, number)
