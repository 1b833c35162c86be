"""The coach: what each play is worth, and why the best one is.

Law of this file: it advises from what a seat may see, and a reason is a fact of the game that was
computed, never a phrase that sounds right.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from basra.ai.counts import table_of
from basra.ai.double_dummy import last_deal
from basra.ai.evaluation import chances_of_none
from basra.ai.evaluators import mind
from basra.ai.kernel import Move, kernel
from basra.ai.search import Search, gap
from basra.engine.captures import basra_points, captures, sweeps
from basra.engine.cards import JACKS, KOMI, Card, Cards
from basra.engine.plays import Play
from basra.engine.views import View
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
    """What can be said of a play without judgement."""

    play: Play
    cards: int
    """Cards it brings to the pile, its own among them."""
    basra: int
    """Points of the basra it makes."""
    matches: int
    """Unseen cards of its rank, for a play that takes nothing."""
    total: int
    """What the numerals on the floor it leaves add up to."""
    threats: Cards
    """The unseen cards that would make a basra on the floor it leaves."""
    danger: float
    """The chance that the other holds one of them."""


def advise(view: View, rng: Random, worlds: int = WORLDS) -> tuple[Advice, ...]:
    """Return every legal play of *view*, the best first.

    Plays of cards of one kind are worth the same.  In the last deal the values are exact.
    """
    plays = view.legal_plays()
    if not plays:
        return ()
    packed = kernel(view.rules)
    table = table_of(view, packed)
    results: dict[tuple[int, Move], list[float]]
    if not table.deals_left:
        exact = last_deal(packed, table.carried).values(
            table.floor, table.hand, table.pool, table.lead, table.taker
        )
        results = {(kind, move): [value] for value, kind, move in exact}
    else:
        results = Search(*mind(view.rules), table, rng, hands=worlds).all_results(worlds)
    by_text = {(kind, move[1]): values for (kind, move), values in results.items()}
    best = max(by_text.values(), key=lambda values: sum(values) / len(values))
    advice = []
    for play in plays:
        values = by_text[packed.kind_of[play.card], packed.bag(play.taken)]
        mean = sum(values) / len(values)
        loss, error = gap(best, values)
        advice.append(Advice(play, mean, loss, 1.96 * error))
    return tuple(sorted(advice, key=lambda one: (one.loss, one.play.card, one.play.taken)))


def facts_of(view: View, play: Play) -> Facts:
    """Return what can be said of *play*, which is legal in *view*."""
    card, taken = play
    left = view.floor - taken if taken else view.floor | card
    hidden = view.unseen - Cards.of(view.bottom)
    threats = Cards.of([other for other in hidden if _makes_basra(other, left, view)])
    held = view.other_hand_size
    if not held and view.stock_size:
        held = view.rules.hand_size
    none = chances_of_none(len(hidden), min(held, len(hidden)))[len(threats)]
    return Facts(
        play,
        len(taken) + 1 if taken else 0,
        view.basra_points(play),
        sum(other.rank == card.rank for other in hidden),
        sum(lying.number for lying in left),
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
    said = [_what_it_does(best)]
    if not best.basra and not view.is_last_card:
        said += _what_it_leaves(best, others)
    close = advice[1].play.card if len(advice) > 1 and _is_close(advice[1]) else None
    kept = [other.play.card for other in others if _is_special(other.play.card, view)]
    if kept and close not in kept and not _is_special(best.play.card, view):
        said.append(_("it keeps {card} for a fuller floor").format(card=kept[0].glyph))
    if close is not None:
        said.append(_("{card} is about as good").format(card=close.glyph))
    return _("; ").join(said) + "."


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
    leaves = _of_chance(LEAVES, best)
    if worst.danger > best.danger + 0.05:
        return [_(", ").join((leaves, _of_chance(WOULD_LEAVE, worst)))]
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


def _of_chance(sentences: tuple[str, str, str, str], facts: Facts) -> str:
    """Tell the chance of a basra for the other so that it can be checked: a percentage, rounded."""
    percent = round(100 * facts.danger)
    which = 0 if not facts.danger else 1 if percent < 1 else 2 if percent <= 99 else 3
    return _(sentences[which]).format(card=facts.play.card.glyph, n=percent)


def _is_special(card: Card, view: View) -> bool:
    return card in JACKS or (card == KOMI and view.rules.komi)


RANKS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
