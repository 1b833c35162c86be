"""Terminal capabilities, and the frontend and theme that fit them.

Pure functions: environment, streams and widths are arguments.  The decision is made before anything
else is imported, so nothing here imports screens or computer players.
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
    """What the standard streams of the process are connected to."""

    keys: bool = True
    """Whether standard input is a terminal."""
    screen: bool = True
    """Whether standard error is one, on which the table is drawn."""
    output: bool = True
    """Whether standard output is one; where it is not, somebody wants the text."""
    encoding: str | None = "utf-8"
    """The encoding of what is drawn on."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the terminal can show."""

    colours: int = MANY
    """How many colours; 0 where the player wants none."""
    glyphs: bool = True
    """Whether every glyph can be written and takes one column."""


@dataclass(frozen=True, slots=True)
class Frontend:
    """The full screen or plain lines, and what the terminal can show."""

    plain_reason: str = ""
    """Why the game is played in plain lines; empty for the full screen."""
    terminal: Terminal = Terminal()

    def with_widths(self, widths: Mapping[str, int]) -> Frontend:
        """Return the frontend for a terminal that reported these *widths* of glyphs, if any."""
        even = all(width == 1 for width in widths.values())
        glyphs = self.terminal.glyphs and even
        return replace(self, terminal=replace(self.terminal, glyphs=glyphs))


def choose_frontend(
    environment: Mapping[str, str],
    streams: Streams,
    widths: Mapping[str, int] | None = None,
    *,
    plain: bool = False,
    colour: bool = True,
) -> Frontend:
    """Return the frontend that fits; *plain* and *colour* are what the player asked for.

    >>> choose_frontend({"TERM": "xterm-256color", "NO_COLOR": "1"}, Streams())
    Frontend(plain_reason='', terminal=Terminal(colours=0, glyphs=True))
    >>> choose_frontend({"TERM": "dumb"}, Streams(encoding="latin-1"), colour=False)
    Frontend(plain_reason='TERM is dumb', terminal=Terminal(colours=0, glyphs=False))
    >>> choose_frontend({"TERM": "xterm"}, Streams(), {"♠": 2}).terminal
    Terminal(colours=16, glyphs=False)
    """
    terminal = Terminal(
        _colours(environment) if colour else NONE,
        is_encodable(streams.encoding) and _term(environment) != "linux",
    )
    reason = "it was asked for" if plain else _why_no_full_screen(environment, streams)
    return Frontend(reason, terminal).with_widths(widths or {})


def _why_no_full_screen(environment: Mapping[str, str], streams: Streams) -> str:
    """Return why there can be no full screen, or an empty text."""
    if not streams.keys:
        return "standard input is not a terminal"
    if not streams.screen:
        return "standard error is not a terminal"
    if not streams.output:
        return "standard output is not a terminal"
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


def supported_theme(settings: Settings, terminal: Terminal) -> tuple[str, str]:
    """Return the frame and the theme of *settings*, or the nearest that *terminal* can show.

    A terminal of sixteen colours has a theme of its own, as others would lose their meaning.
    Without colours a card has no background to stand out by, so it gets a frame.
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


def supported_language(settings: Settings, terminal: Terminal) -> str:
    """Return the language of *settings*, or English where *terminal* cannot write it."""
    plain = settings.look == ASCII or not terminal.glyphs
    return ENGLISH if plain else settings.language


def why_unsupported(name: str, terminal: Terminal, look: str = "auto") -> str:
    """Return why *terminal* cannot show a change of the setting *name*, or an empty text.

    *look* is the value of the setting of that name.
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
