"""What the screens for looking back are shown: an archive, a match, and a review of it."""

from __future__ import annotations

from basra.ai.grading import Verdict
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.history.archive import Archive
from basra.history.game_record import Record
from basra.match.log import HINTS
from basra.match.session import Player
from basra.review import Par, PlayReview, Review, state_before
from tests.history.quick_match import DAY, match
from tests.screen import AGAINST_FIRST

WHY = "lay 8♠; it leaves no basra."


def archive() -> Archive:
    """An archive with matches of every sort, the last one not over."""
    found = Archive(None, why_not="")
    presets = ("v2", "pagat", "v1", "jawaker", "v2", "levant")
    for number, preset in enumerate(presets, 1):
        match(
            str(number), preset=preset, players=AGAINST_FIRST, archive=found,
            started=DAY.format(number),
        )  # fmt: skip
    helped = match("7", plays=30, archive=found, players=AGAINST_FIRST, started=DAY.format(7))
    helped.assist(HINTS)
    helped.abandon()
    people = Player("Mona"), Player("Tarek")
    match("8", archive=found, players=people, started=DAY.format(8))
    match("9", plays=11, archive=found, started=DAY.format(9))
    return found


def record(seed: str = "7", plays: int = 1 << 20) -> Record:
    """The record of a match of two rounds."""
    session = match(seed, target=60, players=AGAINST_FIRST, plays=plays)
    return Record(session.header(DAY.format(1)), session.log)


def another(state: Round, play: Play) -> Play:
    """A play that might have been made instead, or the same where there is no other."""
    return next((found for found in state.legal_plays() if found != play), play)


def review_of(record: Record) -> Review:
    """A review of a match that says something of each sort, and the same every time."""
    losses = (0.0, 0.7, 2.2, 0.0, 5.5, 11.5, 0.3)
    log, found = record.log, []
    for round_, played in enumerate(log.rounds, 1):
        for number, play in enumerate(played.history, 1):
            state = state_before(log, round_, number)
            forced = len(state.legal_plays()) == 1
            loss = 0.0 if forced else losses[number % len(losses)]
            best = another(state, play) if loss else play
            verdict = Verdict(play, best, loss, 0.4 if loss else 0.0, not state.stock, forced, WHY)
            found.append(PlayReview(round_, number, state.turn, verdict))
    pars = [Par(number, -12.0) for number in range(1, len(log.rounds))]
    return Review.of([*found, *pars, Par(len(log.rounds), None)])


def reviewed() -> Archive:
    """An archive with one match, and the review of it."""
    found, one = Archive(None, why_not=""), record()
    found.import_records([one])
    assert found.save_review(1, str(review_of(one)))
    return found
