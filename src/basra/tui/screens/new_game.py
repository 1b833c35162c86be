"""The new game: who plays, by which rules; the last choices are there already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Self

from basra import ai
from basra.engine.rules import PRESETS, Rules
from basra.i18n import _
from basra.match.game_options import GameOptions, describe_rules, find_rules
from basra.messages.names import YOU, named
from basra.tui import registry
from basra.tui.painting.forms import FormRow
from basra.tui.screens.base import GameContext
from basra.tui.screens.form import FormScreen

WHO = {
    "computer": "you and the computer",
    "two": "two at one keyboard",
    "watch": "two computers",
}
WHO_HINTS = {
    "computer": "",
    "two": "Two people take turns behind a curtain.",
    "watch": "You look on, and see the hand of the first one.",
}
_DEALERS = ("drawn", "me", "other")
SEED_HINT = "The same seed deals the same cards; without one it is drawn."
NAME_HINT = "As it stands in the log and the score."


class NewGameScreen(FormScreen):
    """Everything that is chosen before the first card."""

    NAME: ClassVar[str] = registry.NEW
    WIDE = 26

    def __init__(self, game_options: GameOptions, note: str = "") -> None:
        """Begin with *game_options*, at the line that starts the game."""
        super().__init__()
        self.game_options = game_options
        self.note = note
        name = game_options.rules.name
        self._levels = {
            which: [*([level] if level not in ai.LEVELS else []), *ai.LEVELS]
            for which, level in (("south", game_options.south), ("level", game_options.level))
        }
        self._house: Rules | None = game_options.rules if name not in PRESETS else None
        self._chosen = len(self.rows()) - 1

    @classmethod
    def of_entry(cls, action: str, game: GameContext) -> Self:
        matches = game.matches
        if action == "watch":
            return cls(matches.watch_options or replace(matches.game_options, who="watch"))
        if action == "two":
            return cls(replace(matches.game_options, who="two"))
        return cls(matches.game_options)

    def rows(self) -> Sequence[FormRow]:
        chosen = self.game_options
        who, rules = chosen.who, chosen.rules
        rows = [
            FormRow("who", _("who plays"), _(WHO[who]), _(WHO_HINTS[who])),
            *self._computers(),
            FormRow("rules", _("rules"), rules.name, describe_rules(rules)),
            FormRow(
                "target", _("target"), self._target(), _("Points that win the match."), is_text=True
            ),
            *self._names(),
            FormRow("dealer", _("first to deal"), self._dealer(), _("The other one plays first.")),
            FormRow("seed", _("seed"), chosen.seed, _(SEED_HINT), _("drawn"), is_text=True),
            FormRow("start", "", _("Start"), f"{chosen.describe()}."),
        ]
        return rows

    def _computers(self) -> list[FormRow]:
        wanted = {
            "computer": (("level", _("computer")),),
            "watch": (("south", _("first computer")), ("level", _("second computer"))),
        }
        rows = []
        for name, label in wanted.get(self.game_options.who, ()):
            level = getattr(self.game_options, name)
            character = f"It {ai.bot(level).character}."
            rows.append(FormRow(name, label, named(level), _(character)))
        return rows

    def _target(self) -> str:
        return self.game_options.target or str(self.game_options.rules.target)

    def _names(self) -> list[FormRow]:
        south, north = self.game_options.names
        if self.game_options.who == "watch":
            return []
        if self.game_options.who == "computer":
            return [FormRow("first", _("your name"), south, _(NAME_HINT), named(YOU), is_text=True)]
        return [
            FormRow("first", _("first name"), south, _(NAME_HINT), named("South"), is_text=True),
            FormRow("second", _("second name"), north, _(NAME_HINT), named("North"), is_text=True),
        ]

    def _dealer(self) -> str:
        south, north = (named(player.name) for player in self.game_options.players())
        return {"drawn": _("drawn by chance"), "me": south, "other": north}[
            self.game_options.dealer
        ]

    def change_value(self, name: str, step: int) -> None:
        chosen = self.game_options
        match name:
            case "who":
                self.game_options = replace(chosen, who=_after(list(WHO), chosen.who, step))
            case "level":
                level = _after(self._levels[name], chosen.level, step)
                self.game_options = replace(chosen, level=level)
            case "south":
                level = _after(self._levels[name], chosen.south, step)
                self.game_options = replace(chosen, south=level)
            case "dealer":
                self.game_options = replace(chosen, dealer=_after(_DEALERS, chosen.dealer, step))
            case "rules":
                names = [*PRESETS, *(["house"] if self._house else [])]
                rules = find_rules(_after(names, chosen.rules.name, step), self._house)
                self.game_options = replace(chosen, rules=rules, target="")

    def set_text(self, name: str, text: str) -> None:
        chosen, (south, north) = self.game_options, self.game_options.names
        match name:
            case "target":
                usual = text.strip() == str(chosen.rules.target)
                self.game_options = replace(chosen, target="" if usual else text)
                problem = self.game_options.problem()
                self.note = problem[1] if problem else ""
            case "first":
                self.game_options = replace(chosen, names=(text, north))
            case "second":
                self.game_options = replace(chosen, names=(south, text))
            case "seed":
                self.game_options = replace(chosen, seed=text)

    def press_button(self, name: str) -> None:
        problem = self.game_options.problem()
        if problem is None:
            self.game.matches.begin(self.game_options)
            return
        self._chosen = next(at for at, row in enumerate(self.rows()) if row.name == problem[0])
        self._begin_input()
        self.note = problem[1]


def _after(words: Sequence[str], word: str, step: int) -> str:
    return words[(words.index(word) + step) % len(words)]
