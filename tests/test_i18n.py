"""The catalogues are whole and true to the code; English costs nothing."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from basra import ai, i18n
from basra.i18n import ARABIC, ENGLISH, LANGUAGES, _, ngettext
from basra.messages.description import series
from basra.messages.names import BOTS, named
from basra.messages.phrases import counted, listed
from tests.catalogue import (
    OTHERS,
    as_text,
    compiled,
    path_of,
    placeholders,
    read,
    translations_in,
    translations_of,
    updated,
)
from tests.test_architecture import loaded_by


@pytest.mark.parametrize("name", OTHERS)
def test_a_catalogue_has_every_message_that_may_be_shown_and_no_other(name: str) -> None:
    kept = path_of(name).read_text(encoding="utf-8")
    hint = "python -m tests.catalogue brings it up to date; translate what is new"
    assert kept == as_text(updated(name, read(name))), hint
    assert translations_in(path_of(name, ".mo").read_bytes()) == translations_in(
        compiled(kept, name)
    ), hint


@pytest.mark.parametrize("name", OTHERS)
def test_every_message_has_a_translation_with_the_same_placeholders(name: str) -> None:
    catalogue = read(name)
    messages = [message for message in catalogue if message.id]
    assert len(messages) > 400
    for message in messages:
        wanted = placeholders(message.id if isinstance(message.id, str) else message.id[1])
        found = translations_of(message)
        assert all(found), f"no translation of {message.id!r}"
        assert placeholders(found[-1]) == wanted, message.id
        for text in found:
            assert wanted - {"n"} <= placeholders(text) <= wanted, message.id
            assert text.isprintable()
            assert text == text.strip() or message.id in (", ", "; ")
            assert not any(
                spec or conversion for _0, _1, spec, conversion in Formatter().parse(text)
            )


MARKS = re.compile(r"[\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


def test_no_arabic_has_marks_that_take_no_column() -> None:
    for message in read(ARABIC):
        for text in translations_of(message) if message.id else ():
            assert MARKS.search(text) is None


def test_numbers_choose_among_the_six_forms_of_a_noun() -> None:
    i18n.set_language(ARABIC)
    numbers = (0, 1, 2, 3, 10, 11, 52, 100, 103, 111)
    assert [counted(number, "card") for number in numbers] == [
        "0 ورقة", "ورقة واحدة", "ورقتين", "3 ورقات", "10 ورقات",
        "11 ورقة", "52 ورقة", "100 ورقة", "103 ورقات", "111 ورقة",
    ]  # fmt: skip
    i18n.set_language(ENGLISH)
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_lists_and_the_names_that_the_game_gives_are_translated_and_no_others() -> None:
    i18n.set_language(ARABIC)
    assert series(["1", "2", "3"]) == "1، 2 و3"
    assert listed(["5♦", "5♥"]) == "5♦ أو 5♥"
    assert [named(name) for name in ("You", "hard 2", "Settings", "Mona")] == [
        "إنت", "صعب 2", "Settings", "Mona",
    ]  # fmt: skip


def test_every_bot_has_a_name_in_each_language() -> None:
    assert tuple(ai.bots()) == BOTS


def test_what_has_no_translation_stays_english() -> None:
    i18n.set_language(ARABIC)
    assert _("no such words") == "no such words"
    assert ngettext("{n} no such", "{n} no suches", 2) == "{n} no suches"
    assert _("") == ""


def test_every_language_can_be_chosen_and_english_again() -> None:
    for name in (*LANGUAGES, ENGLISH):
        i18n.set_language(name)
        assert i18n.current_language() == name
        assert (_("Settings") == "Settings") is (name == ENGLISH)


def test_in_english_neither_catalogue_nor_shaping_is_read() -> None:
    loaded = loaded_by(
        "from basra.tui.app import BasraApp; BasraApp(); "
        "from basra import i18n; assert i18n._catalogue is None"
    )
    assert "basra.i18n" in loaded
    assert not {"arabic_reshaper", "babel"} & loaded
