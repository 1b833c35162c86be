"""`basra review`: what every play of a match was worth, on what its player could know."""

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
from basra.cli.options import Commands, command, positive
from basra.cli.record_source import RECORD_HELP, archive_of_player, is_number, parsed
from basra.engine.seats import Seat
from basra.history.archive import Archive
from basra.history.game_record import Record
from basra.review import PlayReview, Review, ReviewItem, Step, state_before, steps

_SEATS = {
    "south": (Seat.SOUTH,),
    "north": (Seat.NORTH,),
    "both": (Seat.SOUTH, Seat.NORTH),
}


def add_to(commands: Commands) -> None:
    """Add the command."""
    review = command(
        commands,
        "review",
        "say what every play of a match was worth",
        "examples:\n"
        "  basra review 12\n"
        "  basra review match.basra --player south --json\n\n"
        "Each play is judged on what its player could know then.  Par is what the round came to\n"
        "with all cards open, which nobody could know.  Ctrl+C prints what is found by then.\n",
    )
    review.add_argument("match", metavar="RECORD", help=RECORD_HELP)
    review.add_argument("--player", choices=_SEATS, default="both", help="whose plays")
    review.add_argument("--jobs", metavar="K", type=positive, help="processes (default: all cores)")
    review.add_argument(
        "--worlds", metavar="N", type=_worlds, default=WORLDS, help="worlds to imagine a play"
    )
    review.add_argument("--json", action="store_true", help="print one JSON object")
    review.set_defaults(run=_run)


def _worlds(text: str) -> int:
    """Two at least: from one world nothing can be said about how sure it is."""
    if not 2 <= positive(text) <= 100_000:
        raise argparse.ArgumentTypeError("must be from 2 to 100000")
    return positive(text)


def _run(options: argparse.Namespace) -> int:
    if not is_number(options.match):
        return _told_of(options, parsed(options.match))
    with archive_of_player() as archive:
        number = int(options.match)
        return _told_of(options, archive.record(number), archive, number)


def _told_of(
    options: argparse.Namespace, record: Record, archive: Archive | None = None, number: int = 0
) -> int:
    """Print the review of *record*, that of the *archive* where it has one of match *number*."""
    seats, is_whole = _SEATS[options.player], True
    is_usual = archive is not None and options.worlds == WORLDS
    review = _kept(archive.review(number), record, seats) if archive and is_usual else None
    if review is None:
        review, is_whole = _made(record, seats, options.jobs, options.worlds)
        if archive and is_usual and is_whole and len(seats) == 2 and record.log.result:
            archive.save_review(number, str(review))
    if options.json:
        print(json.dumps(_object(record, review, seats, is_whole=is_whole), ensure_ascii=False))
    else:
        for line in _lines(record, review, seats):
            print(line)
    return 0 if is_whole else 130


def _kept(text: str | None, record: Record, seats: tuple[Seat, ...]) -> Review | None:
    """The review of *record* that was made before, of the plays of *seats*."""
    review = Review.load(text, record.log)
    if review is None:
        return None
    return replace(review, plays=tuple(one for one in review.plays if one.seat in seats))


def _made(
    record: Record, seats: tuple[Seat, ...], jobs: int | None, worlds: int
) -> tuple[Review, bool]:
    """Review a match; return what was found, and whether nobody interrupted."""
    found: list[ReviewItem] = []
    is_whole = True
    try:
        with (
            closing(steps(record.log, seats, workers=jobs, worlds=worlds)) as every,
            _shown(every) as shown,
        ):
            for step in shown:
                if step.item is not None:
                    found.append(step.item)  # noqa: PERF401 - what is found is kept
    except KeyboardInterrupt:
        is_whole = False
    return Review.of(found, worlds), is_whole


@contextmanager
def _shown(every: Iterable[Step]) -> Iterator[Iterable[Step]]:
    """Give *every* step, with a bar on standard error where somebody watches it grow."""
    if not sys.stderr.isatty():
        yield every
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("review")

        def watched() -> Iterator[Step]:
            for step in every:
                bar.update(task, completed=step.done, total=step.total)
                yield step

        yield watched()


# ------------------------------------------------------------------------ as JSON


def _object(
    record: Record, review: Review, seats: tuple[Seat, ...], *, is_whole: bool
) -> dict[str, Any]:
    """The review as it is kept, with all that follows from it."""
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
            "grades": {str(grade): number for grade, number in _grades(review, seat).items()},
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
        for accuracy, loss in [_figures(review, seat)]
    ]
    return table


def _figures(review: Review, seat: Seat) -> tuple[float, float] | tuple[None, None]:
    """The accuracy of *seat* and the points it lost a decision, as both the text and JSON say."""
    accuracy, loss = review.accuracy(seat), review.mean_loss(seat)
    if accuracy is None or loss is None:
        return None, None
    return round(accuracy, 1), round(loss, 3)


def _grades(review: Review, seat: Seat) -> dict[Grade, int]:
    """How many decisions of *seat* got each grade."""
    given = [one.verdict.grade for one in review.decisions(seat)]
    return {grade: given.count(grade) for grade in Grade}


def _position(record: Record, one: PlayReview) -> str:
    """The line of the view in which a play was made."""
    return str(state_before(record.log, one.round, one.number).view(one.seat))


# ------------------------------------------------------------------------ as text


def _lines(record: Record, review: Review, seats: tuple[Seat, ...]) -> Iterator[str]:
    """The review as lines to read."""
    names = record.header.names
    yield f"South {names[0]}, North {names[1]}, rules {record.header.rules.name}"
    flagged = review.flagged()
    for number in range(1, record.log.number_of_round + 1):
        yield ""
        yield f"Round {number}{_margins(record, review, number)}"
        for one in flagged:
            if one.round == number:
                yield f"  {_told(record, one)}"
    yield ""
    for seat in seats:
        yield _standing(record, review, seat)
    for seat in seats:
        yield from _dearest(record, review, seat)


def _margins(record: Record, review: Review, number: int) -> str:
    """What a round came to for south, and what it comes to with all cards open."""
    tallies = record.log.match.tallies
    said = ""
    if number <= len(tallies):
        south, north = tallies[number - 1].points
        said += f", South {south - north:+}"
    margin = review.par(number)
    if margin is not None:
        said += f"; par with all cards open {margin:+.0f}"
    return said


def _told(record: Record, one: PlayReview) -> str:
    """One play that was flagged, in a line."""
    verdict = one.verdict
    state = state_before(record.log, one.round, one.number)
    sure = "" if verdict.is_exact else f" ± {verdict.interval:.1f}"
    return (
        f"{one.number:2}. {one.seat!s:5} {state.text(verdict.play)}: {verdict.grade},"
        f" {-verdict.loss:.1f}{sure}; better {state.text(verdict.best)}"
    )


def _standing(record: Record, review: Review, seat: Seat) -> str:
    """How well a player played, in a line."""
    accuracy, loss = _figures(review, seat)
    who = f"{seat!s:5} {record.header.names[seat]}"
    if accuracy is None or loss is None:
        return f"{who}: nothing to decide"
    given = ", ".join(f"{number} {grade}" for grade, number in _grades(review, seat).items())
    return f"{who}: accuracy {accuracy:.0f}, {loss:.2f} points lost a decision ({given})"


def _dearest(record: Record, review: Review, seat: Seat) -> Iterator[str]:
    """The most expensive plays of a player."""
    dearest = review.costliest(seat)
    if not dearest:
        return
    yield ""
    yield f"The most expensive plays of {record.header.names[seat]}:"
    for place, one in enumerate(dearest, 1):
        yield f"{place}. round {one.round}, {_told(record, one).strip()}"
        yield f"   {_position(record, one)}"
        yield f"   {one.verdict.reason}"
