"""What the terminal can show, and which look that comes to.

Law of this file: pure; the environment and the encoding come in as values.  Whatever else is found
out about a terminal before the first picture joins `Terminal` here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from basra.language import ENGLISH, RIGHT_TO_LEFT, _
from basra.settings import Settings
from basra.tui.themes import ASCII, GLYPHS, MONO, OUTLINE, PAPER, Look, look_of

MANY, FEW, NONE = 1 << 24, 16, 0
_TRUE = ("truecolor", "24bit")


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the terminal can show."""

    colours: int = MANY
    """How many colours; 0 where none are wanted."""
    glyphs: bool = True
    """Whether every glyph arrives and takes one column."""


def terminal_of(environment: Mapping[str, str], encoding: str | None) -> Terminal:
    """Return what the environment and the *encoding* of the screen tell.

    >>> terminal_of({"TERM": "xterm-256color", "NO_COLOR": "1"}, "utf-8")
    Terminal(colours=0, glyphs=True)
    >>> terminal_of({"TERM": "linux"}, "latin-1")
    Terminal(colours=16, glyphs=False)
    """
    return Terminal(_colours(environment), _encodable(encoding))


def _colours(environment: Mapping[str, str]) -> int:
    if environment.get("NO_COLOR"):
        return NONE
    if environment.get("COLORTERM", "").strip().lower() in _TRUE:
        return MANY
    if environment.get("WT_SESSION") or environment.get("OS") == "Windows_NT":
        return MANY
    term = environment.get("TERM", "").strip().lower()
    return 256 if "256" in term or "kitty" in term else FEW


def _encodable(encoding: str | None) -> bool:
    try:
        GLYPHS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shown(settings: Settings, terminal: Terminal) -> Look:
    """Return the look of *settings* as far as *terminal* can show it.

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
        theme = "sixteen"
    rtl = spoken(settings, terminal) in RIGHT_TO_LEFT
    return look_of(frame, theme, settings.suits, settings.arabic, rtl=rtl)


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
