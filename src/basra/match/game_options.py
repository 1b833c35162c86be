"""What is chosen for a new game: who plays, by which rules, to what target.

Law of this file: pure, and free of screens; what cannot be chosen is answered by a sentence.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from basra import ai
from basra.engine.errors import UnknownNameError, quote
from basra.engine.rules import PRESETS, Rules
from basra.engine.seats import Seat
from basra.i18n import _
from basra.match.header import clean_name, seed_problem
from basra.match.session import Player, Session
from basra.match.settings import LONGEST_TEXT, MOST_TARGET, Settings
from basra.messages.names import COMPUTER, YOU, named

_DIGITS = {ord("٠") + digit: str(digit) for digit in range(10)}


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Everything that is chosen before the first card."""

    who: str = "computer"
    """Who plays: a person and the computer, `two` people, or two computers that they `watch`."""
    level: str = ai.DEFAULT
    """The name of the bot that plays north."""
    rules: Rules = dataclasses.field(default_factory=Rules)
    target: str = ""
    """As it was written; empty for that of the rules."""
    names: tuple[str, str] = ("", "")
    """Of south and north; empty where none was given."""
    dealer: str = "drawn"
    """Who deals first: drawn, me or other."""
    seed: str = ""
    """Empty for one that is drawn."""
    south: str = "hard"
    """The name of the bot that plays south where people only watch."""

    @staticmethod
    def of(settings: Settings) -> GameOptions:
        """Return the last choices; what is known no more becomes the usual."""
        level = settings.level if settings.level in ai.bots() else ai.DEFAULT
        rules = PRESETS.get(settings.rules, Rules())
        target = str(settings.target) if settings.target else ""
        return GameOptions(settings.players, level, rules, target, settings.names, settings.dealer)

    def asked(
        self,
        *,
        rules: Rules | None = None,
        seed: str | None = None,
        level: str | None = None,
        hot_seat: bool = False,
        names: tuple[str, str] | None = None,
    ) -> GameOptions:
        """Return these choices with what was asked for over them; ``None`` where nothing was."""
        south, north = names or self.names
        return dataclasses.replace(
            self,
            who="two" if hot_seat else self.who if level is None else "computer",
            level=level or self.level,
            rules=rules or self.rules,
            target=str(rules.target) if rules else self.target,
            names=(clean_name(south, ""), clean_name(north, "")),
            seed=seed or "",
        )

    def kept(self) -> dict[str, object]:
        """Return what the settings remember of these choices: neither a seed nor house rules.

        Of a match that is only watched nothing is remembered.
        """
        if self.who == "watch":
            return {}
        name = self.rules.name
        return {
            "players": self.who,
            "level": self.level,
            "target": int(self._target() or 0),
            "names": tuple(name[:LONGEST_TEXT] for name in self.names),
            "dealer": self.dealer,
            **({"rules": name} if name in PRESETS else {}),
        }

    def problem(self) -> tuple[str, str] | None:
        """Return which choice cannot be and why, in a sentence, or ``None``."""
        text = self._target()
        if text and not (text.isascii() and text.isdigit() and 0 < int(text) <= MOST_TARGET):
            return "target", _("A target is a whole number from 1 on, not {text}.").format(
                text=quote(self.target)
            )
        if problem := seed_problem(self.seed.strip()):
            return "seed", f"{problem[0].upper()}{problem[1:]}."
        return None

    def players(self) -> tuple[Player, Player]:
        """Return who sits south and north; no two are called the same."""
        if self.who == "watch":
            south, north = ai.bot(self.south), ai.bot(self.level)
            again = f"{north.name} 2" if north.name == south.name else north.name
            return Player(south.name, south), Player(again, north)
        if self.who == "computer":
            you = clean_name(self.names[0], YOU)
            return Player(you), Player(COMPUTER, ai.bot(self.level))
        given = ("" if name in (YOU, COMPUTER) else name for name in self.names)
        first, second = map(clean_name, given, ("South", "North"))
        return Player(first), Player(second if second != first else f"{second} 2")

    def in_force(self) -> Rules:
        """Return the rules with the target; ask for them only where there is no problem."""
        target = self._target()
        return dataclasses.replace(self.rules, target=int(target)) if target else self.rules

    def session(self) -> Session:
        """Return the match that was chosen; ask for it only where there is no problem."""
        dealer = {"me": Seat.SOUTH, "other": Seat.NORTH}.get(self.dealer)
        seed = self.seed.strip() or None
        return Session(self.players(), rules=self.in_force(), seed=seed, first_dealer=dealer)

    def _target(self) -> str:
        return self.target.strip().translate(_DIGITS)

    def said(self) -> str:
        """Return who plays, by which rules and to what target, in a few words.

        >>> GameOptions(level="greedy").said()
        'against greedy · v2 · to 121'
        """
        sentence = {
            "computer": _("against {level} · {rules} · to {target}"),
            "two": _("two players · {rules} · to {target}"),
            "watch": _("{south} against {level} · {rules} · to {target}"),
        }[self.who]
        return sentence.format(
            south=named(self.south),
            level=named(self.level),
            rules=self.rules.name,
            target=self._target() or self.rules.target,
        )


def summary(rules: Rules) -> str:
    """Return what is particular about *rules*, in a line or two.

    >>> summary(Rules.preset("lebanon"))
    'Lebanon. Most cards 3, basra 10; jacks and aces 1, 2♣ 2, 10♦ 3; hands of 6; 7♦ is plain.'
    """
    most = (
        _("Most cards {cards}, basra {basra}, with a jack {jack}")
        if rules.jack_basra
        else _("Most cards {cards}, basra {basra}")
    )
    jacks = _("jacks and aces {n}") if rules.ace_points else _("jacks {n}")
    worth = (
        (jacks, rules.jack_points),
        ("2♣ {n}", rules.two_of_clubs_points),
        ("10♦ {n}", rules.ten_of_diamonds_points),
    )
    counted = [words.format(n=points) for words, points in worth if points]
    said = (
        (most.format(cards=rules.most_cards, basra=rules.basra, jack=rules.jack_basra), True),
        (_(", ").join(counted), bool(counted)),
        (_("hands of {n}").format(n=rules.hand_size), rules.hand_size != 4),
        (_("take what you like"), rules.capture == "free"),
        (_("7♦ is plain"), not rules.komi),
        (_("any card takes 7♦"), rules.komi_on_floor == "any_card"),
        (_("26–26 is carried over"), rules.tie == "carry"),
    )
    parts = _("; ").join(words for words, holds in said if holds)
    return f"{_(ORIGIN.get(rules.name, OWN))}. {parts}."


OWN = "House rules"
ORIGIN = {
    "v1": "Egypt, as first published",
    "v2": "Egypt, the usual game",
    "pagat": "As on pagat.com",
    "jawaker": "As on Jawaker",
    "ahwa": "The coffee house",
    "levant": "The Levant",
    "jordan": "Jordan",
    "lebanon": "Lebanon",
}


def rules_called(name: str, house: Rules | None) -> Rules:
    """Return the rules called *name*: a preset, or `house` for the player's own."""
    if name == "house" and house is not None:
        return house
    if name not in PRESETS:
        raise UnknownNameError(f"there are no rules called {quote(name)}")
    return PRESETS[name]
