"""Glyphs outside ASCII that the game writes, and their ASCII fallbacks.

A picture keeps its columns, so there one character replaces one; in a line of text `…` may become
three dots.
"""

from __future__ import annotations

import codecs
from io import TextIOWrapper
from typing import TextIO

GLYPHS = "–±♣♦♥♠✓•★·…─│▚×—←→↑↓’╭╮╰╯╔╗╚╝═║┏┓┗┛━┃"
"""Every character outside ASCII that a painter may write, other than in names and texts."""
FALLBACKS = "-~CDHSvo*-.-|#x-<>^v'++++++++=|++++-|"
"""The fallback of each in a picture, a single character."""
_IN_TEXT = dict(zip(GLYPHS, FALLBACKS, strict=True)) | {
    "…": "...",
    "←": "<-",
    "→": "->",
    "↔": "<->",
    "©": "(c)",
    "«": '"',
    "»": '"',
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "‐": "-",
    "‑": "-",
    "−": "-",
    "≤": "<=",
    "≥": ">=",
    "≠": "/=",
    "±": "+/-",
    "÷": "/",
    "⁄": "/",
    "§": "section ",
    "°": " degrees",
    "ß": "ss",
    "æ": "ae",
    "ø": "o",
    "ł": "l",
    "\N{VARIATION SELECTOR-15}": "",
    "\N{VARIATION SELECTOR-16}": "",
}
_HANDLER = "basra.fallback"


def ascii_fallback(char: str) -> str:
    """Return the ASCII text that replaces *char*; a question mark where there is none.

    >>> "".join(map(ascii_fallback, "Q♥ – é…")), ascii_fallback("٣"), ascii_fallback("王")
    ('QH - e...', '3', '?')
    """
    if char.isascii():
        return char
    if char in _IN_TEXT:
        return _IN_TEXT[char]
    import unicodedata

    number = unicodedata.decimal(char, None)
    if number is not None:
        return str(number)
    parts = unicodedata.normalize("NFKD", char)
    plain = "".join(part if part.isascii() else _IN_TEXT.get(part, "") for part in parts)
    return plain or ("" if unicodedata.combining(char) else "?")


def _substitute(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(ascii_fallback, error.object[error.start : error.end])), error.end


def use_fallbacks(stream: TextIO | None) -> None:
    """Make *stream* write the fallback of each character that its encoding lacks."""
    codecs.register_error(_HANDLER, _substitute)
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=_HANDLER)


def is_encodable(encoding: str | None) -> bool:
    """Whether a stream of this *encoding* can carry every glyph."""
    try:
        GLYPHS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
