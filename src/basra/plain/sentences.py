"""The lines that the plain table prints; each is a whole sentence.

A line about a hand is made from the view of the seat that holds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from basra.engine.matches import Match
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.scoring import Line, Tally
from basra.engine.seats import Seat
from basra.engine.state import Round, View
from basra.messages.capture_choices import plays_of
from basra.messages.card_order import floor_order, hand_slots
from basra.messages.names import YOU, Names
from basra.messages.phrases import card_faces, count_noun, join_choices
from basra.messages.plays import describe_outcome, log_rows, preview
from basra.messages.scores import (
    describe_assists,
    describe_carried,
    describe_left_over,
    describe_winner,
    source_name,
)
from basra.plain.parser import CaptureChoices, as_sentence, numbered_choices, numbered_list

if TYPE_CHECKING:
    from basra.ai.coach import Advice

_SHORT, _FEW = 40, 3
"""The longest capture with all its cards; the most choices join_choices with the hand."""

HELP = (
    "Type the number of a card, or its name: 2, q, 7h, or in full 7h x 4s 3c; Enter is the first.",
    "Commands: floor, hand and table show the cards, score shows the points, log lists every play.",
    "Also hint, take back, redo, save, new, quit; rules shows the rules, rules jack all on jacks.",
    "Commands may be shortened as long as they are clear; capital letters make no difference.",
)


def describe_match(names: Names, level: str, rules: Rules) -> str:
    """Return the opponents, the rules and the target."""
    who = _opponents(names, level)
    what = f"by the rules {rules.name}, to {rules.target} points"
    return f"A match of Basra {who}, {what}; type ? for help."


def _opponents(names: Names, level: str) -> str:
    return f"against {level}" if level else f"between {names.south} and {names.north}"


def describe_play(outcome: PlayOutcome, names: Names) -> str:
    """Return what a play did."""
    basra = f"; a basra, {count_noun(outcome.points, 'point')}!" if outcome.points else "."
    return describe_outcome(outcome, names) + basra


def describe_aftermath(outcome: PlayOutcome, after: Round, names: Names) -> Iterator[str]:
    """Yield what followed a play in the round *after* it: new hands, the rest of the floor."""
    if outcome.dealt:
        stock = count_noun(len(after.stock), "card")
        yield f"New hands: deal {outcome.dealt} of {after.rules.deals}, {stock} in the stock."
    if outcome.left_to is not None and outcome.left_over:
        yield f"{describe_left_over(names, outcome.left_to, outcome.left_over)}."


def describe_floor(view: View, *, by_rank: bool = False) -> str:
    """Return the cards on the floor."""
    lying = floor_order(view, by_rank=by_rank)
    if not lying:
        return "The floor is empty."
    return f"On the floor: {' '.join(card.glyph for card in lying)}."


def describe_hand(view: View) -> str:
    """Return the cards of the seat on turn, numbered, and what each takes."""
    return numbered_list(
        [
            "" if card is None else _describe_card(view, plays_of(view, card))
            for card in hand_slots(view)
        ]
    )


def _describe_card(view: View, choices: CaptureChoices) -> str:
    """Return what a card takes, or in how many ways if these are many."""
    if len(choices) == 1:
        return _describe_capture(view, choices[0])
    face = choices[0].card.glyph
    if len(choices) <= _FEW:
        return f"{face} takes {join_choices(_describe_choice(view, play) for play in choices)}"
    return f"{face} takes in one of {len(choices)} ways"


def _describe_capture(view: View, play: Play) -> str:
    if not play.taken:
        return f"{play.card.glyph} takes nothing"
    points = view.basra_points(play)
    basra = f", basra {points}" if points else ""
    return preview(play, view.floor, lambda text: len(text) <= _SHORT) + basra


def describe_choices(view: View, choices: CaptureChoices) -> str:
    """Return the choices of one card, numbered."""
    shown = numbered_choices(choices)
    text = numbered_list([_describe_choice(view, play) for play in shown])
    more = len(choices) - len(shown)
    if more:
        play = f"{choices[0].card.glyph} x {card_faces(choices[-2].taken)}"
        text += f" There are {more} more: type one in full, such as {play}."
    return f"{choices[0].card.glyph} takes: {text}"


def _describe_choice(view: View, play: Play) -> str:
    points = view.basra_points(play)
    return (card_faces(play.taken) or "nothing") + (f", basra {points}" if points else "")


def describe_log(view: View, names: Names) -> Iterator[str]:
    """Yield every play of the round, under the number of its deal."""
    if not view.history:
        yield "Nothing has been laid in this round yet."
    for outcome, number in log_rows(view):
        yield f"Deal {number}:" if outcome is None else describe_play(outcome, names)


def describe_tally(names: Names, match: Match) -> Iterator[str]:
    """Yield the points of the last round, source by source, and those of the match."""
    last = match.tallies[-1]
    yield f"Round {len(match.tallies)} is over:"
    for line in last.lines:
        yield f"{as_sentence(source_name(line.source))[:-1]}: {_describe_source(names, line)}."
    yield f"Round total: {_points_of_both(names, last)}."
    if last.carried:
        yield as_sentence(describe_carried(last))
    south, north = match.scores
    yield f"The match, to {match.rules.target}: {names.south} {south}, {names.north} {north}."


def _describe_source(names: Names, line: Line) -> str:
    """Return the counts of a source for both players, and their points."""
    parts = []
    for seat in Seat:
        points = count_noun(line.points[seat], "point")
        number = "" if line.source == "carried" else f"{line.counts[seat]}, "
        parts.append(f"{names[seat]} {number}{points}")
    return "; ".join(parts)


def _points_of_both(names: Names, tally: Tally) -> str:
    south, north = tally.points
    return f"{names.south} {count_noun(south, 'point')}, {names.north} {count_noun(north, 'point')}"


def describe_end(names: Names, match: Match, assists: frozenset[str]) -> Iterator[str]:
    """Yield who has won, and with what help."""
    assert match.winner is not None, "ask only once the match is over"
    winner, other = match.winner, match.winner.other
    yield f"{describe_winner(names, winner)}, {match.scores[winner]} to {match.scores[other]}!"
    if assists:
        yield as_sentence(describe_assists(assists))


def describe_position(view: View, names: Names, scores: tuple[int, int]) -> str:
    """Return the deal and the points of both."""
    south, north = scores
    points = f"{names.south} {south}, {names.north} {north}"
    return f"Deal {view.deal_number} of {view.rules.deals}; {points}."


def ask_for_card(names: Names, seat: Seat) -> str:
    """Return the question for a play."""
    return f"{names.turn(seat)}: which card?"


def ask_for_handover(names: Names, seat: Seat) -> str:
    """Return the request to hand the keyboard to *seat*, before its hand is shown."""
    return f"{names.turn(seat)}: press Enter once only {names[seat]} is looking."


def describe_take_back(names: Names, seat: Seat, play: Play | None) -> str:
    """Return that a seat took back *play*; ``None`` where the card must stay hidden."""
    takes = "take" if names[seat] == YOU else "takes"
    what = "the last card" if play is None else play.card.glyph
    return f"{names[seat]} {takes} {what} back."


def describe_advice(view: View, advice: Sequence[Advice]) -> Iterator[str]:
    """Yield the cost of every play against the best one."""
    for number, one in enumerate(advice):
        cost = "the best" if not number else _describe_cost(one)
        yield f"{_describe_capture(view, one.play)}: {cost}."


def _describe_cost(advice: Advice) -> str:
    least, most = max(0.0, advice.loss - advice.interval), advice.loss + advice.interval
    if most < 0.05:
        return "as good"
    if least < 0.05:
        return f"costs up to {most:.1f} points"
    return f"costs about {advice.loss:.1f} points"


def ask_to_resume(names: Names, level: str, match: Match, deal: int) -> str:
    """Return the question whether to continue an unfinished match."""
    south, north = match.scores
    who = _opponents(names, level)
    position = f"{south} to {north}, deal {deal} of {match.rules.deals}"
    return f"An unfinished match {who}, {position}: continue it? Enter or yes, n for a new one:"
