"""`basra stats`: what the matches of a player come to."""

from __future__ import annotations

import argparse
import json
from textwrap import wrap
from typing import Any

from basra.cli.options import Commands, command
from basra.cli.record_source import archive_of_player
from basra.history.statistics import Group, Statistics, Totals
from basra.history.statistics_tables import LEGEND, footnotes, tables_of

_LAST = 20
"""Margins that are printed."""
_WIDTH = 80
_PLAIN = str.maketrans({"–": "-", "’": "'"})


def add_to(commands: Commands) -> None:
    """Add the command."""
    stats = command(
        commands,
        "stats",
        "count the matches you have played: won, lost, margins, basras",
        "examples:\n  basra stats\n  basra stats --json\n\nMatches with help are counted apart.\n",
    )
    stats.add_argument("--json", action="store_true", help="print one JSON object")
    stats.add_argument("--plain", action="store_true", help="plain characters only, but in names")
    stats.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    with archive_of_player() as archive:
        found = Statistics.of(archive.matches())
    if options.json:
        print(json.dumps(_object(found), ensure_ascii=False))
        return 0
    text = "\n".join(_lines(found))
    print(text.translate(_PLAIN) if options.plain else text)
    return 0


def _lines(found: Statistics) -> list[str]:
    lines = []
    for table in tables_of(found):
        for part in table.split(_WIDTH):
            lines += [part.heading, *(f"  {line}" for line in part.lines()), ""]
    if found.margins:
        margins = " ".join(f"{margin:+d}" for margin in found.margins[-_LAST:])
        lines += ["Margins of the last matches without help, the newest last", f"  {margins}", ""]
    lines += footnotes(found)
    return [*lines, *wrap(LEGEND, _WIDTH)]


def _object(found: Statistics) -> dict[str, Any]:
    def group(totals: Group) -> dict[str, Any]:
        return {name: _totals(one) for name, one in totals}

    return {
        "alone": _totals(found.unassisted),
        "assisted": _totals(found.assisted),
        "levels": group(found.levels),
        "rules": group(found.presets),
        "players": group(found.players),
        "margins": found.margins,
        "two_people": found.two_people,
        "watched": found.watched,
        "unfinished": found.unfinished,
        "damaged": found.damaged,
    }


def _totals(totals: Totals) -> dict[str, Any]:
    return {
        "matches": totals.matches,
        "won": totals.won,
        "lost": totals.lost,
        "abandoned": totals.abandoned,
        "average_margin": totals.mean_margin,
        "rounds": totals.rounds,
        "basras_a_round": {"made": totals.made_per_round, "given": totals.given_per_round},
        "jacks_swept": totals.sweeps,
        "best_round": totals.best_round,
        "streak": {"now": totals.streak, "longest": totals.longest_streak},
    }
