"""What Hypothesis draws from: cards, floors, house rules, packs, rounds and views.

Everything shrinks: cards to aces, floors to few cards, rules to `v1`, rounds to early ones.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from basra.engine.cards import DECK, KOMI, Card, Cards
from basra.engine.plays import Play
from basra.engine.rules import BARRABLE, PRESETS, WORDS, Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import pick, shuffled
from basra.engine.state import Round, View

_FEW_NUMBERS = [card for card in DECK if card.number in (1, 2, 3, 4, 5)]
_SUMS_TO_SEVEN = [card for card in DECK if card.number in (1, 2, 3, 4, 5, 6, 7)]
_NUMERALS = [card for card in DECK if card.number]
_PICTURES_AND_THE_KOMI = [*DECK[40:], KOMI]
WAYS_TO_TAKE = [
    Rules(capture="maximum", komi_on_floor="plain"),
    Rules(capture="maximum", komi_on_floor="any_card"),
    Rules(capture="free", komi_on_floor="plain"),
    Rules(capture="free", komi_on_floor="any_card"),
    Rules(capture="maximum", komi_on_floor="plain", komi=False, komi_basra="never"),
    Rules(capture="free", komi_on_floor="plain", komi=False, komi_basra="never"),
]
"""Rules of every kind, as far as what a card takes goes."""


def cards() -> SearchStrategy[Card]:
    """Return any card."""
    return st.sampled_from(DECK)


@st.composite
def floors(draw: DrawFn, min_size: int = 0, max_size: int = 12) -> Cards:
    """Draw a set of cards, now from the whole pack and now from a part full of sums or pictures."""
    pools = (list(DECK), _NUMERALS, _SUMS_TO_SEVEN, _FEW_NUMBERS, _PICTURES_AND_THE_KOMI)
    pool = draw(st.sampled_from([pool for pool in pools if len(pool) >= min_size]))
    most = min(max_size, len(pool))
    return Cards.of(draw(st.sets(st.sampled_from(pool), min_size=min_size, max_size=most)))


@st.composite
def laid(draw: DrawFn, min_size: int = 0, max_size: int = 12) -> tuple[Card, Cards]:
    """Draw a card and a floor on which it does not lie; half the time the floor has the komi."""
    card = draw(cards())
    floor = draw(floors(min_size=min_size, max_size=max_size))
    if len(floor) < max_size and draw(st.booleans()):
        floor = floor | (1 << KOMI)
    others = [other for other in DECK if other not in floor]
    return (draw(st.sampled_from(others)) if card in floor else card), floor


def presets() -> SearchStrategy[Rules]:
    """Return any of the presets."""
    return st.sampled_from(list(PRESETS.values()))


def ways_to_take() -> SearchStrategy[Rules]:
    """Return rules of every kind, as far as what a card takes goes."""
    return st.sampled_from(WAYS_TO_TAKE)


def points() -> SearchStrategy[int]:
    """Return a number of points that a rule may give."""
    return st.integers(0, 40) | st.integers(0, 1_000_000)


@st.composite
def house_rules(draw: DrawFn) -> Rules:
    """Draw house rules field by field, whether anybody plays them or not."""
    komi = draw(st.booleans())
    words = {name: draw(st.sampled_from(choices)) for name, choices in WORDS.items()}
    if not komi:
        words |= {"komi_basra": "never", "komi_on_floor": "plain"}
    return Rules(
        hand_size=draw(st.sampled_from([4, 6])),
        barred=Cards.of(draw(st.sets(st.sampled_from(list(BARRABLE))))),
        basra=draw(points()),
        jack_basra=draw(points()),
        komi=komi,
        jack_takes_lone_komi=komi and draw(st.booleans()),
        last_card_basra=draw(st.booleans()),
        most_cards=draw(points()),
        jack_points=draw(points()),
        ace_points=draw(points()),
        two_of_clubs_points=draw(points()),
        ten_of_diamonds_points=draw(points()),
        target=draw(st.integers(1, 200) | st.integers(1, 1_000_000)),
        **words,
    )


def rule_sets() -> SearchStrategy[Rules]:
    """Return a preset, or any other house rules that do not contradict themselves."""
    return presets() | house_rules()


def decks() -> SearchStrategy[tuple[Card, ...]]:
    """Return the whole pack in any order."""
    return st.permutations(DECK).map(tuple)


def seeds() -> SearchStrategy[int]:
    """Return a number to make a stream of chance from."""
    return st.integers(0, 2**32 - 1)


@st.composite
def standings(draw: DrawFn, rules: Rules) -> tuple[tuple[int, int], int]:
    """Draw what a match may stand at before a round: the scores, and the points carried."""
    south, north = draw(st.integers(0, rules.target - 1)), draw(st.integers(0, rules.target - 1))
    carries = rules.tie == "carry"
    return (south, north), rules.most_cards * draw(st.integers(0, 3)) if carries else 0


@st.composite
def rounds(
    draw: DrawFn,
    rules: SearchStrategy[Rules] | None = None,
    *,
    min_plays: int = 0,
    max_plays: int = 48,
) -> Round:
    """Draw a state that random play reaches, with its history: an opening, a middle or an end.

    The rules are a preset unless others are given; 48 plays end a round.
    """
    in_force = draw(presets() if rules is None else rules)
    rng = Random(draw(seeds()))
    scores, carried = draw(st.just(((0, 0), 0)) | standings(in_force))
    state = Round.deal(
        shuffled(rng),
        dealer=draw(st.sampled_from(Seat)),
        rules=in_force,
        scores=scores,
        carried=carried,
    )
    for _ in range(draw(st.integers(min_plays, max_plays))):
        state = state.play(random_play(state, rng))
    return state


def random_play(state: Round, rng: Random) -> Play:
    """Return a legal play of *state*: any card alike, and any of its plays alike."""
    plays = state.legal_plays()
    card = pick(rng, sorted({play.card for play in plays}))
    return pick(rng, [play for play in plays if play.card == card])


@st.composite
def views(draw: DrawFn, rules: SearchStrategy[Rules] | None = None) -> View:
    """Draw what either seat sees of a state that random play reaches."""
    return draw(rounds(rules)).view(draw(st.sampled_from(Seat)))
