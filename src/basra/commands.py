"""The commands that need no screen: what a card takes, the rules, bots at play.

Law of this file: a command prints data on standard output and returns an exit code; what is wrong
with its arguments is raised as a `BasraError`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from basra.ai import bot
from basra.engine.captures import basra_points, captures, may_trail
from basra.engine.cards import Card, Cards, parse_sequence
from basra.engine.rules import FIELDS, Rules
from basra.rulebook import plain, rule_book
from basra.session import Player, Session


def print_takes(card_text: str, floor_texts: Sequence[str], rules: Rules, *, as_json: bool) -> int:
    """Print every capture that a card has on a floor; return 0."""
    card = Card.parse(card_text)
    floor = Cards.of([lying for text in floor_texts for lying in parse_sequence(text)])
    found = [
        (taken, basra_points(card, floor, taken, rules)) for taken in captures(card, floor, rules)
    ]
    if as_json:
        print(
            json.dumps(
                {
                    "card": str(card),
                    "floor": list(map(str, floor)),
                    "rules": rules.name,
                    "captures": [
                        {"takes": list(map(str, taken)), "basra": points} for taken, points in found
                    ],
                }
            )
        )
        return 0
    for taken, points in found:
        print(f"{card} takes {' '.join(map(str, taken))}{f', basra +{points}' if points else ''}")
    if not found:
        print(f"{card} takes nothing and stays on the floor")
    elif may_trail(card, floor, rules):
        print(f"{card} may also be laid without taking")
    return 0


def print_rules(rules: Rules) -> int:
    """Print the values of *rules*, then the rule book; return 0."""
    print(f"The rules in force are {rules.name}:\n")
    width = max(map(len, FIELDS))
    for name in FIELDS:
        print(f"    {name:{width}}  {rules.value_text(name)}")
    print("\nWhat each means is said in the rule book, and in docs/house-rules.md.\n")
    print(plain(rule_book()).rstrip())
    return 0


def print_watch(names: tuple[str, str], rules: Rules, seed: str | None, *, as_json: bool) -> int:
    """Play a match between the bots called *names*, south and north, and print it; return 0."""
    south, north = (Player(bot(name).name, bot(name)) for name in names)
    session = Session((south, north), rules=rules, seed=seed)
    for fact in _watched(session):
        print(json.dumps(fact) if as_json else _told(fact))
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
            turn, play = str(session.turn).lower(), session.think()
            text = session.round.text(play)
            session.lay(play)
            yield {"event": "play", "seat": turn, "play": text}
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
    return f"\n{fact['winner'].capitalize()} wins {high} to {low} after {fact['rounds']} rounds"
