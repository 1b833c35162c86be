"""House rules and presets.

Whatever people play differently is a field of `Rules`; each cites the paragraph of the rule book
(docs/rules.md) that it settles.  A `Rules` that exists is consistent: what contradicts itself is
refused when it is made.
"""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from basra.engine.cards import JACKS, KOMI, Cards
from basra.engine.errors import NotationError, RulesError, UnknownNameError, quote

BARRABLE: Final = JACKS | (1 << KOMI)
"""The cards a rule may bar from the opening floor: the jacks and the komi."""
WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "opening": ("bury", "bottom", "redeal", "keep"),
        "capture": ("maximum", "free"),
        "komi_basra": ("wild", "groups", "sum10", "single", "always", "never"),
        "komi_on_floor": ("plain", "any_card"),
        "tie": ("none", "carry", "both"),
    }
)
"""The words each worded field may hold."""
_POINTS = (
    "basra",
    "jack_basra",
    "most_cards",
    "jack_points",
    "ace_points",
    "two_of_clubs_points",
    "ten_of_diamonds_points",
)
_MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Rules:
    """A frozen table of house rules; the defaults are the preset `v2`.

    Raises `RulesError`, with every reason, where the fields contradict themselves.
    """

    hand_size: int = 4
    """Cards a hand in each deal, 4 or 6 (1.1, 1.5)."""
    opening: str = "bury"
    """What becomes of a barred card on the opening floor (1.4, 1.6)."""
    barred: Cards = BARRABLE
    """The cards that may not lie on the opening floor (1.4)."""
    capture: str = "maximum"
    """Whether a card takes all it can, or what the player likes (3.7, 3.8)."""
    basra: int = 10
    """Points of a basra (4.1)."""
    jack_basra: int = 30
    """Points of a jack on a lone jack (4.2, 4.4)."""
    komi: bool = True
    """Whether the komi sweeps; otherwise it is an ordinary seven (3.5)."""
    komi_basra: str = "wild"
    """When the komi's sweep is a basra (4.3)."""
    komi_on_floor: str = "any_card"
    """Whether any card takes the komi that lies on the floor (3.6)."""
    jack_takes_lone_komi: bool = False
    """Whether a jack on a lone komi is worth `jack_basra` too (4.5)."""
    last_card_basra: bool = True
    """Whether the very last card of a round can make a basra (4.6)."""
    most_cards: int = 30
    """Points for the larger pile (5.1)."""
    tie: str = "none"
    """What becomes of those points at 26-26 (5.1)."""
    jack_points: int = 0
    """Points of each jack in the pile (5.3)."""
    ace_points: int = 0
    """Points of each ace in the pile (5.3)."""
    two_of_clubs_points: int = 0
    """Points of the two of clubs in the pile (5.3)."""
    ten_of_diamonds_points: int = 0
    """Points of the ten of diamonds in the pile (5.3)."""
    target: int = 121
    """Points that win the match (6.2)."""
    taking: int = field(init=False, repr=False, compare=False, default=0)
    """A small number, the same for rules under which every card takes the same (derived)."""

    def __post_init__(self) -> None:
        if problems := tuple(self._problems()):
            raise RulesError("house rules refused: " + "; ".join(problems))
        object.__setattr__(self, "barred", Cards(self.barred))
        sweeps, shared, free = self.komi, self.komi_on_floor == "any_card", self.capture == "free"
        object.__setattr__(self, "taking", sweeps + 2 * shared + 4 * free)

    def _problems(self) -> Iterator[str]:
        """Yield every reason why these cannot be house rules."""
        for name in _POINTS:
            points = getattr(self, name)
            if type(points) is not int or not 0 <= points <= _MOST_POINTS:
                yield f"{name} must be a whole number from 0 on, not {quote(points)}"
        for name in ("komi", "jack_takes_lone_komi", "last_card_basra"):
            if type(getattr(self, name)) is not bool:
                yield f"{name} must be true or false, not {quote(getattr(self, name))}"
        for name, words in WORDS.items():
            if getattr(self, name) not in words:
                known = ", ".join(words)
                yield f"{name} must be one of {known}, not {quote(getattr(self, name))}"
        if type(self.hand_size) is not int or self.hand_size not in (4, 6):
            yield f"hand_size must be 4 or 6, not {quote(self.hand_size)}: others leave cards over"
        if type(self.target) is not int or not 0 < self.target <= _MOST_POINTS:
            yield f"target must be a positive whole number, not {quote(self.target)}"
        barred: object = self.barred
        if not isinstance(barred, int) or barred & ~BARRABLE:
            yield "barred may hold only jacks and the seven of diamonds"
        if self.komi is False:
            plain = "with komi = false the seven of diamonds is an ordinary seven, so "
            if self.komi_on_floor != "plain":
                yield plain + "komi_on_floor must be plain"
            if self.komi_basra != "never":
                yield plain + "komi_basra must be never"
            if self.jack_takes_lone_komi:
                yield plain + "jack_takes_lone_komi must be false"

    @staticmethod
    def preset(name: str) -> Rules:
        """Return the preset called *name*; raise `UnknownNameError` naming those there are.

        >>> Rules.preset("pagat").most_cards
        3
        """
        try:
            return PRESETS[name.strip().lower()]
        except (KeyError, AttributeError):
            known = ", ".join(PRESETS)
            raise UnknownNameError(
                f"there are no rules called {quote(name)}; there are {known}"
            ) from None

    @staticmethod
    def parse(text: str) -> Rules:
        r"""Return the house rules that a TOML *text* gives: ``preset = "v1"``, then fields.

        Raises `RulesError`, naming the line, for what is no TOML, an unknown key or a value of the
        wrong type, and for rules that contradict themselves.

        >>> Rules.parse('preset = "pagat"\ntarget = 50').target
        50
        """
        try:
            table = read_toml(text)
        except NotationError as error:
            raise RulesError(f"house rules are {error}") from None
        base = _preset_of(text, table.pop("preset", "v2"))
        values = {key: _value(text, key, value, base) for key, value in table.items()}
        return dataclasses.replace(base, **values)

    def __str__(self) -> str:
        """The rules as the TOML text that `parse` reads back: a preset and what differs from it."""
        changes = {name: self._changes(preset) for name, preset in PRESETS.items()}
        nearest = min(changes, key=lambda name: len(changes[name]))
        return "\n".join([f'preset = "{nearest}"', *changes[nearest]])

    def _changes(self, preset: Rules) -> list[str]:
        return [
            f"{name} = {self.value_text(name)}"
            for name in FIELDS
            if getattr(self, name) != getattr(preset, name)
        ]

    def value_text(self, field: str) -> str:
        """Return the value of a *field* as it is written in TOML: `4`, `true`, `"wild"`."""
        value = getattr(self, field)
        if isinstance(value, Cards):
            value = _barred_text(value)
        if isinstance(value, bool):
            return str(value).lower()
        return f'"{value}"' if isinstance(value, str) else str(value)

    @property
    def name(self) -> str:
        """The name of the preset these are, whatever the target, or `house`."""
        for name, preset in PRESETS.items():
            if dataclasses.replace(self, target=preset.target) == preset:
                return name
        return "house"

    @property
    def deals(self) -> int:
        """The deals in a round: six, or four with hands of six cards (1.2, 1.5)."""
        return 24 // self.hand_size


FIELDS: Final = tuple(field.name for field in dataclasses.fields(Rules) if field.init)
"""The names of the house rules, in the order of the rule book."""


def _preset_of(text: str, name: object) -> Rules:
    if not isinstance(name, str):
        raise RulesError(f"house rules, {line_of(text, 'preset')}: preset must be a name in quotes")
    try:
        return Rules.preset(name)
    except UnknownNameError as error:
        raise RulesError(f"house rules, {line_of(text, 'preset')}: {error}") from None


def _value(text: str, key: str, value: object, base: Rules) -> Any:
    where = f"house rules, {line_of(text, key)}"
    if key not in FIELDS:
        raise RulesError(f"{where}: there is no rule called {quote(key)}; see docs/house-rules.md")
    if key == "barred":
        return _barred(where, value)
    wanted = type(getattr(base, key))
    if type(value) is not wanted:
        names = {int: "a whole number", bool: "true or false", str: "a word in quotes"}
        raise RulesError(f"{where}: {key} must be {names[wanted]}, not {quote(value)}")
    return value


def _barred(where: str, value: object) -> Cards:
    """Read the barred cards: a text of cards and of `J` for all four jacks."""
    if not isinstance(value, str):
        raise RulesError(f'{where}: barred must be a text such as "J 7D", not {quote(value)}')
    barred = Cards(0)
    for word in value.replace(",", " ").split():
        try:
            barred |= JACKS if word.upper() == "J" else Cards.parse(word)
        except NotationError as error:
            raise RulesError(f"{where}: barred: {error}") from None
    return barred


def _barred_text(barred: Cards) -> str:
    """Return barred cards as `_barred` reads them."""
    jacks = ["J"] if JACKS.issubset(barred) else list(map(str, barred & JACKS))
    return " ".join([*jacks, *map(str, barred - JACKS)])


def _presets() -> Mapping[str, Rules]:
    """The table of rule book section 8, each preset as what it changes in another."""
    v2 = Rules()
    v1 = dataclasses.replace(v2, jack_basra=10, komi_on_floor="plain")
    card_points: dict[str, Any] = {
        "jack_points": 1,
        "ace_points": 1,
        "two_of_clubs_points": 2,
        "ten_of_diamonds_points": 3,
    }
    pagat = dataclasses.replace(
        v1, jack_basra=0, komi_basra="sum10", most_cards=3, target=101, **card_points
    )
    return {
        "v1": v1,
        "v2": v2,
        "pagat": pagat,
        "jawaker": dataclasses.replace(pagat, capture="free", most_cards=30),
        "ahwa": dataclasses.replace(v1, jack_basra=30, tie="carry", **card_points),
        "levant": dataclasses.replace(
            v2, jack_basra=20, jack_takes_lone_komi=True, tie="carry", target=101
        ),
        "jordan": dataclasses.replace(pagat, jack_basra=20, last_card_basra=False),
        "lebanon": dataclasses.replace(
            pagat, hand_size=6, barred=JACKS, komi=False, komi_basra="never"
        ),
    }


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(_presets())
"""The published and the commonly played rules, by name (rule book, section 8)."""


# ------------------------------------------------------------ TOML from anybody


def read_toml(text: str) -> dict[str, Any]:
    """Return the table that *text* is; raise `NotationError` where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"not TOML: {error}") from None
    except ValueError:  # Python reads no number of more than a few thousand digits
        raise NotationError("not TOML: a number in it is far too long") from None
    except RecursionError:
        raise NotationError("not TOML: lists or tables nest far too deep") from None


def line_of(text: str, key: str) -> str:
    r"""Return in words on which line of *text* a key is given, as far as that can be seen.

    >>> line_of('preset = "v1"\ntarget = 50', "target")
    'line 2'
    """
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[\]=.]""")
    for number, line in enumerate(text.split("\n"), 1):
        if pattern.match(line):
            return f"line {number}"
    return "line unknown"
