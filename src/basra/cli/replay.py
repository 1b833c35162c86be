"""`basra replay`: a match that was played, once more."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from basra.cli.options import Commands, command
from basra.cli.record_source import RECORD_HELP, is_number, players_of, record_of
from basra.engine.seats import Seat
from basra.history.game_record import Record
from basra.messages.times import local


def add_to(commands: Commands) -> None:
    """Add the command."""
    replay = command(
        commands,
        "replay",
        "look at a match that was played, play by play, both hands open",
        "examples:\n  basra replay 12\n  basra replay match.basra --plain | less\n",
    )
    replay.add_argument("record", metavar="RECORD", help=RECORD_HELP)
    replay.add_argument("--plain", action="store_true", help="print the match in lines")
    replay.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    record = record_of(options.record)
    if not options.plain:
        number = int(options.record) if is_number(options.record) else 0
        code: int | None = options.show(options, record, number)
        if code is not None:
            return code
    for line in lines_of(record):
        print(line)
    return 0


def lines_of(record: Record) -> Iterator[str]:
    """Yield a match in lines: deal by deal the hands, and every play with the floor it met."""
    header, log = record.header, record.log
    south, north = players_of(header)
    yield f"South {south}, north {north}, rules {header.rules.name} to {header.rules.target}"
    if header.started:
        yield f"Played {local(header.started)}"
    for number, played in enumerate(log.rounds):
        yield ""
        yield f"Round {number + 1}, dealer: {header.names[played.dealer]}"
        deal = 0
        for state, outcome in zip(log.states(number), played.outcomes, strict=False):
            if state.number_of_deal != deal:
                deal = state.number_of_deal
                yield f"Deal {deal} of {state.rules.deals}: floor {state.floor}"
                for seat in Seat:
                    yield f"  {header.names[seat]}, in hand: {state.hands[seat]}"
            yield f"  {header.names[outcome.seat]}: {outcome.text} on {outcome.floor}"
        if played.is_over:
            points = played.tally().points
            scores = (score + more for score, more in zip(played.scores, points, strict=True))
            yield "Round {} is worth {}-{}, match {}-{}".format(number + 1, *points, *scores)
    yield ""
    yield f"Result: {log.result or 'not finished'}"
