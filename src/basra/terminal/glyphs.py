"""The characters outside ASCII that the game writes, and what stands for them where it may not.

Law of this file: pure text.  A picture keeps its columns, so there one character stands for one; a
line of text reads well, so there `…` may become three dots.
"""

from __future__ import annotations

import codecs
from io import TextIOWrapper
from typing import TextIO

GLYPHS = "–±♣♦♥♠✓•★·…─│▚×—←→↑↓’╭╮╰╯╔╗╚╝═║┏┓┗┛━┃"
"""Every character outside ASCII that a painter may write, other than in names and texts."""
LETTERS = "-~CDHSvo*-.-|#x-<>^v'++++++++=|++++-|"
"""What stands for each of them in a picture."""
_IN_TEXT = dict(zip(GLYPHS, LETTERS, strict=True)) | {
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
_HANDLER = "basra.likeness"


def likeness(char: str) -> str:
    """Return what stands for *char* in ASCII text; a question mark where nothing does.

    >>> "".join(map(likeness, "Q♥ – é…")), likeness("٣"), likeness("王")
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
    return "".join(map(likeness, error.object[error.start : error.end])), error.end


def make_readable(stream: TextIO | None) -> None:
    """Let what the encoding of *stream* lacks be written by its likeness, not as an error."""
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
