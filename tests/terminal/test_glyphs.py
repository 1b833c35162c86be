"""Glyphs and their fallbacks, in every encoding."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.terminal.glyphs import FALLBACKS, GLYPHS, ascii_fallback, use_fallbacks


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("3–4, 2×3, it’s…", "3-4, 2x3, it's..."),
        ("♠♥♦♣ 10♠", "SHDC 10S"),
        ("© 2030 «Café» “naïve” → ½", '(c) 2030 "Cafe" "naive" -> 1/2'),
        ("١٢٣ كومي", "123 ????"),
        ("A\N{VARIATION SELECTOR-16}e\N{COMBINING ACUTE ACCENT}", "Ae"),
        ("\ud800", "?"),
    ],
)
def test_each_character_has_a_fallback(text: str, written: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="")
    use_fallbacks(stream)
    stream.write(text)
    stream.flush()
    assert stream.buffer.getvalue() == written.encode()


@given(st.text())
def test_any_text_can_be_written_anywhere(text: str) -> None:
    for encoding in ("ascii", "cp437", "cp1252", "latin-1", "utf-8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
        use_fallbacks(stream)
        stream.write(text)
        stream.flush()
        assert stream.buffer.getvalue() or not text or all(map(_is_mark, text))


def _is_mark(char: str) -> bool:
    return ascii_fallback(char) == ""


def test_every_glyph_has_fallbacks_for_pictures_and_text() -> None:
    assert len(GLYPHS) == len(FALLBACKS) == len(set(GLYPHS))
    assert FALLBACKS.isascii()
    assert all(ascii_fallback(glyph) not in ("", "?") for glyph in GLYPHS)
    assert unicodedata.is_normalized("NFC", GLYPHS)
