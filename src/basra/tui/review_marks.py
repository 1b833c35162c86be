"""The marks and sentences of a review.

A mark is a symbol with a tone, so that it needs no colour; a sentence says what was played, what
was better, and how sure that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages.names import Names
from basra.messages.phrases import cards, counted
from basra.tui.painting.prompts import short_name
from basra.tui.painting.scene import Marks, Prompt

if TYPE_CHECKING:
    from basra.ai.grading import Verdict
    from basra.engine.plays import Play
    from basra.match.log import MatchLog
    from basra.review import PlayReview, Review

SYMBOLS = {
    "best": ("✓", "good"),
    "fine": ("·", "dim"),
    "slip": ("?!", "gold"),
    "mistake": ("?", "warn"),
    "blunder": ("??", "warn"),
}
"""The annotation symbol of each grade and its tone."""
EVEN = 0.05
"""A loss of points that is too small to mention."""
_BAR_COLUMNS = 20


def mark_of(verdict: Verdict) -> tuple[str, str]:
    """Return the symbol of a play and its tone; no symbol for a forced play."""
    return ("", "dim") if verdict.is_forced else SYMBOLS[str(verdict.grade)]


def round_marks(review: Review | None, round_: int) -> Marks:
    """Return the marks on the plays of a round, its number counted from 1."""
    if review is None:
        return {}
    return {one.number: mark_of(one.verdict) for one in review.plays if one.round == round_}


def verdict_prompt(verdict: Verdict | None) -> Prompt:
    """Return the sentence on a play under the table."""
    if verdict is None:
        return "", "dim"
    if verdict.is_forced:
        return _("there was nothing else to play"), "dim"
    symbol, tone = mark_of(verdict)
    grade = _(str(verdict.grade))
    if verdict.loss < EVEN:
        return f"{symbol} {grade}", tone
    if not verdict.is_flagged:
        sentence = _("{grade}, at most {points} lost").format(
            grade=grade, points=_upper_bound(verdict)
        )
    else:
        better = play_text(verdict.best)
        sentence = _("{grade}, {points} lost; better {play}").format(
            grade=grade, points=loss_text(verdict), play=better
        )
    return f"{symbol} {sentence}", tone


def loss_text(verdict: Verdict) -> str:
    """Return the points that a play lost, and how sure that is."""
    return f"{verdict.loss:.1f}" + ("" if verdict.is_exact else f" ± {verdict.interval:.1f}")


def _upper_bound(verdict: Verdict) -> str:
    return f"{verdict.loss + verdict.interval:.1f}"


def play_text(play: Play) -> str:
    """Return the text of a play, a large capture as a number of cards."""
    face, taken = play.card.glyph, play.taken
    if not taken:
        return face
    return f"{face} × {cards(taken) if len(taken) < 4 else counted(len(taken), 'card')}"


def progress_text(done: int, total: int) -> str:
    """Return the progress of a review, as a bar of ASCII characters."""
    full = _BAR_COLUMNS * done // max(1, total)
    bar = f"[{'#' * full}{'.' * (_BAR_COLUMNS - full)}]"
    return _("review {bar} {done}/{total} · r stops it").format(bar=bar, done=done, total=total)


def summary_lines(review: Review, log: MatchLog, names: Names) -> Iterator[str]:
    """Yield how well each seat played, and the par of every round."""
    for seat in Seat:
        accuracy, loss = review.accuracy(seat), review.mean_loss(seat)
        if accuracy is None or loss is None:
            yield _("{name}: nothing to decide").format(name=names[seat])
        else:
            flagged = counted(len(review.flagged(seat)), "play")
            sentence = _("{name}: accuracy {accuracy}, {points} lost a play, {plays} flagged")
            yield sentence.format(
                name=names[seat], accuracy=f"{accuracy:.0f}", points=f"{loss:.2f}", plays=flagged
            )
    pars = [review.par(number) for number in range(1, log.number_of_round + 1)]
    margins = " ".join("–" if margin is None else f"{margin:+.0f}" for margin in pars)
    sentence = _("with all cards open, {name} by round: {margins}")
    yield sentence.format(name=names[Seat.SOUTH], margins=margins)


def costliest(review: Review, humans: tuple[bool, bool]) -> list[PlayReview]:
    """Return the plays that lost most: of the people, or of both seats where none played."""
    seats = [seat for seat in Seat if humans[seat]] or list(Seat)
    return [one for seat in seats for one in review.costliest(seat)]


def item_texts(one: PlayReview, log: MatchLog, names: Names) -> tuple[str, str]:
    """Return where a play was made (and by whom, where that is open), and what it lost."""
    text = _("round {round}, play {play}").format(round=one.round, play=one.number)
    if len(set(log.humans)) == 1:
        text = f"{short_name(names, one.seat, 12)} · {text}"
    return text, _loss_sentence(one.verdict)


def _loss_sentence(verdict: Verdict) -> str:
    sentence = _("{grade}, {points} lost")
    return sentence.format(grade=_(str(verdict.grade)), points=loss_text(verdict))


def compare_with_played(
    chosen: Verdict, then: Verdict, names: Names, seat: Seat
) -> Iterator[tuple[str, str]]:
    """Yield sentences, with tones, on a play *chosen* where *then* was played."""
    symbol, tone = mark_of(chosen)
    yield f"{symbol} {play_text(chosen.play)}: {_worth(chosen)}.", tone
    if chosen.play == then.play:
        sentence = _("It is what was played then.")
    elif names.is_you(seat):
        sentence = _("Then you played {play}: {worth}.")
    else:
        sentence = _("Then {name} played {play}: {worth}.")
    place = play_text(then.play)
    yield sentence.format(name=names[seat], play=place, worth=_worth(then)), "text"
    yield _("The coach: {reason}").format(reason=chosen.reason), "text"


def _worth(verdict: Verdict) -> str:
    """A grade in words, with what the play lost."""
    if str(verdict.grade) == "best":
        return _("the best") if verdict.loss < EVEN else _("as good as the best")
    if not verdict.is_flagged:
        return _("{grade}, at most {points} lost").format(
            grade=_(str(verdict.grade)), points=_upper_bound(verdict)
        )
    return _loss_sentence(verdict)
