"""What a round is worth: every point has a line, every line is what a recount finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine import (
    ALL,
    DECK,
    PRESETS,
    Card,
    Cards,
    Line,
    Round,
    Rules,
    Seat,
    shuffled,
    stream,
)
from basra.engine.scoring import SOURCES, Tally, card_points, tally
from tests.strategies import house_rules, points, presets, random_play, rounds, rule_sets

V2 = Rules.preset("v2")
PAGAT = Rules.preset("pagat")
AHWA = Rules.preset("ahwa")
CARD_POINTS = {name: PRESETS[name] for name in ("pagat", "jawaker", "ahwa", "jordan", "lebanon")}
CHECKSUMS = {
    "v1": 30,
    "v2": 30,
    "pagat": 16,
    "jawaker": 43,
    "ahwa": 43,
    "levant": 30,
    "jordan": 16,
    "lebanon": 16,
}


def over(south: int | Cards, rules: Rules, basras: str = "0-0", last: str = "S") -> Round:
    """Return a round that is over: *south* is South's pile, or how many cards there are in it."""
    pile = Cards.of(DECK[:south]) if type(south) is int else Cards(south)
    fields = (cards.compact or "-" for cards in (pile, ALL - pile))
    return Round.parse(f"-/-/-/-/{'/'.join(fields)} {basras} S {last}", rules)


def played_out(seed: int, rules: Rules, dealer: Seat = Seat.NORTH) -> Iterator[Round]:
    """Yield every state of a random round."""
    state = Round.deal(shuffled(stream(seed, "deck")), dealer=dealer, rules=rules)
    rng = stream(seed, "plays")
    yield state
    while not state.is_over:
        state = state.play(random_play(state, rng))
        yield state


def by_source(counted: Tally) -> dict[str, Line]:
    return {line.source: line for line in counted.lines}


def recount(state: Round) -> dict[str, tuple[int, int]]:
    """Return the points of a round that is over, source by source, counted anew."""
    rules = state.rules
    south, north = (list(map(str, pile)) for pile in state.piles)
    found: dict[str, tuple[int, int]] = {
        "cards": {
            True: (rules.most_cards, 0),
            False: (0, rules.most_cards),
        }[len(south) > len(north)],
        "basras": (state.basras[0] * rules.basra, state.basras[1] * rules.basra),
    }
    if len(south) == len(north):
        found["cards"] = (rules.most_cards, rules.most_cards) if rules.tie == "both" else (0, 0)
    if rules.jack_basra:
        jacks = state.jack_basras
        found["jack basras"] = jacks[0] * rules.jack_basra, jacks[1] * rules.jack_basra
    for source, worth, names in (
        ("jacks", rules.jack_points, ("JC", "JD", "JH", "JS")),
        ("aces", rules.ace_points, ("AC", "AD", "AH", "AS")),
        ("two of clubs", rules.two_of_clubs_points, ("2C",)),
        ("ten of diamonds", rules.ten_of_diamonds_points, ("TD",)),
    ):
        if worth:
            found[source] = (
                worth * sum(name in south for name in names),
                worth * sum(name in north for name in names),
            )
    return found


# ------------------------------------------------------------------ most cards


@pytest.mark.parametrize("name", PRESETS)
def test_the_larger_pile_scores_for_most_cards_and_at_26_each_nobody_does(name: str) -> None:
    rules = PRESETS[name]
    most = {"pagat": 3, "jordan": 3, "lebanon": 3}.get(name, 30)
    for south, scored in ((27, (most, 0)), (52, (most, 0)), (25, (0, most)), (2, (0, most))):
        counted = over(south, rules, last="SN"[south < 26]).tally()
        assert by_source(counted)["cards"] == Line("cards", (south, 52 - south), scored)
        assert "carried" not in by_source(counted)
    counted = over(26, rules).tally()
    assert by_source(counted)["cards"] == Line("cards", (26, 26), (0, 0))
    assert counted.carried == (30 if name in ("ahwa", "levant") else 0)


def test_where_both_get_them_a_tie_scores_twice_and_carries_nothing() -> None:
    counted = over(26, replace(V2, tie="both")).tally()
    assert by_source(counted)["cards"] == Line("cards", (26, 26), (30, 30))
    assert counted.points == (30, 30)
    assert counted.carried == 0


@pytest.mark.parametrize(("south", "gain"), [(30, (30, 0)), (20, (0, 30))])
def test_the_next_majority_takes_what_was_carried_on_a_line_of_its_own(
    south: int, gain: tuple[int, int]
) -> None:
    counted = over(south, AHWA, last="SN"[south < 26]).tally(carried=60)
    assert by_source(counted)["cards"].points == gain
    assert by_source(counted)["carried"].points == (2 * gain[0], 2 * gain[1])
    assert counted.carried == 0


def test_a_second_tie_adds_to_what_is_carried() -> None:
    counted = over(26, AHWA).tally(carried=30)
    assert counted.carried == 60
    assert by_source(counted)["cards"].points == (0, 0)
    assert "carried" not in by_source(counted)


def test_a_round_counts_the_points_it_was_dealt_with() -> None:
    state = Round.deal(shuffled(stream(5, "deck")), rules=AHWA, carried=60)
    assert state.tally().carried == 60
    while not state.is_over:
        state = state.play(state.legal_plays()[0])
    majority = by_source(state.tally())["cards"].points
    assert majority in ((30, 0), (0, 30))
    assert by_source(state.tally())["carried"].points == (2 * majority[0], 2 * majority[1])
    assert by_source(state.tally(carried=0)).get("carried") is None


def test_most_cards_count_only_once_the_round_is_over() -> None:
    states = list(played_out(5, AHWA))
    assert all("cards" not in by_source(state.tally()) for state in states[:-1])
    assert "cards" in by_source(states[-1].tally())


def test_until_a_round_is_over_what_was_carried_goes_on_waiting() -> None:
    for state in list(played_out(5, AHWA))[:-1]:
        counted = state.tally(carried=30)
        assert counted.carried == 30
        assert counted.points == state.tally().points


# ---------------------------------------------------------- basras, card points


@pytest.mark.parametrize("name", PRESETS)
def test_every_basra_scores_its_points(name: str) -> None:
    rules = PRESETS[name]
    made = "3+1-2" if rules.jack_basra else "3-2"
    lines = by_source(over(30, rules, basras=made).tally())
    assert lines["basras"] == Line("basras", (3, 2), (30, 20))
    if rules.jack_basra:
        assert lines["jack basras"] == Line("jack basras", (1, 0), (rules.jack_basra, 0))
    else:
        assert "jack basras" not in lines


@pytest.mark.parametrize("name", CARD_POINTS)
def test_where_cards_count_they_are_worth_thirteen_in_all(name: str) -> None:
    assert card_points(ALL, PRESETS[name]) == 13
    south = Cards.parse("JC JD JH AC 2C 9H")
    lines = by_source(over(south, PRESETS[name]).tally())
    assert lines["jacks"] == Line("jacks", (3, 1), (3, 1))
    assert lines["aces"] == Line("aces", (1, 3), (1, 3))
    assert lines["two of clubs"] == Line("two of clubs", (1, 0), (2, 0))
    assert lines["ten of diamonds"] == Line("ten of diamonds", (0, 1), (0, 3))


@pytest.mark.parametrize("name", sorted(set(PRESETS) - set(CARD_POINTS)))
def test_where_cards_do_not_count_no_line_speaks_of_them(name: str) -> None:
    assert card_points(ALL, PRESETS[name]) == 0
    assert {"jacks", "aces", "two of clubs", "ten of diamonds"}.isdisjoint(
        by_source(over(30, PRESETS[name]).tally())
    )


@given(st.sets(st.sampled_from(DECK)), house_rules())
def test_a_pile_is_worth_the_sum_of_its_cards(pile: set[Card], rules: Rules) -> None:
    alone = sum(card_points(Cards.of([card]), rules) for card in pile)
    assert card_points(Cards.of(pile), rules) == alone
    assert (
        card_points(ALL, rules)
        == 4 * (rules.jack_points + rules.ace_points)
        + rules.two_of_clubs_points
        + rules.ten_of_diamonds_points
    )


def test_the_lines_come_in_the_order_of_the_score_sheet() -> None:
    sources = [line.source for line in over(30, AHWA, basras="1+1-1").tally(carried=30).lines]
    assert sources == list(SOURCES)


@given(
    st.integers(0, 52), rule_sets(), st.tuples(points(), points()), st.tuples(points(), points())
)
def test_totals_are_the_sums_of_the_lines(
    south: int, rules: Rules, basras: tuple[int, int], jack_basras: tuple[int, int]
) -> None:
    piles = Cards.of(DECK[:south]), Cards.of(DECK[south:])
    counted = tally(rules, piles, basras, jack_basras)
    assert counted.points == (
        sum(line.points[0] for line in counted.lines),
        sum(line.points[1] for line in counted.lines),
    )
    assert len(by_source(counted)) == len(counted.lines)
    assert set(by_source(counted)) <= set(SOURCES)


# ----------------------------------------------------------- the end of a round


def last_card(hand: str, floor: str, rules: Rules) -> Round:
    """Return a state in which North lays the last card of the round; South took last."""
    rest = list(ALL - Cards.parse(f"{hand} {floor}"))
    piles = "".join(map(str, rest[:24])), "".join(map(str, rest[24:]))
    return Round.parse(f"-/{hand}/{floor}/-/{piles[0]}/{piles[1]} 0-0 N S", rules)


def test_what_is_left_goes_to_the_last_taker_and_is_no_basra() -> None:
    state = last_card("7S", "AD2C3S8H", PAGAT)
    (play,) = state.legal_plays()
    after = state.play(play)
    assert after.is_over
    assert after.floor == Cards(0)
    assert after.piles[0] == state.piles[0] | Cards.parse("AD 2C 3S 7S 8H")
    assert after.piles[1] == state.piles[1]
    assert (after.basras, after.jack_basras) == ((0, 0), (0, 0))
    gained = card_points(after.piles[0], PAGAT) - card_points(state.piles[0], PAGAT)
    assert gained == 1 + 2
    outcome = after.outcomes[-1]
    assert (outcome.left_to, outcome.left_over) == (Seat.SOUTH, Cards.parse("AD 2C 3S 7S 8H"))


def test_what_a_last_capture_leaves_goes_to_the_seat_that_made_it() -> None:
    state = last_card("7S", "AD2C3S8H7H", PAGAT)
    after = state.play(state.read_play("7S"))
    assert after.last_taker is Seat.NORTH
    assert after.piles[1] == state.piles[1] | Cards.parse("7S 7H AD 2C 3S 8H")


@pytest.mark.parametrize(
    ("hand", "floor"),
    [
        pytest.param("5S", "5H", id="a-match"),
        pytest.param("KS", "KDKH", id="kings"),
        pytest.param("9S", "4C5D", id="a-sum"),
        pytest.param("JS", "JH", id="a-jack-on-a-lone-jack"),
        pytest.param("7D", "4H", id="the-komi"),
        pytest.param("JC", "7D", id="a-jack-on-a-lone-komi"),
    ],
)
def test_the_last_card_of_a_round_makes_a_basra_except_in_jordan(hand: str, floor: str) -> None:
    for name, rules in PRESETS.items():
        state = last_card(hand, floor, rules)
        play = max(state.legal_plays(), key=lambda play: len(play.taken))
        after = state.play(play)
        expected = {"5S": rules.basra, "KS": rules.basra, "9S": rules.basra}.get(hand, 0)
        if hand == "JS" or (hand == "JC" and rules.jack_takes_lone_komi):
            expected = rules.jack_basra
        if hand == "7D" and rules.komi:
            expected = rules.basra
        if name == "jordan":
            expected = 0
        assert state.basra_points(play) == expected, name
        assert state.text(play).endswith("!") is (expected > 0), name
        lines = by_source(after.tally())
        scored = lines["basras"].points[1]
        scored += lines["jack basras"].points[1] if "jack basras" in lines else 0
        assert scored == expected, name
        if play.taken:
            assert after.last_taker is Seat.NORTH, name
            assert after.piles[1] == state.piles[1] | Cards.parse(f"{hand} {floor}"), name


def test_in_jordan_the_last_card_but_one_still_makes_a_basra() -> None:
    rules = Rules.preset("jordan")
    rest = list(ALL - Cards.parse("5S 9C 5H"))
    piles = "".join(map(str, rest[:25])), "".join(map(str, rest[25:]))
    state = Round.parse(f"5S/9C/5H/-/{piles[0]}/{piles[1]} 0-0 S S", rules)
    after = state.play(state.read_play("5Sx5H!"))
    assert after.tally().points[0] - state.tally().points[0] == 10


@pytest.mark.rule("4.7")
def test_if_nobody_took_anything_the_floor_belongs_to_nobody() -> None:
    rules = Rules.preset("jawaker")
    floor = ALL - Cards.parse("9S")
    state = Round.parse(f"9S/-/{floor.compact}/-/-/- 0-0 S -", rules)
    play = state.read_play("9S")
    after = state.play(play)
    assert after.is_over
    assert after.last_taker is None
    assert (after.piles, after.floor) == ((Cards(0), Cards(0)), ALL)
    assert after.tally().points == (0, 0)
    assert by_source(after.tally())["cards"] == Line("cards", (0, 0), (0, 0))
    assert (after.outcomes[-1].left_to, after.outcomes[-1].left_over) == (None, ALL)


# ------------------------------------------------------------------- checksums


@pytest.mark.parametrize("name", PRESETS)
def test_the_points_of_every_round_add_up_to_the_checksum(name: str) -> None:
    rules, ties = PRESETS[name], 0
    for seed in range(150):
        *_, state = played_out(seed, rules)
        south, north = state.piles
        assert south.isdisjoint(north)
        assert south | north == ALL
        counted = state.tally()
        assert {line.source: line.points for line in counted.lines} == recount(state)
        basras = sum(state.basras) * rules.basra + sum(state.jack_basras) * rules.jack_basra
        tie = len(south) == len(north)
        ties += tie
        assert sum(counted.points) - basras == CHECKSUMS[name] - tie * rules.most_cards
        assert counted.carried == (rules.most_cards if tie and rules.tie == "carry" else 0)
    assert ties, "there is a tie among the samples"


@given(rounds(house_rules(), min_plays=48))
def test_under_any_house_rules_every_line_is_what_a_recount_finds(state: Round) -> None:
    assert {line.source: line.points for line in state.tally(carried=0).lines} == recount(state)


@given(rounds(presets(), max_plays=47))
def test_until_the_end_a_tally_counts_piles_and_basras_so_far(state: Round) -> None:
    found = recount(state)
    del found["cards"]
    assert {line.source: line.points for line in state.tally().lines} == found
    assert state.view(Seat.SOUTH).tally() == state.view(Seat.NORTH).tally() == state.tally()


def test_a_tally_sees_only_piles_and_basras() -> None:
    piles = Cards.of(shuffled(Random(3))[:27])
    counted = tally(PAGAT, (piles, ALL - piles), (1, 2), (0, 0))
    assert counted == over(piles, PAGAT, basras="1-2").tally()
    assert counted == over(piles, PAGAT, basras="1-2", last="N").tally()
