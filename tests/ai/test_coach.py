"""The coach: its values are ordered, its facts are true."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from basra.ai.coach import Facts, advise, facts_of, idea, reason
from basra.engine import PRESETS, Round, Rules, View, captures, shuffled, stream
from basra.engine.captures import basra_points
from basra.engine.shuffles import pick
from tests.ai.positions import with_the_rest_in_a_pile


def some_views(rules: Rules, count: int) -> list[View]:
    """Return views of the seat on turn from rounds played at random."""
    found = []
    for number in range(count):
        rng = stream(number, "coach", rules.name)
        state = Round.deal(shuffled(rng), rules=rules)
        for _ in range(int(rng.random() * 47)):
            state = state.play(pick(rng, state.legal_plays()))
        found.append(state.view(state.turn))
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_every_play_is_valued_the_best_first(name: str) -> None:
    for view in some_views(PRESETS[name], 4):
        advice = advise(view, stream(1), worlds=30)
        assert sorted(one.play for one in advice) == sorted(view.legal_plays())
        losses = [one.loss for one in advice]
        assert losses == sorted(losses)
        assert losses[0] == 0
        for one in advice:
            assert one.value == pytest.approx(advice[0].value - one.loss)
            assert one.interval >= 0
            if not view.stock_size:
                assert one.interval == 0


def test_the_same_stream_gives_the_same_advice() -> None:
    for view in some_views(Rules.preset("v2"), 3):
        assert advise(view, stream("a"), 25) == advise(view, stream("a"), 25)


@pytest.mark.parametrize("name", ["v1", "v2", "pagat", "jawaker"])
def test_facts_are_what_counting_every_hand_says(name: str) -> None:
    rules = PRESETS[name]
    for view in some_views(rules, 25):
        held = view.other_hand_size
        hidden = tuple(view.unseen)
        if len(hidden) > 20 or not held:
            continue
        for play in view.legal_plays():
            facts = facts_of(view, play)
            left = view.floor - play.taken if play.taken else view.floor | play.card
            hands = list(combinations(hidden, held))
            in_danger = sum(
                any(
                    basra_points(card, left, taken, rules)
                    for card in hand
                    for taken in captures(card, left, rules)
                )
                for hand in hands
            )
            assert facts.danger == pytest.approx(in_danger / len(hands))
            assert facts.basra == view.basra_points(play)
            assert facts.cards == (len(play.taken) + 1 if play.taken else 0)
            assert facts.matches == sum(card.rank == play.card.rank for card in hidden)


def said_of(view: View) -> tuple[str, tuple[Facts, ...]]:
    advice = advise(view, stream(2), worlds=30)
    return reason(view, advice), tuple(facts_of(view, one.play) for one in advice)


def test_every_number_in_a_reason_is_one_of_the_facts() -> None:
    for view in some_views(Rules.preset("v2"), 40):
        text, facts = said_of(view)
        best, others = facts[0], facts[1:]
        for percent in map(int, re.findall(r"(\d+) chances in 100", text)):
            assert percent in {round(100 * fact.danger) for fact in facts}
        if "a basra, +" in text:
            assert best.basra > 0
            assert f"+{best.basra}" in text
        if "is left to match it" in text:
            assert best.matches == 0
        left = re.search(r"it leaves (no|a|less than \d|\d+)", text)
        if left is not None:
            assert (left[1] == "no") == (best.danger == 0)
            assert (left[1] == "a") == (best.danger > 0.995)
            if left[1].isdecimal():
                assert int(left[1]) == round(100 * best.danger)
        if "would leave" in text:
            assert max(other.danger for other in others) > best.danger
        if "for a fuller floor" in text:
            kept = text.split("it keeps ")[1].split(" ")[0]
            assert kept in {fact.play.card.glyph for fact in others}
            assert kept != best.play.card.glyph
            assert f"{kept} is about as good" not in text


def test_the_idea_does_not_name_a_card() -> None:
    for view in some_views(Rules.preset("v2"), 20):
        text = idea(view, advise(view, stream(2), worlds=20))
        assert not set("♣♦♥♠") & set(text)


def test_a_basra_is_called_one() -> None:
    view = View.parse(with_the_rest_in_a_pile("5S8CJDQH/????????/5H/32/-/- 0-0 S -"))
    advice = advise(view, stream(1), worlds=100)
    assert view.text(advice[0].play) == "5Sx5H!"
    assert idea(view, advice) == "There is a basra to be made."
    assert reason(view, advice).startswith("5♠ clears the floor: a basra, +10")
