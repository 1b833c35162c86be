"""Where the game is played, and what the terminal there can show.

Law of this file: pure; environment, streams and widths come in as values.  It decides before
anything else is imported, so it knows neither the screens nor the computer players.  Whatever else
is found out about a terminal before the first picture joins `Terminal` here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra.i18n import ENGLISH, _
from basra.terminal.glyphs import is_encodable

if TYPE_CHECKING:
    from basra.match.settings import Settings

MANY, FEW, NONE = 1 << 24, 16, 0
PAPER, OUTLINE, ASCII = FRAMES = ("paper", "outline", "ascii")
"""How cards are drawn: areas of colour, boxes of lines, boxes of plain characters."""
MONO = "mono"
"""The theme without any colour."""
SIXTEEN = "sixteen"
"""The theme of the sixteen colours that a terminal has of its own."""
_TRUE = ("truecolor", "24bit")
_COLOURLESS = ("vt1", "vt2", "vt3", "vt4", "vt52")


@dataclass(frozen=True, slots=True)
class Streams:
    """What is known of the streams of the process."""

    keys: bool = True
    """Whether standard input is a terminal."""
    screen: bool = True
    """Whether standard error is one, on which the table is drawn."""
    output: bool = True
    """Whether standard output is one; where it is not, somebody wants to have the text."""
    encoding: str | None = "utf-8"
    """The encoding of what is drawn on."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the terminal can show."""

    colours: int = MANY
    """How many colours; 0 where none are wanted."""
    glyphs: bool = True
    """Whether every glyph arrives and takes one column."""


@dataclass(frozen=True, slots=True)
class Frontend:
    """How the game meets its player."""

    plain: str = ""
    """Why it is played in plain lines; empty where it has the full screen."""
    terminal: Terminal = Terminal()

    def measured(self, widths: Mapping[str, int]) -> Frontend:
        """Return the front once the terminal has told the *widths* of glyphs, as far as it has."""
        even = all(width == 1 for width in widths.values())
        glyphs = self.terminal.glyphs and even
        return replace(self, terminal=replace(self.terminal, glyphs=glyphs))


def choose(
    environment: Mapping[str, str],
    streams: Streams,
    widths: Mapping[str, int] | None = None,
    *,
    plain: bool = False,
    colour: bool = True,
) -> Frontend:
    """Return the front for what is known; *plain* lines and no *colour* may be asked for.

    >>> choose({"TERM": "xterm-256color", "NO_COLOR": "1"}, Streams())
    Frontend(plain='', terminal=Terminal(colours=0, glyphs=True))
    >>> choose({"TERM": "dumb"}, Streams(encoding="latin-1"), colour=False)
    Frontend(plain='TERM is dumb', terminal=Terminal(colours=0, glyphs=False))
    >>> choose({"TERM": "xterm"}, Streams(), {"♠": 2}).terminal
    Terminal(colours=16, glyphs=False)
    """
    terminal = Terminal(
        _colours(environment) if colour else NONE,
        is_encodable(streams.encoding) and _term(environment) != "linux",
    )
    why = "it was asked for" if plain else _why_plain(environment, streams)
    return Frontend(why, terminal).measured(widths or {})


def _why_plain(environment: Mapping[str, str], streams: Streams) -> str:
    """Return why there can be no full screen, or nothing."""
    if not streams.keys:
        return "standard input is no terminal"
    if not streams.screen:
        return "standard error is no terminal"
    if not streams.output:
        return "standard output is no terminal"
    if _is_windows(environment):
        return ""
    match _term(environment):
        case "":
            return "TERM is not set"
        case "dumb" | "unknown" as term:
            return f"TERM is {term}"
    return ""


def _term(environment: Mapping[str, str]) -> str:
    return environment.get("TERM", "").strip().lower()


def _is_windows(environment: Mapping[str, str]) -> bool:
    return environment.get("OS") == "Windows_NT" or bool(environment.get("WT_SESSION"))


def _colours(environment: Mapping[str, str]) -> int:
    """Return how many colours the environment promises."""
    if environment.get("NO_COLOR"):
        return NONE
    if environment.get("COLORTERM", "").strip().lower() in _TRUE:
        return MANY
    if _is_windows(environment):
        return MANY
    term = _term(environment)
    if term.startswith(_COLOURLESS) or term.endswith(("-m", "-mono")):
        return NONE
    return 256 if "256" in term or "kitty" in term else FEW


def dress(settings: Settings, terminal: Terminal) -> tuple[str, str]:
    """Return the frame and the theme of *settings* as far as *terminal* can show them.

    Sixteen colours have a theme of their own: any other would lose its meaning.  Without colours
    there is no paper to tell a card by, so cards have an edge.
    """
    frame, theme = settings.look, settings.theme
    if frame == "auto":
        frame = PAPER if terminal.colours else OUTLINE
    if frame == PAPER and not terminal.colours:
        frame = OUTLINE
    if not terminal.glyphs:
        frame = ASCII
    if not terminal.colours:
        theme = MONO
    elif terminal.colours <= FEW:
        theme = SIXTEEN
    return frame, theme


def spoken(settings: Settings, terminal: Terminal) -> str:
    """Return the language of *settings* as far as *terminal* can write it."""
    plain = settings.look == ASCII or not terminal.glyphs
    return ENGLISH if plain else settings.language


def hindrance(name: str, terminal: Terminal, look: str = "auto") -> str:
    """Return why a change of the setting *name* cannot be seen on *terminal*, or nothing.

    *look* is the setting of that name.
    """
    if name in ("theme", "suits") and not terminal.colours:
        return _("no colour is shown here: NO_COLOR")
    if name == "theme" and terminal.colours <= FEW:
        return _("this terminal shows sixteen colours only")
    if name in ("look", "language") and not terminal.glyphs:
        return _("this terminal shows plain letters only")
    if name == "language" and look == ASCII:
        return _("plain characters cannot write Arabic")
    return ""
