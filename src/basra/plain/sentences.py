"""What the plain table says: each function returns one line, or lines, of whole sentences.

Law of this file: pure; a line about a hand is made from the view of the seat that holds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from basra.engine.matches import Match
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.rules import Rules
from basra.engine.scoring import Line, Tally
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.messages.capture_choices import plays_of
from basra.messages.card_order import floor_order, slots
from basra.messages.names import YOU, Names
from basra.messages.phrases import cards, counted, listed
from basra.messages.plays import describe_outcome, log_rows, preview
from basra.messages.scores import got_the_floor, helped, source_words, waiting, wins
from basra.plain.commands import Ways, choices_of, offered, sentence

if TYPE_CHECKING:
    from basra.ai.coach import Advice

_SHORT, _FEW = 40, 3
"""Characters of a choice with all its cards; ways that are named at once."""

HELP = (
    "Type the number of a card, or the card: 2, q, 7h, or in full 7h x 4s 3c; Enter is the first.",
    "Commands: floor, hand and table tell what lies there, score what it is worth, log every play.",
    "Then hint, take back, redo, save, new, quit; rules tells the rules, rules jack all on jacks.",
    "Commands may be cut short as long as they are clear; capitals or small letters are the same.",
)


def greeting(names: Names, level: str, rules: Rules) -> str:
    """Return who plays, by which rules and to what target."""
    who = _whom(names, level)
    return f"A match of Basra {who}, by the rules {rules.name}, to {rules.target} points; ? helps."


def _whom(names: Names, level: str) -> str:
    return f"against {level}" if level else f"between {names.south} and {names.north}"


def outcome(done: PlayOutcome, names: Names) -> str:
    """Return what a play did."""
    cry = f"; a basra, {counted(done.points, 'point')}!" if done.points else "."
    return describe_outcome(done, names) + cry


def aftermath(done: PlayOutcome, after: Round, names: Names) -> Iterator[str]:
    """Yield what else happened with a play: new hands, a floor that somebody gets."""
    if done.dealt:
        stock = counted(len(after.stock), "card")
        yield f"New hands: deal {done.dealt} of {after.rules.deals}, {stock} in the stock."
    if done.left_to is not None and done.left_over:
        yield f"{got_the_floor(names, done.left_to, done.left_over)}."


def floor(view: View, *, by_rank: bool = False) -> str:
    """Return what lies on the floor."""
    lying = floor_order(view, by_rank=by_rank)
    if not lying:
        return "The floor is empty."
    return f"On the floor: {' '.join(card.glyph for card in lying)}."


def hand(view: View) -> str:
    """Return the cards of the seat on turn, numbered, and what each takes."""
    return choices_of(
        ["" if card is None else _worth(view, plays_of(view, card)) for card in slots(view)]
    )


def _worth(view: View, ways: Ways) -> str:
    """What a card does; where it may do many things, how many."""
    if len(ways) == 1:
        return _does(view, ways[0])
    face = ways[0].card.glyph
    if len(ways) <= _FEW:
        return f"{face} takes {listed(_way(view, play) for play in ways)}"
    return f"{face} takes in one of {len(ways)} ways"


def _does(view: View, play: Play) -> str:
    if not play.taken:
        return f"{play.card.glyph} takes nothing"
    points = view.basra_points(play)
    basra = f", basra {points}" if points else ""
    return preview(play, view.floor, lambda text: len(text) <= _SHORT) + basra


def ways_of(view: View, ways: Ways) -> str:
    """Return the ways of one card, numbered."""
    shown = offered(ways)
    said = choices_of([_way(view, play) for play in shown])
    more = len(ways) - len(shown)
    if more:
        play = f"{ways[0].card.glyph} x {cards(ways[-2].taken)}"
        said += f" There are {more} more: write which, such as {play}."
    return f"{ways[0].card.glyph} takes: {said}"


def _way(view: View, play: Play) -> str:
    points = view.basra_points(play)
    return (cards(play.taken) or "nothing") + (f", basra {points}" if points else "")


def log(view: View, names: Names) -> Iterator[str]:
    """Yield every play of the round, those of each deal under its number."""
    if not view.history:
        yield "Nothing has been laid in this round yet."
    for done, number in log_rows(view):
        yield f"Deal {number}:" if done is None else outcome(done, names)


def tally(names: Names, match: Match) -> Iterator[str]:
    """Yield the points of the round that is over, source by source, and those of the match."""
    last = match.tallies[-1]
    yield f"Round {len(match.tallies)} is over:"
    for line in last.lines:
        yield f"{sentence(source_words(line.source))[:-1]}: {_both(names, line)}."
    yield f"The round together: {_points(names, last)}."
    if last.carried:
        yield sentence(waiting(last))
    south, north = match.scores
    yield f"The match, to {match.rules.target}: {names.south} {south}, {names.north} {north}."


def _both(names: Names, line: Line) -> str:
    """The numbers of a source for both, and what they are worth."""
    said = []
    for seat in Seat:
        points = counted(line.points[seat], "point")
        number = "" if line.source == "carried" else f"{line.counts[seat]}, "
        said.append(f"{names[seat]} {number}{points}")
    return "; ".join(said)


def _points(names: Names, of: Tally) -> str:
    south, north = of.points
    return f"{names.south} {counted(south, 'point')}, {names.north} {counted(north, 'point')}"


def end(names: Names, match: Match, assists: frozenset[str]) -> Iterator[str]:
    """Yield who has won, and with what help."""
    assert match.winner is not None, "ask only once the match is over"
    winner, other = match.winner, match.winner.other
    yield f"{wins(names, winner)}, {match.scores[winner]} to {match.scores[other]}!"
    if assists:
        yield sentence(helped(assists))


def where(view: View, names: Names, scores: tuple[int, int]) -> str:
    """Return where a match stands: its deal and its points."""
    south, north = scores
    points = f"{names.south} {south}, {names.north} {north}"
    return f"Deal {view.number_of_deal} of {view.rules.deals}; {points}."


def whose_turn(names: Names, seat: Seat) -> str:
    """Return the question for a card."""
    return f"{names.turn(seat)}: which card?"


def handover(names: Names, seat: Seat) -> str:
    """Return what is said before the hand of *seat* is shown, to both."""
    return f"{names.turn(seat)}: press Enter once only {names[seat]} is looking."


def taken_back(names: Names, seat: Seat, play: Play | None) -> str:
    """Return that a seat has taken a play back; *play* is not named where another might hear."""
    takes = "take" if names[seat] == YOU else "takes"
    what = "the last card" if play is None else play.card.glyph
    return f"{names[seat]} {takes} {what} back."


def counsel(view: View, advice: Sequence[Advice]) -> Iterator[str]:
    """Yield what every play costs against the best one."""
    for number, one in enumerate(advice):
        cost = "the best" if not number else _cost(one)
        yield f"{_does(view, one.play)}: {cost}."


def _cost(advice: Advice) -> str:
    least, most = max(0.0, advice.loss - advice.interval), advice.loss + advice.interval
    if most < 0.05:
        return "as good"
    if least < 0.05:
        return f"costs up to {most:.1f} points"
    return f"costs about {advice.loss:.1f} points"


def unfinished(names: Names, level: str, match: Match, deal: int) -> str:
    """Return the question whether a match that waits shall be gone on with."""
    south, north = match.scores
    who = _whom(names, level)
    stands = f"{south} to {north}, deal {deal} of {match.rules.deals}"
    return f"An unfinished match {who}, {stands}: go on with it? Enter or yes, n for a new one:"
