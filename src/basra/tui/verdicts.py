"""What a review says of plays, as marks and sentences.

Law of this file: pure.  A mark is a sign and a tone, so that it is told without colour too; a
sentence names what was played and what was better, and how sure that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from basra.engine.seats import Seat
from basra.telling.names import Names
from basra.telling.phrases import counted
from basra.tui.sentences import Said
from basra.tui.words import short

if TYPE_CHECKING:
    from basra.ai.reviews import Verdict
    from basra.engine.plays import Play
    from basra.records.course import Course
    from basra.reviewing import Judged, Review

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
_BAR = 20


def mark_of(verdict: Verdict) -> tuple[str, str]:
    """Return the sign of a play and its tone; none where there was nothing to decide."""
    return ("", "dim") if verdict.is_forced else SIGNS[str(verdict.grade)]


def marks_of(review: Review | None, round_: int) -> Marks:
    """Return the marks on the plays of a round, its number counted from 1."""
    if review is None:
        return {}
    return {one.number: mark_of(one.verdict) for one in review.judged if one.round == round_}


def said_of(verdict: Verdict | None) -> Said:
    """Return what is said of a play at the table."""
    if verdict is None:
        return "", "dim"
    if verdict.is_forced:
        return "there was nothing else to play", "dim"
    sign, tone = mark_of(verdict)
    grade = str(verdict.grade)
    if verdict.loss < 0.05:
        return f"{sign} {grade}", tone
    if not verdict.is_flagged:
        return f"{sign} {grade}, at most {verdict.loss + verdict.interval:.1f} lost", tone
    return f"{sign} {grade}, {cost(verdict)} lost; better {in_short(verdict.best)}", tone


def cost(verdict: Verdict) -> str:
    """Return what a play cost, and how sure that is."""
    return f"{verdict.loss:.1f}" + ("" if verdict.is_exact else f" ± {verdict.interval:.1f}")


def in_short(play: Play) -> str:
    """Return a play in a few words."""
    face = play.card.glyph
    if not play.taken:
        return face
    taken = " ".join(card.glyph for card in play.taken)
    return f"{face} x {taken}" if len(play.taken) < 4 else f"{face} x {len(play.taken)} cards"


def progress_words(done: int, total: int) -> str:
    """Return how far a review has come, as a bar of plain characters."""
    full = _BAR * done // max(1, total)
    return f"review [{'#' * full}{'.' * (_BAR - full)}] {done}/{total} · r stops it"


def summary(review: Review, course: Course, names: Names) -> Iterator[str]:
    """Yield how well both played, and what the rounds come to with all cards open."""
    for seat in Seat:
        accuracy, loss = review.accuracy(seat), review.mean_loss(seat)
        if accuracy is None or loss is None:
            yield f"{names[seat]}: nothing to decide"
        else:
            lost = f"{loss:.2f} lost a play, {counted(len(review.flagged(seat)), 'play')} flagged"
            yield f"{names[seat]}: accuracy {accuracy:.0f}, {lost}"
    pars = [review.par(number) for number in range(1, course.number_of_round + 1)]
    known = ["–" if margin is None else f"{margin:+.0f}" for margin in pars]
    yield f"with all cards open, {names.south} by round: {' '.join(known)}"


def dearest(review: Review, humans: tuple[bool, bool]) -> list[Judged]:
    """Return the most expensive plays: of the people, or of both where none played."""
    seats = [seat for seat in Seat if humans[seat]] or list(Seat)
    return [one for seat in seats for one in review.dearest(seat)]


def place_words(one: Judged, course: Course, names: Names) -> tuple[str, str]:
    """Return where a play was made, and by whom where two people played; and what it cost."""
    both = len(set(course.humans)) == 1
    who = f"{short(names, one.seat, 12)}, " if both else ""
    verdict = one.verdict
    return f"{who}round {one.round}, play {one.number}", f"{verdict.grade}, {cost(verdict)} lost"


def answer(chosen: Verdict, then: Verdict, names: Names, seat: Seat) -> Iterator[tuple[str, str]]:
    """Yield what is said of a play *chosen* where another was made *then*, with tones."""
    you = "you" if names[seat] == "You" else names[seat]
    sign, tone = mark_of(chosen)
    first = f"{sign} {in_short(chosen.play)} is {_grade_words(chosen)}."
    yield first, tone
    if chosen.play == then.play:
        yield f"It is what {you} played then.", "text"
    else:
        yield (
            f"Then {you} played {in_short(then.play)}: {then.grade}, {cost(then)} points lost.",
            "text",
        )
    yield f"The coach: {then.reason}", "text"


def _grade_words(verdict: Verdict) -> str:
    """A grade in words, with what it costs."""
    grade = str(verdict.grade)
    if grade == "best":
        return "the best" if verdict.loss < 0.05 else "as good as the best"
    if grade == "fine":
        return f"fine: at most {verdict.loss + verdict.interval:.1f} points lost"
    return f"a {grade}: {cost(verdict)} points lost"
