"""`basra watch`: computer players against each other, without a screen."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from basra.ai import DEFAULT, bot
from basra.cli.options import Commands, add_match, command, match_rules
from basra.match.session import Player, Session


def add_to(commands: Commands) -> None:
    """Add the command."""
    watch = command(
        commands,
        "watch",
        "let computer players play a match, one play a line",
        "examples:\n  basra watch --seed 7\n  basra watch --south chance --north hard --json\n",
    )
    for seat in ("south", "north"):
        watch.add_argument(f"--{seat}", metavar="NAME", default=DEFAULT, help="who plays there")
    add_match(watch)
    watch.add_argument("--json", action="store_true", help="print one JSON object a line")
    watch.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    south, north = (Player(bot(name).name, bot(name)) for name in (options.south, options.north))
    session = Session((south, north), rules=match_rules(options), seed=options.seed)
    for fact in _watched(session):
        print(json.dumps(fact) if options.json else _told(fact))
    return 0


def _watched(session: Session) -> Iterator[dict[str, Any]]:
    """Play *session* to its end and yield what happens, a flat fact at a time, the result last."""
    south, north = session.players
    yield {
        "event": "match",
        "south": south.name,
        "north": north.name,
        "rules": session.rules.name,
        "target": session.rules.target,
        "seed": session.seed,
    }
    while True:
        number, dealer = session.number_of_round, str(session.round.dealer).lower()
        yield {"event": "round", "round": number, "dealer": dealer}
        while not session.is_round_over:
            outcome = session.lay(session.think())
            yield {"event": "play", "seat": str(outcome.seat).lower(), "play": outcome.text}
        yield {
            "event": "tally",
            "round": number,
            "lines": [line._asdict() for line in session.tally.lines],
            "points": session.tally.points,
            "scores": session.match.scores,
        }
        winner = session.match.winner
        if winner is not None:
            scores = session.match.scores
            yield {"winner": str(winner).lower(), "scores": scores, "rounds": number}
            return
        session.next_round()


def _told(fact: dict[str, Any]) -> str:
    """Return *fact* as one line, or a few, of text."""
    match fact:
        case {"event": "match"}:
            return (
                f"South {fact['south']}, north {fact['north']}, rules {fact['rules']} "
                f"to {fact['target']}, seed {fact['seed']}"
            )
        case {"event": "round"}:
            return f"\nRound {fact['round']}, {fact['dealer']} deals"
        case {"event": "play"}:
            return f"{fact['seat']} {fact['play']}"
        case {"event": "tally"}:
            rows = [(line["source"], *line["points"]) for line in fact["lines"]]
            rows += [("round", *fact["points"]), ("match", *fact["scores"])]
            return "\n".join(f"  {name:16}{south:>6}{north:>6}" for name, south, north in rows)
    high, low = max(fact["scores"]), min(fact["scores"])
    rounds = f"{fact['rounds']} round" + "s" * (fact["rounds"] != 1)
    return f"\n{fact['winner'].capitalize()} wins {high} to {low} after {rounds}"
