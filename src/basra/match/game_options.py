"""The options of a new game: who plays, by which rules, to what target.

All of it is pure and free of screens; an option that is not allowed is explained in a sentence.
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
from basra.match.settings import MAX_TARGET, MAX_TEXT_LENGTH, Settings
from basra.messages.names import COMPUTER, YOU, named

_DIGITS = {ord("٠") + digit: str(digit) for digit in range(10)}


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of a new game, as the player chose or typed them."""

    who: str = "computer"
    """Who plays: a person and the computer, `two` people, or two computers that they `watch`."""
    level: str = ai.DEFAULT
    """The name of the bot that plays north."""
    rules: Rules = dataclasses.field(default_factory=Rules)
    target: str = ""
    """As it was typed; empty for that of the rules."""
    names: tuple[str, str] = ("", "")
    """Of south and north; empty where none was given."""
    dealer: str = "drawn"
    """Who deals first: drawn, me or other."""
    seed: str = ""
    """Empty for one that is drawn."""
    south: str = "hard"
    """The name of the bot that plays south where people only watch."""

    @staticmethod
    def from_settings(settings: Settings) -> GameOptions:
        """Return the options of the last game; a level or rules no longer known are the default."""
        level = settings.level if settings.level in ai.bots() else ai.DEFAULT
        rules = PRESETS.get(settings.rules, Rules())
        target = str(settings.target) if settings.target else ""
        return GameOptions(settings.players, level, rules, target, settings.names, settings.dealer)

    def override(
        self,
        *,
        rules: Rules | None = None,
        seed: str | None = None,
        level: str | None = None,
        hot_seat: bool = False,
        names: tuple[str, str] | None = None,
    ) -> GameOptions:
        """Return these options with those of the command line over them, where not ``None``."""
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

    def to_settings(self) -> dict[str, object]:
        """Return the settings to save for the next new game: neither a seed nor house rules.

        There are none where two computers play.
        """
        if self.who == "watch":
            return {}
        name = self.rules.name
        return {
            "players": self.who,
            "level": self.level,
            "target": int(self._typed_target() or 0),
            "names": tuple(name[:MAX_TEXT_LENGTH] for name in self.names),
            "dealer": self.dealer,
            **({"rules": name} if name in PRESETS else {}),
        }

    def problem(self) -> tuple[str, str] | None:
        """Return the option that is not allowed and why, in a sentence, or ``None``."""
        text = self._typed_target()
        if text and not (text.isascii() and text.isdigit() and 0 < int(text) <= MAX_TARGET):
            return "target", _("A target is a whole number from 1 on, not {text}.").format(
                text=quote(self.target)
            )
        if problem := seed_problem(self.seed.strip()):
            return "seed", f"{problem[0].upper()}{problem[1:]}."
        return None

    def players(self) -> tuple[Player, Player]:
        """Return the players, south first; their names differ."""
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

    def effective_rules(self) -> Rules:
        """Return the rules with the target in them; only where there is no `problem`."""
        target = self._typed_target()
        return dataclasses.replace(self.rules, target=int(target)) if target else self.rules

    def new_session(self) -> Session:
        """Return a new session with these options; only where there is no `problem`."""
        dealer = {"me": Seat.SOUTH, "other": Seat.NORTH}.get(self.dealer)
        seed = self.seed.strip() or None
        return Session(self.players(), rules=self.effective_rules(), seed=seed, first_dealer=dealer)

    def _typed_target(self) -> str:
        return self.target.strip().translate(_DIGITS)

    def describe(self) -> str:
        """Return who plays, by which rules and to what target, in a few words.

        >>> GameOptions(level="greedy").describe()
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
            target=self._typed_target() or self.rules.target,
        )


def describe_rules(rules: Rules) -> str:
    """Return where *rules* come from and how they differ, in a line or two.

    >>> describe_rules(Rules.preset("lebanon"))
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
    clauses = (
        (most.format(cards=rules.most_cards, basra=rules.basra, jack=rules.jack_basra), True),
        (_(", ").join(counted), bool(counted)),
        (_("hands of {n}").format(n=rules.hand_size), rules.hand_size != 4),
        (_("take what you like"), rules.capture == "free"),
        (_("7♦ is plain"), not rules.komi),
        (_("any card takes 7♦"), rules.komi_on_floor == "any_card"),
        (_("26–26 is carried over"), rules.tie == "carry"),
    )
    parts = _("; ").join(words for words, holds in clauses if holds)
    return f"{_(RULES_ORIGINS.get(rules.name, HOUSE_RULES))}. {parts}."


HOUSE_RULES = "House rules"
RULES_ORIGINS = {
    "v1": "Egypt, as first published",
    "v2": "Egypt, the usual game",
    "pagat": "As on pagat.com",
    "jawaker": "As on Jawaker",
    "ahwa": "The coffee house",
    "levant": "The Levant",
    "jordan": "Jordan",
    "lebanon": "Lebanon",
}


def find_rules(name: str, house: Rules | None) -> Rules:
    """Return the preset *name*, or the player's own rules for `house`."""
    if name == "house" and house is not None:
        return house
    if name not in PRESETS:
        raise UnknownNameError(f"there are no rules called {quote(name)}")
    return PRESETS[name]
