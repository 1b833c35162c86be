"""The coach: what each play is worth, and why the best one is.

It advises from what a seat may see, and a reason is a fact of the game that was computed, never a
phrase that sounds right.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from basra.ai.counts import count_view
from basra.ai.double_dummy import solve_last_deal
from basra.ai.evaluation import chances_of_none, evaluator_for
from basra.ai.search import Search, paired_difference
from basra.engine.captures import basra_points, captures, sweeps
from basra.engine.cards import JACKS, KOMI, Card, Cards
from basra.engine.plays import Play
from basra.engine.state import View
from basra.i18n import _, ngettext

WORLDS = 400
"""Worlds in which every play is tried."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a play is worth."""

    play: Play
    value: float
    """Points that the seat may expect from here to the end of the round, more than the other."""
    loss: float
    """Points that it costs against the best play."""
    interval: float
    """The true loss lies within so much of `loss`, 95 times in 100; 0 where it is exact."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is certain of a play, without evaluation."""

    play: Play
    cards: int
    """Cards it brings to the pile, its own among them."""
    basra: int
    """Points of the basra it makes."""
    matches: int
    """Unseen cards of its rank, for a play that takes nothing."""
    threats: Cards
    """The unseen cards that would make a basra on the floor it leaves."""
    danger: float
    """The chance that the other holds one of them."""


def advise(view: View, rng: Random, worlds: int = WORLDS) -> tuple[Advice, ...]:
    """Return every legal play of *view*, the best first.

    Plays of cards of one rank are worth the same (see `Kernel.key`).  In the last deal the values
    are exact.
    """
    plays = view.legal_plays()
    if not plays:
        return ()
    evaluator = evaluator_for(view.rules)
    kernel = evaluator.kernel
    counted = count_view(view, kernel)
    results: dict[tuple[int, int], list[float]]
    if not counted.deals_left:
        exact = solve_last_deal(counted, kernel)
        results = {(rank, move[1]): [value] for value, rank, move in exact}
    else:
        search = Search(evaluator, counted, rng, worlds=worlds)
        in_worlds = search.all_results(worlds)
        results = {(rank, move[1]): values for (rank, move), values in in_worlds.items()}
    best = max(results.values(), key=lambda values: sum(values) / len(values))
    advice = []
    for play in plays:
        values = results[kernel.key(play)]
        mean = sum(values) / len(values)
        loss, error = paired_difference(best, values)
        advice.append(Advice(play, mean, loss, 1.96 * error))
    return tuple(sorted(advice, key=lambda one: (one.loss, one.play.card, one.play.taken)))


def facts_of(view: View, play: Play) -> Facts:
    """Return the facts of *play*, which is legal in *view*."""
    card, taken = play
    left = view.floor - taken if taken else view.floor | card
    hidden = view.unseen - Cards.of(view.bottom)
    threats = Cards.of([other for other in hidden if _makes_basra(other, left, view)])
    other_size = view.other_hand_size
    if not other_size and view.stock_size:
        other_size = view.rules.hand_size
    none = chances_of_none(len(hidden), min(other_size, len(hidden)))[len(threats)]
    return Facts(
        play,
        len(taken) + 1 if taken else 0,
        view.basra_points(play),
        sum(other.rank == card.rank for other in hidden),
        threats,
        1 - none,
    )


def _makes_basra(card: Card, floor: Cards, view: View) -> bool:
    return any(
        basra_points(card, floor, taken, view.rules) for taken in captures(card, floor, view.rules)
    )


def idea(view: View, advice: tuple[Advice, ...]) -> str:
    """Return in a sentence what the best play is after, without naming the card."""
    best = advice[0].play
    if view.basra_points(best):
        return _("There is a basra to be made.")
    if best.taken and sweeps(best.card, view.rules.taking):
        return _("The floor is worth sweeping.")
    if best.taken:
        return _("There is something to take.")
    return _("Nothing is worth taking: leave as little as you can.")


def reason(view: View, advice: tuple[Advice, ...]) -> str:
    """Return in a sentence why the first play of *advice* is the best, by what is true of it."""
    best = facts_of(view, advice[0].play)
    others = [facts_of(view, one.play) for one in advice[1:]]
    parts = [_what_it_does(best)]
    if not best.basra and not view.is_last_card:
        parts += _what_it_leaves(best, others)
    close = advice[1].play.card if len(advice) > 1 and _is_close(advice[1]) else None
    kept = [other.play.card for other in others if _is_special(other.play.card, view)]
    if kept and close not in kept and not _is_special(best.play.card, view):
        parts.append(_("it keeps {card} for a fuller floor").format(card=kept[0].glyph))
    if close is not None:
        parts.append(_("{card} is about as good").format(card=close.glyph))
    return _("; ").join(parts) + "."


def _is_close(advice: Advice) -> bool:
    """Whether a play may well be as good as the best."""
    return advice.loss <= advice.interval


def _what_it_does(facts: Facts) -> str:
    card, taken = facts.play.card, facts.cards - 1
    if facts.basra:
        sentence = _("{card} clears the floor: a basra, +{points}")
    elif facts.cards:
        sentence = ngettext("{card} takes one card", "{card} takes {n} cards", taken)
    elif not facts.matches:
        sentence = _("lay {card}: no {rank} is left to match it")
    else:
        sentence = _("lay {card}")
    rank = _(RANKS.get(card.rank, card.rank))
    return sentence.format(card=card.glyph, points=facts.basra, n=taken, rank=rank)


def _what_it_leaves(best: Facts, others: list[Facts]) -> list[str]:
    """What the floor it leaves means for the other, beside the worst that might be left."""
    worst = max(others, key=lambda other: other.danger, default=best)
    leaves = _chance_sentence(LEAVES, best)
    if worst.danger > best.danger + 0.05:
        return [_(", ").join((leaves, _chance_sentence(WOULD_LEAVE, worst)))]
    return [leaves] if best.threats or not best.cards else []


LEAVES = (
    "it leaves no basra",
    "it leaves less than 1 chance in 100 of a basra",
    "it leaves {n} chances in 100 of a basra",
    "it leaves a basra that is all but certain",
)
WOULD_LEAVE = (
    "{card} would leave no basra",
    "{card} would leave less than 1 chance in 100 of a basra",
    "{card} would leave {n} chances in 100 of a basra",
    "{card} would leave a basra that is all but certain",
)


def _chance_sentence(sentences: tuple[str, str, str, str], facts: Facts) -> str:
    """The sentence for the chance of a basra of the other, as a percentage that can be checked."""
    percent = round(100 * facts.danger)
    which = 0 if not facts.danger else 1 if percent < 1 else 2 if percent <= 99 else 3
    return _(sentences[which]).format(card=facts.play.card.glyph, n=percent)


def _is_special(card: Card, view: View) -> bool:
    return card in JACKS or (card == KOMI and view.rules.komi)


RANKS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
