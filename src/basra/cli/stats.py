"""`basra stats`: statistics of the matches of the player."""

from __future__ import annotations

import argparse
import json
from textwrap import wrap
from typing import Any

from basra.cli.options import Commands, add_command
from basra.cli.record_source import open_archive
from basra.history.statistics import Group, Statistics, Totals
from basra.history.statistics_tables import LEGEND, footnotes, tables_of

_RECENT = 20
"""How many margins are printed."""
_WIDTH = 80
_PLAIN = str.maketrans({"–": "-", "’": "'"})


def add_stats(commands: Commands) -> None:
    """Add `basra stats`."""
    stats = add_command(
        commands,
        "stats",
        "count the matches you have played: won, lost, margins, basras",
        "examples:\n  basra stats\n  basra stats --json\n\n"
        "Matches with help are counted separately.\n",
    )
    stats.add_argument("--json", action="store_true", help="print one JSON object")
    stats.add_argument(
        "--plain", action="store_true", help="plain characters only, except in names"
    )
    stats.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    with open_archive() as archive:
        statistics = Statistics.of(archive.matches())
    if options.json:
        print(json.dumps(_json_object(statistics), ensure_ascii=False))
        return 0
    text = "\n".join(_text_lines(statistics))
    print(text.translate(_PLAIN) if options.plain else text)
    return 0


def _text_lines(statistics: Statistics) -> list[str]:
    lines = []
    for table in tables_of(statistics):
        for part in table.split(_WIDTH):
            lines += [part.heading, *(f"  {line}" for line in part.lines()), ""]
    if statistics.margins:
        margins = " ".join(f"{margin:+d}" for margin in statistics.margins[-_RECENT:])
        lines += ["Margins of the last matches without help, the newest last", f"  {margins}", ""]
    lines += footnotes(statistics)
    return [*lines, *wrap(LEGEND, _WIDTH)]


def _json_object(statistics: Statistics) -> dict[str, Any]:
    def group(totals: Group) -> dict[str, Any]:
        return {name: _json_totals(one) for name, one in totals}

    return {
        "alone": _json_totals(statistics.unassisted),
        "assisted": _json_totals(statistics.assisted),
        "levels": group(statistics.levels),
        "rules": group(statistics.presets),
        "players": group(statistics.players),
        "margins": statistics.margins,
        "two_people": statistics.two_people,
        "watched": statistics.watched,
        "unfinished": statistics.unfinished,
        "damaged": statistics.damaged,
    }


def _json_totals(totals: Totals) -> dict[str, Any]:
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
