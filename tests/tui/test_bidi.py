"""Text that is read from the right, beside a full implementation of Unicode's rules for it."""

from __future__ import annotations

import re
from unicodedata import normalize

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from basra.i18n import ARABIC
from basra.tui.painting.bidi import (
    BLANK,
    INNER,
    cell_of,
    isolate_runs,
    visual_cells,
)
from tests.catalogue import placeholders, read, translations_of

ISOLATE, END = "\u2066", "\u2069"
VALUES = ("7♥", "+10", "4♠ 3♣", "3/6", "Mona", "12")
PLAIN = re.compile("[\u0621-\u064a .:؛،؟…·()]*")
PIECES = st.sampled_from(
    [*"بصرة ولد الأرض لا 7♥ +10 Enter 26–26 : ، ( ) · ؟ .".split(), "10♠ 2♦"]  # noqa: SIM905
)
SENTENCES = st.lists(PIECES, min_size=1, max_size=8).map(" ".join)


def turned(text: str, *, rtl: bool = True) -> str:
    """What is seen of *text* where letters are turned by the game, each letter by itself."""
    cells = visual_cells(text, rtl=rtl, is_shaping=True, ligatures=False)
    return normalize("NFKC", "".join(cells).replace("…", "\x00")).replace("\x00", "…")


def seen_on_a_terminal(row: str) -> str:
    """What a terminal shows that turns letters in its rows, which run from the left."""
    shown: str = get_display(row, base_dir="L")
    return shown.replace(BLANK, " ").replace(INNER, " ")


def alike(text: str) -> str:
    """*text* with the brackets alike: `get_display` does not mirror them."""
    return text.replace(")", "(")


def sentences() -> list[tuple[str, str]]:
    """The sentences of the catalogue with values put in, and with each value isolated."""
    found = []
    for message in read(ARABIC):
        for text in translations_of(message) if message.id else ():
            if text == text.strip() and PLAIN.fullmatch(re.sub(r"{\w+}", "", text)):
                values = dict(zip(sorted(placeholders(text)), VALUES, strict=False))
                isolated = {name: f"{ISOLATE}{value}{END}" for name, value in values.items()}
                found.append((text.format(**values), text.format(**isolated)))
    return found


def test_sentences_run_from_the_right_as_unicode_has_it() -> None:
    tried = sentences()
    assert len(tried) > 300
    for text, isolated in tried:
        if re.search("[♥♣0] [74+3M1]", text):
            continue  # values side by side are one value here
        wanted = get_display(isolated, base_dir="R").replace(ISOLATE, "").replace(END, "")
        assert alike(turned(text)) == alike(wanted), text


@given(SENTENCES, st.booleans())
def test_a_terminal_that_turns_letters_shows_what_the_game_shows_that_turns_them(
    text: str, rtl: bool
) -> None:
    cells = visual_cells(text, rtl=rtl, is_shaping=False)
    row = "".join(isolate_runs([" ", *cells, " "]))
    assert seen_on_a_terminal(row) == f" {turned(text, rtl=rtl)} "


@given(SENTENCES, SENTENCES)
def test_words_in_one_row_do_not_change_places_with_each_other(first: str, second: str) -> None:
    cells = [visual_cells(text, rtl=True, is_shaping=False) for text in (first, second)]
    row = isolate_runs([" ", *cells[0], " ", " ", *cells[1], " ", "1", "2"])
    assert seen_on_a_terminal("".join(row)) == f" {turned(first)}  {turned(second)} 12"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("بصرة +10", "+10 ةرصب"),
        ("7♥ تاكل 4♠ 3♣", "4♠ 3♣ لكات 7♥"),
        ("فاضل 24 · 3/6", "3/6 · 24 لضاف"),
        ("اتحفظت في /tmp/a-1.txt.", "./tmp/a-1.txt يف تظفحتا"),
        ("دوس Ctrl+C (تاني)", "(ينات) Ctrl+C سود"),
        ("أو ← →", "← → وأ"),
        ("٣ ورقات", "تاقرو ٣"),
        ("Mona [/]", "Mona [/]"),
    ],
)
def test_cards_numbers_and_names_of_keys_keep_their_order(text: str, seen: str) -> None:
    assert turned(text) == seen


def test_in_an_english_sentence_only_the_letters_are_turned() -> None:
    assert turned("تارق laid 7♥, took 12", rtl=False) == "قرات laid 7♥, took 12"


def test_letters_are_joined_and_a_pair_of_them_takes_one_column() -> None:
    assert "".join(visual_cells("لا", rtl=True, is_shaping=True)) == "ﻻ"
    assert "".join(visual_cells("بصرة", rtl=True, is_shaping=True)) == "ﺓﺮﺼﺑ"
    assert visual_cells("لا", rtl=True, is_shaping=False) == ("ل", "ا")


@given(SENTENCES, st.booleans())
def test_what_is_parted_by_two_spaces_keeps_its_column(text: str, is_shaping: bool) -> None:
    cells = visual_cells(f"{text}   12", rtl=True, is_shaping=is_shaping)
    assert "".join(cells[-2:]) == "12"
    assert sum(map(cell_len, cells)) == cell_len(text) + 5


@given(SENTENCES, st.booleans(), st.booleans())
def test_each_letter_is_found_where_it_stands(text: str, is_shaping: bool, rtl: bool) -> None:
    cells = visual_cells(text, rtl=rtl, is_shaping=is_shaping, ligatures=False)
    found = [cell_of(text, index, rtl=rtl, is_shaping=is_shaping) for index in range(len(text))]
    assert sorted(found) == list(range(len(cells)))
    for index, place in enumerate(found):
        shown = normalize("NFKC", cells[place])
        assert alike(shown) == alike(normalize("NFKC", text[index]))
