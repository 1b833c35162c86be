"""A replay: the moments of a match that was played, and the scene of each with both hands open.

A moment is a state with the play about to be made in it, so that one sees what it takes.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from basra.engine.outcome import PlayOutcome
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.engine.state import Round
from basra.history.game_record import Record
from basra.i18n import _
from basra.match.log import ABANDONED
from basra.messages.names import Names
from basra.messages.plays import describe_outcome
from basra.messages.scores import describe_winner
from basra.tui import registry
from basra.tui.painting.prompts import basra_banner
from basra.tui.painting.scene import Prompt, Scene


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match: a round, from 0, and the plays made in it."""

    round: int
    plays: int


class Replay:
    """The moments of a match, numbered from 0."""

    def __init__(self, record: Record) -> None:
        """Replay *record*; the states of a round are computed when they are first needed."""
        self.record = record
        self._rounds = record.log.rounds
        self._ends = tuple(accumulate(len(played.history) + 1 for played in self._rounds))
        self._states: dict[int, tuple[Round, ...]] = {}

    @property
    def count(self) -> int:
        """How many moments there are."""
        return self._ends[-1]

    @property
    def names(self) -> Names:
        """The names of both seats."""
        return Names(*self.record.header.names)

    @property
    def seat(self) -> Seat:
        """The seat from which the match is seen: that of the only person, else south."""
        return Seat.NORTH if self.record.header.humans == (False, True) else Seat.SOUTH

    def moment(self, at: int) -> Moment:
        """Return moment number *at*."""
        number = bisect_right(self._ends, at)
        return Moment(number, at - (self._ends[number - 1] if number else 0))

    def number(self, moment: Moment) -> int:
        """Return the number of a moment."""
        return moment.plays + (self._ends[moment.round - 1] if moment.round else 0)

    def state(self, moment: Moment) -> Round:
        """Return the round as it was then."""
        if moment.round not in self._states:
            self._states[moment.round] = tuple(self.record.log.states(moment.round))
        return self._states[moment.round][moment.plays]

    def outcome(self, moment: Moment) -> PlayOutcome | None:
        """Return what the play made then did; a round ends, and a match may have been left."""
        outcomes = self._rounds[moment.round].outcomes
        return outcomes[moment.plays] if moment.plays < len(outcomes) else None

    def deals(self) -> list[int]:
        """Return the numbers of the moments at which hands were dealt."""
        starts = []
        for number, played in enumerate(self._rounds):
            size = 2 * played.rules.hand_size
            plays = range(0, max(1, len(played.history)), size)
            starts += [self.number(Moment(number, at)) for at in plays]
        return starts

    def deal_start(self, at: int, direction: int) -> int:
        """Return the start of the next deal, or with -1 of this one or the one before."""
        starts = self.deals()
        if direction > 0:
            return next((start for start in starts if start > at), self.count - 1)
        return next((start for start in reversed(starts) if start < at), 0)

    def scores(self, moment: Moment) -> tuple[int, int]:
        """Return the points of the match before the round of a moment."""
        return self.state(moment).scores

    def tally(self, moment: Moment) -> Tally:
        """Return the points of the round as they were then."""
        return self.state(moment).tally()

    def progress(self, moment: Moment) -> str:
        """Return how far the match has come at a moment, in a few words."""
        total, played = len(self._rounds), len(self._rounds[moment.round].history)
        play = min(moment.plays + 1, played)
        return _("round {round}/{rounds} · play {play}/{plays}").format(
            round=moment.round + 1, rounds=total, play=play, plays=played
        )


def replay_scene(replay: Replay, at: int, remark: Prompt = ("", "dim"), *, by_rank: bool) -> Scene:
    """Return the table at a moment, with its play being made and the review's *remark* on it."""
    moment = replay.moment(at)
    state, outcome, seat = replay.state(moment), replay.outcome(moment), replay.seat
    scene = Scene(
        state.view(seat),
        replay.names,
        replay.scores(moment),
        by_rank=by_rank,
        open_hand=state.hands[seat.other],
        screen=registry.REPLAY,
        progress=replay.progress(moment),
        prompts=_prompts(replay, moment, remark),
    )
    return scene if outcome is None else scene.during_play(outcome=outcome)


def _prompts(replay: Replay, moment: Moment, remark: Prompt) -> tuple[Prompt, Prompt]:
    state, outcome, names = replay.state(moment), replay.outcome(moment), replay.names
    if outcome is not None:
        points = outcome.points
        tone = "good" if outcome.seat is replay.seat else "theirs"
        words = describe_outcome(outcome, names, now=True)
        if points and remark[0]:
            return (f"{words} · {basra_banner(points)}", "gold"), remark
        return (words, tone), (basra_banner(points), "gold") if points else remark
    if state.is_over:
        return _round_over(replay, moment), _match_over(replay, moment) or remark
    is_abandoned = replay.record.log.is_abandoned
    left = _("Here the match was given up.") if is_abandoned else _("Here the match was left.")
    return (left, "strong"), remark


def _round_over(replay: Replay, moment: Moment) -> Prompt:
    names, points = replay.names, replay.tally(moment).points
    each = ", ".join(
        f"{names[seat]} {points[seat]:+d}" for seat in (replay.seat, replay.seat.other)
    )
    sentence = _("Round {round} is over: {points}")
    return sentence.format(round=moment.round + 1, points=each), "strong"


def _match_over(replay: Replay, moment: Moment) -> Prompt | None:
    log = replay.record.log
    if log.result in ("", ABANDONED) or moment.round + 1 < len(log.rounds):
        return None
    winner = log.match.winner
    assert winner is not None, "a match with a result has one"
    high, low = max(log.match.scores), min(log.match.scores)
    sentence = _("{wins}, {high} to {low}")
    return sentence.format(wins=describe_winner(replay.names, winner), high=high, low=low), "gold"
