"""The settings of a player, and their TOML text: looks, pace, habits, the last new game.

All of it is pure; `basra.files` reads and writes the file.  Settings of a newer version are carried
along without being understood.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from basra.engine.errors import BasraError, NotationError, quote
from basra.engine.rules import line_of, read_toml
from basra.i18n import ENGLISH, LANGUAGES, _

_SWITCH = ("off", "on")

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "look": ("auto", "paper", "outline", "ascii"),
        "theme": ("felt", "night", "light", "contrast", "sixteen"),
        "suits": ("colour-blind", "four", "two"),
        "floor_order": ("laid", "rank"),
        "pace": ("instant", "quick", "normal", "slow", "wait"),
        "animation": ("full", "short", "off"),
        "bell": ("off", "basra"),
        "undo": ("free", "turn", "off"),
        "memory": _SWITCH,
        "hints": ("on", "always", "off"),
        "quick_play": _SWITCH,
        "players": ("computer", "two"),
        "dealer": ("drawn", "me", "other"),
        "language": LANGUAGES,
        "arabic": ("terminal", "game"),
    }
)
"""The values of each setting that is a choice, in the order in which they are cycled."""

PACES: Final[Mapping[str, float]] = MappingProxyType(
    {"instant": 0.2, "quick": 0.6, "normal": 1.2, "slow": 2.5, "wait": math.inf}
)
"""The seconds of each pace; infinitely many where a key is waited for."""

MAX_TARGET = 1_000_000
MAX_TEXT_LENGTH = 200
"""Characters of a text setting."""


class SettingsError(BasraError):
    """A settings text that cannot be used."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a player, frozen; the defaults are those of a first start.

    Raises `SettingsError` for a value that is not allowed.
    """

    look: str = "auto"
    """How cards are drawn; `auto` asks the terminal."""
    theme: str = "felt"
    suits: str = "colour-blind"
    """The inks: four that stay apart for every eye, the usual four, or red and black."""
    floor_order: str = "laid"
    pace: str = "normal"
    """How long the computer's card is shown."""
    animation: str = "full"
    bell: str = "off"
    undo: str = "free"
    """Whether plays may be taken back: any number, only within a turn, not at all."""
    memory: str = "off"
    """Whether the strip shows which ranks are still to come."""
    hints: str = "on"
    """Whether the coach may be asked: against the computer, always, or not."""
    quick_play: str = "off"
    """Whether a digit lays its card at once."""
    players: str = "computer"
    """The last choices on the screen for a new game, this and the following."""
    rules: str = "v2"
    """The name of a preset."""
    level: str = ""
    """The name of a computer player; empty for the usual one."""
    target: int = 0
    """Points that win the match; 0 for those of the preset."""
    dealer: str = "drawn"
    names: tuple[str, str] = ("", "")
    """Yours and the other person's; empty where none was given."""
    language: str = ENGLISH
    arabic: str = "terminal"
    """Who turns and joins Arabic letters."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The player's own keys, by action."""
    unknown: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Settings of a newer version, as they were read."""

    def __post_init__(self) -> None:
        for name in SETTING_NAMES:
            if problem := _problem(name, getattr(self, name)):
                raise SettingsError(problem)

    @property
    def pace_seconds(self) -> float:
        """Seconds for which the computer's card is shown; infinite where a key is waited for."""
        return PACES[self.pace]

    def why_no_hint(self, *, is_hot_seat: bool) -> str:
        """Return why the coach may not be asked, in a sentence, or ``""``."""
        if self.hints == "off":
            return _("hints are switched off in the settings")
        if self.hints == "on" and is_hot_seat:
            return _("no hints between two people, unless the settings say always")
        return ""

    def cycle(self, name: str, step: int) -> Settings:
        """Return the settings with the next value for *name*, or the one before for -1.

        >>> Settings().cycle("pace", 1).pace, Settings().cycle("look", -1).look
        ('slow', 'ascii')
        """
        words = CHOICES[name]
        at = words.index(getattr(self, name)) + step
        return self.replace(**{name: words[at % len(words)]})

    def replace(self, **values: Any) -> Settings:
        """Return the settings with these values; raise `SettingsError` for one not allowed."""
        return dataclasses.replace(self, **values)

    @staticmethod
    def parse(text: str) -> Settings:
        r"""Return the settings that a TOML *text* gives; what it leaves out keeps its default.

        Raises `SettingsError`, naming the line, for text that is no TOML and for a value that is
        not allowed.

        >>> Settings.parse('theme = "night"\n').theme
        'night'
        """
        settings, problems = Settings.salvage(text)
        if problems:
            raise SettingsError(problems[0])
        return settings

    @staticmethod
    def salvage(text: str) -> tuple[Settings, tuple[str, ...]]:
        r"""Return the settings in a TOML *text*, and the problems with the rest, by line.

        A wrong value becomes its default and affects no other.  Raises `SettingsError` for text
        that is no TOML.

        >>> settings, problems = Settings.salvage('theme = "pink"\npace = "slow"\n')
        >>> settings == Settings(pace="slow"), problems[0][:13]
        (True, 'line 1: theme')
        """
        try:
            table = read_toml(text)
        except NotationError as error:
            raise SettingsError(f"it is {error}") from None
        values: dict[str, Any] = {"unknown": {}}
        problems = []
        for name, value in table.items():
            if name not in SETTING_NAMES:
                values["unknown"][name] = value
                continue
            for part in _split_value(name, _from_toml(name, value)):
                if problem := _problem(name, part):
                    problems.append(f"{line_of(text, name)}: {problem}")
                elif name == "keys":
                    values.setdefault(name, {}).update(part)
                else:
                    values[name] = part
        return Settings(**values), tuple(problems)

    def edit_text(self, text: str) -> str:
        r"""Return the TOML *text* changed so that it gives these settings, and all else unchanged.

        Comments, order, blank lines, settings of a newer version and the spelling of every value
        that is right already are kept.  A line that is in the text stays, with its comment, even
        where its value becomes the default; a default that is not in the text is not added.
        Raises `SettingsError` where the text cannot be edited.

        >>> Settings(theme="night", pace="slow").edit_text("theme = 'felt'  # mine\n")
        'theme = "night"  # mine\npace = "slow"\n'
        """
        is_crlf = 0 < text.count("\r\n") == text.count("\n")
        if is_crlf:
            text = text.replace("\r\n", "\n")
        before, _problems = Settings.salvage(text)
        edited = _edit_toml(text, self)
        after = Settings.parse(edited)
        is_same = _to_toml(before.unknown) == _to_toml(after.unknown)
        if not is_same or after.replace(unknown={}) != self.replace(unknown={}):
            raise SettingsError("the text cannot be edited")
        return edited.replace("\n", "\r\n") if is_crlf else edited

    def __str__(self) -> str:
        """The settings as TOML text, which `parse` reads back."""
        lines = ["# The settings of Basra.  The game writes this file; every line may be left out."]
        lines += [
            f"{name} = {_to_toml(getattr(self, name))}" for name in SETTING_NAMES if name != "keys"
        ]
        lines += [f"{_toml_key(name)} = {_to_toml(value)}" for name, value in self.unknown.items()]
        lines += ["", "[keys]"]
        lines += [f"{_toml_key(name)} = {_to_toml(list(keys))}" for name, keys in self.keys.items()]
        return "\n".join(lines) + "\n"


SETTING_NAMES: Final = tuple(f.name for f in dataclasses.fields(Settings) if f.name != "unknown")
"""The names of the settings, in the order in which they are written."""


def _from_toml(name: str, value: Any) -> Any:
    """Return a *value* of the text in the type of the field, wrong or right."""
    if isinstance(value, bool) and set(_SWITCH) <= set(CHOICES.get(name, ())):
        return _SWITCH[value]
    if name == "names" and isinstance(value, list):
        return tuple(value)
    if name == "keys" and isinstance(value, dict):
        return {
            action: tuple(keys) if isinstance(keys, list) else (keys,)
            for action, keys in value.items()
        }
    return value


def _split_value(name: str, value: Any) -> list[Any]:
    """Return the parts of a *value* that can be wrong by themselves: each entry of the keys."""
    if name == "keys" and isinstance(value, dict):
        return [{action: keys} for action, keys in value.items()]
    return [value]


def _problem(name: str, value: Any) -> str:
    """Return why *value* is not allowed for the setting *name*, or ``""``."""
    if name in CHOICES:
        if value not in CHOICES[name]:
            return f"{name} must be one of {', '.join(CHOICES[name])}, not {quote(value)}"
    elif name == "target":
        if type(value) is not int or not 0 <= value <= MAX_TARGET:
            return f"target must be a whole number from 0 on, not {quote(value)}"
    elif name == "names":
        if not (isinstance(value, tuple) and len(value) == 2 and all(map(_is_text, value))):
            return f"names must be two short texts, not {quote(value)}"
    elif name == "keys":
        if not isinstance(value, Mapping):
            return f"keys must be a table, not {quote(value)}"
        for action, keys in value.items():
            if not keys or not all(map(_is_text, keys)):
                return f"keys: {quote(action)} must have a list of names of keys"
    elif not _is_text(value):
        return f"{name} must be a short text, not {quote(value)}"
    return ""


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH


def _to_toml(value: Any) -> str:
    """Return *value* as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case int() if value.bit_length() > 10_000:
            return hex(value)  # Python writes no decimal of more than a few thousand digits
        case str():
            text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
            return text.encode("utf-8", "replace").decode("utf-8")
        case list() | tuple():
            return f"[{', '.join(map(_to_toml, value))}]"
        case Mapping():
            inside = ", ".join(
                f"{_toml_key(name)} = {_to_toml(item)}" for name, item in value.items()
            )
            return f"{{{inside}}}"
        case datetime.date() | datetime.time():  # a datetime is a date too
            return value.isoformat()
    return str(value)


def _toml_key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _to_toml(name)


def _edit_toml(text: str, settings: Settings) -> str:
    """Return the TOML *text* with the values of *settings*; nothing else needs tomlkit."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AoT, Table

    table = read_toml(text)
    missing = {}
    try:
        document = tomlkit.parse(text)
        _edit_keys(document, table, settings.keys)
        for name in SETTING_NAMES:
            value = getattr(settings, name)
            if name == "keys":
                continue
            if name not in table:
                if value != getattr(Settings(), name):
                    missing[name] = _to_toml(value)
            elif not _is_unchanged(name, table[name], value):
                document[name] = tomlkit.value(_to_toml(value))
        values = [item for key, item in document.body if key and not isinstance(item, AoT | Table)]
        if not values:
            document.update({name: tomlkit.value(raw) for name, raw in missing.items()})
        elif missing:
            # After the last value: comments below it may belong to the table that follows them.
            trivia = values[-1].trivia
            lines = "".join(f"{name} = {raw}\n" for name, raw in missing.items())
            trivia.trail = (trivia.trail or "\n") + lines
        return document.as_string()
    except (TOMLKitError, RecursionError) as error:
        raise SettingsError(f"the text cannot be edited: {error}") from None


def _edit_keys(document: Any, table: dict[str, Any], keys: Mapping[str, tuple[str, ...]]) -> None:
    """Let *keys* be those of the *document*, which now holds the values of *table*."""
    import tomlkit

    old = table.get("keys", {})
    if not isinstance(old, dict):
        del document["keys"]
        old = {}
    if keys and not isinstance(table.get("keys"), dict):
        document["keys"] = tomlkit.table()
    for action in old:
        if action not in keys:
            del document["keys"][action]
    for action, names in keys.items():
        if action not in old or not _is_unchanged("keys", {action: old[action]}, {action: names}):
            document["keys"][action] = tomlkit.value(_to_toml(list(names)))


def _is_unchanged(name: str, value: Any, wanted: Any) -> bool:
    """Whether a *value* of the text is right and says what is *wanted*."""
    read = _from_toml(name, value)
    return not _problem(name, read) and bool(read == wanted)
