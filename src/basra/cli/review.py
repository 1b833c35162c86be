"""`basra review`: what every play of a match was worth, by what its player could know."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

from basra.ai.coach import WORLDS
from basra.ai.grading import Grade
from basra.cli import INTERRUPTED
from basra.cli.options import Commands, add_command, positive_int
from basra.cli.record_source import RECORD_HELP, is_match_number, open_archive, read_record_file
from basra.engine.seats import Seat
from basra.history.archive import Archive
from basra.history.game_record import Record
from basra.review import PlayReview, Review, ReviewItem, Step, state_before, steps

_SEATS = {
    "south": (Seat.SOUTH,),
    "north": (Seat.NORTH,),
    "both": (Seat.SOUTH, Seat.NORTH),
}


def add_review(commands: Commands) -> None:
    """Add `basra review`."""
    review = add_command(
        commands,
        "review",
        "show what every play of a match was worth",
        "examples:\n"
        "  basra review 12\n"
        "  basra review match.basra --player south --json\n\n"
        "Each play is judged by what its player could know.  Par is the result of best play with\n"
        "all cards open, which nobody could know.  Ctrl+C prints what has been found so far.\n",
    )
    review.add_argument("match", metavar="RECORD", help=RECORD_HELP)
    review.add_argument("--player", choices=_SEATS, default="both", help="whose plays")
    review.add_argument(
        "--jobs", metavar="K", type=positive_int, help="processes (default: all cores)"
    )
    review.add_argument(
        "--worlds",
        metavar="N",
        type=_worlds,
        default=WORLDS,
        help="worlds to imagine for each play",
    )
    review.add_argument("--json", action="store_true", help="print one JSON object")
    review.set_defaults(run=_run)


def _worlds(text: str) -> int:
    """Return a number of worlds for argparse: at least two, as one has no interval."""
    if not 2 <= positive_int(text) <= 100_000:
        raise argparse.ArgumentTypeError("must be from 2 to 100000")
    return positive_int(text)


def _run(options: argparse.Namespace) -> int:
    if not is_match_number(options.match):
        return _print_review(options, read_record_file(options.match))
    with open_archive() as archive:
        number = int(options.match)
        return _print_review(options, archive.record(number), archive, number)


def _print_review(
    options: argparse.Namespace, record: Record, archive: Archive | None = None, number: int = 0
) -> int:
    """Print the review of *record*; use and fill the one stored for match *number*."""
    seats, is_whole = _SEATS[options.player], True
    is_usual = archive is not None and options.worlds == WORLDS
    review = _stored_review(archive.review(number), record, seats) if archive and is_usual else None
    if review is None:
        review, is_whole = _review_match(record, seats, options.jobs, options.worlds)
        if archive and is_usual and is_whole and len(seats) == 2 and record.log.result:
            archive.save_review(number, str(review))
    if options.json:
        print(
            json.dumps(_json_object(record, review, seats, is_whole=is_whole), ensure_ascii=False)
        )
    else:
        for line in _text_lines(record, review, seats):
            print(line)
    return 0 if is_whole else INTERRUPTED


def _stored_review(text: str | None, record: Record, seats: tuple[Seat, ...]) -> Review | None:
    """Return the stored review in *text*, of the plays of *seats*; ``None`` if it does not fit."""
    review = Review.load(text, record.log)
    if review is None:
        return None
    return replace(review, plays=tuple(one for one in review.plays if one.seat in seats))


def _review_match(
    record: Record, seats: tuple[Seat, ...], jobs: int | None, worlds: int
) -> tuple[Review, bool]:
    """Review a match; return the review, and whether it is complete, not interrupted."""
    items: list[ReviewItem] = []
    is_whole = True
    try:
        with (
            closing(steps(record.log, seats, workers=jobs, worlds=worlds)) as all_steps,
            _with_progress(all_steps) as watched,
        ):
            for step in watched:
                if step.item is not None:
                    items.append(step.item)  # noqa: PERF401 - kept at an interrupt
    except KeyboardInterrupt:
        is_whole = False
    return Review.of(items, worlds), is_whole


@contextmanager
def _with_progress(all_steps: Iterable[Step]) -> Iterator[Iterable[Step]]:
    """Give the steps, with a progress bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield all_steps
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("review")

        def watched() -> Iterator[Step]:
            for step in all_steps:
                bar.update(task, completed=step.done, total=step.total)
                yield step

        yield watched()


# ------------------------------------------------------------------------ as JSON


def _json_object(
    record: Record, review: Review, seats: tuple[Seat, ...], *, is_whole: bool
) -> dict[str, Any]:
    """Return the review as it is stored, with grades and figures added."""
    table = review.as_json()
    for play, one in zip(table["plays"], review.plays, strict=True):
        play["grade"] = str(one.verdict.grade)
    table["whole"] = is_whole
    table["players"] = [
        {
            "seat": str(seat).lower(),
            "name": record.header.names[seat],
            "accuracy": accuracy,
            "loss": loss,
            "decisions": len(review.decisions(seat)),
            "grades": {str(grade): number for grade, number in _grade_counts(review, seat).items()},
            "dearest": [
                {
                    "round": one.round,
                    "number": one.number,
                    "position": _position(record, one),
                }
                for one in review.costliest(seat)
            ],
        }
        for seat in seats
        for accuracy, loss in [_rounded_scores(review, seat)]
    ]
    return table


def _rounded_scores(review: Review, seat: Seat) -> tuple[float, float] | tuple[None, None]:
    """Return the accuracy of *seat* and its mean loss, rounded as text and JSON show them."""
    accuracy, loss = review.accuracy(seat), review.mean_loss(seat)
    if accuracy is None or loss is None:
        return None, None
    return round(accuracy, 1), round(loss, 3)


def _grade_counts(review: Review, seat: Seat) -> dict[Grade, int]:
    """Return how many decisions of *seat* got each grade."""
    given = [one.verdict.grade for one in review.decisions(seat)]
    return {grade: given.count(grade) for grade in Grade}


def _position(record: Record, one: PlayReview) -> str:
    """Return the position line of the view in which a play was made."""
    return str(state_before(record.log, one.round, one.number).view(one.seat))


# ------------------------------------------------------------------------ as text


def _text_lines(record: Record, review: Review, seats: tuple[Seat, ...]) -> Iterator[str]:
    """Yield the review as lines of text."""
    names = record.header.names
    yield f"South {names[0]}, North {names[1]}, rules {record.header.rules.name}"
    flagged = review.flagged()
    for number in range(1, record.log.number_of_round + 1):
        yield ""
        yield f"Round {number}{_margin_text(record, review, number)}"
        for one in flagged:
            if one.round == number:
                yield f"  {_flagged_line(record, one)}"
    yield ""
    for seat in seats:
        yield _score_line(record, review, seat)
    for seat in seats:
        yield from _costliest_lines(record, review, seat)


def _margin_text(record: Record, review: Review, number: int) -> str:
    """Return the margin of a round for south, and its par."""
    tallies = record.log.match.tallies
    text = ""
    if number <= len(tallies):
        south, north = tallies[number - 1].points
        text += f", South {south - north:+}"
    margin = review.par(number)
    if margin is not None:
        text += f"; par with all cards open {margin:+.0f}"
    return text


def _flagged_line(record: Record, one: PlayReview) -> str:
    """Return the line of a flagged play."""
    verdict = one.verdict
    state = state_before(record.log, one.round, one.number)
    sure = "" if verdict.is_exact else f" ± {verdict.interval:.1f}"
    return (
        f"{one.number:2}. {one.seat!s:5} {state.text(verdict.play)}: {verdict.grade},"
        f" {-verdict.loss:.1f}{sure}; better {state.text(verdict.best)}"
    )


def _score_line(record: Record, review: Review, seat: Seat) -> str:
    """Return the line on how well a player played."""
    accuracy, loss = _rounded_scores(review, seat)
    who = f"{seat!s:5} {record.header.names[seat]}"
    if accuracy is None or loss is None:
        return f"{who}: nothing to decide"
    given = ", ".join(f"{number} {grade}" for grade, number in _grade_counts(review, seat).items())
    return f"{who}: accuracy {accuracy:.0f}, {loss:.2f} points lost a decision ({given})"


def _costliest_lines(record: Record, review: Review, seat: Seat) -> Iterator[str]:
    """Yield the lines on the most expensive plays of a player."""
    dearest = review.costliest(seat)
    if not dearest:
        return
    yield ""
    yield f"The most expensive plays of {record.header.names[seat]}:"
    for place, one in enumerate(dearest, 1):
        yield f"{place}. round {one.round}, {_flagged_line(record, one).strip()}"
        yield f"   {_position(record, one)}"
        yield f"   {one.verdict.reason}"
