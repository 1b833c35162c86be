"""What a review says of plays, as marks and sentences.

Law of this file: pure.  A mark is a sign and a tone, so that it is told without colour too; a
sentence names what was played and what was better, and how sure that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages.names import Names
from basra.messages.phrases import cards, counted
from basra.tui.painting.prompts import Said
from basra.tui.painting.shorten import short

if TYPE_CHECKING:
    from basra.ai.grading import Verdict
    from basra.engine.plays import Play
    from basra.match.log import MatchLog
    from basra.review import PlayReview, Review

Marks: TypeAlias = Mapping[int, tuple[str, str]]
"""The sign of a play and its tone, by the number of the play in its round, from 1."""
SIGNS = {
    "best": ("✓", "good"),
    "fine": ("·", "dim"),
    "slip": ("?!", "gold"),
    "mistake": ("?", "warn"),
    "blunder": ("??", "warn"),
}
"""The sign of each grade and its tone."""
EVEN = 0.05
"""Points that are not worth mentioning."""
_BAR = 20


def mark_of(verdict: Verdict) -> tuple[str, str]:
    """Return the sign of a play and its tone; none where there was nothing to decide."""
    return ("", "dim") if verdict.is_forced else SIGNS[str(verdict.grade)]


def marks_of(review: Review | None, round_: int) -> Marks:
    """Return the marks on the plays of a round, its number counted from 1."""
    if review is None:
        return {}
    return {one.number: mark_of(one.verdict) for one in review.plays if one.round == round_}


def said_of(verdict: Verdict | None) -> Said:
    """Return what is said of a play at the table."""
    if verdict is None:
        return "", "dim"
    if verdict.is_forced:
        return _("there was nothing else to play"), "dim"
    sign, tone = mark_of(verdict)
    grade = _(str(verdict.grade))
    if verdict.loss < EVEN:
        return f"{sign} {grade}", tone
    if not verdict.is_flagged:
        said = _("{grade}, at most {points} lost").format(grade=grade, points=_most(verdict))
    else:
        better = in_short(verdict.best)
        said = _("{grade}, {points} lost; better {play}").format(
            grade=grade, points=cost(verdict), play=better
        )
    return f"{sign} {said}", tone


def cost(verdict: Verdict) -> str:
    """Return what a play cost, and how sure that is."""
    return f"{verdict.loss:.1f}" + ("" if verdict.is_exact else f" ± {verdict.interval:.1f}")


def _most(verdict: Verdict) -> str:
    return f"{verdict.loss + verdict.interval:.1f}"


def in_short(play: Play) -> str:
    """Return a play in a few words."""
    face, taken = play.card.glyph, play.taken
    if not taken:
        return face
    return f"{face} × {cards(taken) if len(taken) < 4 else counted(len(taken), 'card')}"


def progress_words(done: int, total: int) -> str:
    """Return how far a review has come, as a bar of plain characters."""
    full = _BAR * done // max(1, total)
    bar = f"[{'#' * full}{'.' * (_BAR - full)}]"
    return _("review {bar} {done}/{total} · r stops it").format(bar=bar, done=done, total=total)


def summary(review: Review, log: MatchLog, names: Names) -> Iterator[str]:
    """Yield how well both played, and what the rounds come to with all cards open."""
    for seat in Seat:
        accuracy, loss = review.accuracy(seat), review.mean_loss(seat)
        if accuracy is None or loss is None:
            yield _("{name}: nothing to decide").format(name=names[seat])
        else:
            flagged = counted(len(review.flagged(seat)), "play")
            said = _("{name}: accuracy {accuracy}, {points} lost a play, {plays} flagged")
            yield said.format(
                name=names[seat], accuracy=f"{accuracy:.0f}", points=f"{loss:.2f}", plays=flagged
            )
    pars = [review.par(number) for number in range(1, log.number_of_round + 1)]
    known = " ".join("–" if margin is None else f"{margin:+.0f}" for margin in pars)
    said = _("with all cards open, {name} by round: {margins}")
    yield said.format(name=names[Seat.SOUTH], margins=known)


def dearest(review: Review, humans: tuple[bool, bool]) -> list[PlayReview]:
    """Return the most expensive plays: of the people, or of both where none played."""
    seats = [seat for seat in Seat if humans[seat]] or list(Seat)
    return [one for seat in seats for one in review.costliest(seat)]


def place_words(one: PlayReview, log: MatchLog, names: Names) -> tuple[str, str]:
    """Return where a play was made, and by whom where two people played; and what it cost."""
    where = _("round {round}, play {play}").format(round=one.round, play=one.number)
    if len(set(log.humans)) == 1:
        where = f"{short(names, one.seat, 12)} · {where}"
    return where, _lost(one.verdict)


def _lost(verdict: Verdict) -> str:
    said = _("{grade}, {points} lost")
    return said.format(grade=_(str(verdict.grade)), points=cost(verdict))


def answer(chosen: Verdict, then: Verdict, names: Names, seat: Seat) -> Iterator[tuple[str, str]]:
    """Yield what is said of a play *chosen* where another was made *then*, with tones."""
    sign, tone = mark_of(chosen)
    yield f"{sign} {in_short(chosen.play)}: {_worth(chosen)}.", tone
    if chosen.play == then.play:
        said = _("It is what was played then.")
    elif names.is_you(seat):
        said = _("Then you played {play}: {worth}.")
    else:
        said = _("Then {name} played {play}: {worth}.")
    place = in_short(then.play)
    yield said.format(name=names[seat], play=place, worth=_worth(then)), "text"
    yield _("The coach: {reason}").format(reason=chosen.reason), "text"


def _worth(verdict: Verdict) -> str:
    """A grade in words, with what it costs."""
    if str(verdict.grade) == "best":
        return _("the best") if verdict.loss < EVEN else _("as good as the best")
    if not verdict.is_flagged:
        return _("{grade}, at most {points} lost").format(
            grade=_(str(verdict.grade)), points=_most(verdict)
        )
    return _lost(verdict)
