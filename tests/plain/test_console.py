"""What is typed and what is said, whatever the bytes."""

from __future__ import annotations

import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.plain.console import MAX_LINE, Console, ConsoleClosedError


def console_of(
    content: bytes, encoding: str = "utf-8", *, ascii_suits: bool = False
) -> tuple[Console, io.BytesIO]:
    output = io.BytesIO()
    reader = io.TextIOWrapper(io.BytesIO(content), encoding)
    writer = io.TextIOWrapper(output, encoding, errors="replace", newline="", write_through=True)
    return Console(reader, writer, ascii_suits=ascii_suits), output


@pytest.mark.parametrize(
    ("encoding", "ascii_suits", "line"),
    [
        ("utf-8", False, "Mona’s 7♥ – 4♠…"),
        ("utf-8", True, "Mona's 7H - 4S..."),
        ("ascii", False, "Mona's 7H - 4S..."),
        ("cp1252", False, "Mona's 7H - 4S..."),
    ],
)
def test_suits_are_letters_where_they_are_wanted_or_cannot_be_said(
    encoding: str, ascii_suits: bool, line: str
) -> None:
    console, output = console_of(b"", encoding, ascii_suits=ascii_suits)
    console.say("Mona’s 7♥ – 4♠…")
    assert output.getvalue().decode(encoding) == f"{line}\n"


def test_nothing_goes_out_that_a_terminal_could_take_for_an_order() -> None:
    console, output = console_of(b"x\n")
    console.say("A\x1b[2J\x1b]0;t\x07B\r\b\u202e\x9bC\n.")
    assert console.ask("D\x1b?") == "x"
    assert output.getvalue().decode() == "A[2J]0;tBC.\nD?\n"


def test_lines_come_one_by_one_until_there_are_none() -> None:
    console, _ = console_of(b"one\r\n\ntwo")
    assert [console.ask("?") for _ in range(5)] == ["one", "", "two", None, None]
    assert Console(None, io.StringIO()).ask("?") is None


def test_a_line_that_was_put_back_comes_next() -> None:
    console, _ = console_of(b"two\n")
    console.unread("one")
    assert [console.ask("?"), console.ask("?")] == ["one", "two"]


def test_where_only_ascii_is_expected_utf_8_is_read() -> None:
    for encoding in ("ascii", "utf-8", "cp1252"):
        reader = io.TextIOWrapper(io.BytesIO("8♠\n".encode()), encoding)
        read = Console(reader, io.StringIO()).ask("?")
        assert (read == "8♠") is (encoding != "cp1252")


def test_of_a_very_long_line_only_the_beginning_is_read() -> None:
    console, _ = console_of(b"a" * 3_000_000 + b"\nb\n")
    assert console.ask("?") == "a" * MAX_LINE
    assert console.ask("?") == "b"


@given(st.binary(max_size=200))
def test_any_bytes_are_read_as_lines(content: bytes) -> None:
    console, _ = console_of(content)
    lines = []
    while (line := console.ask("?")) is not None:
        lines.append(line)
    assert len(lines) <= len(content)


def test_a_terminal_that_has_gone_types_nothing_more() -> None:
    class Gone(io.StringIO):
        def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
            raise OSError(5, "gone")

    with pytest.raises(ConsoleClosedError):
        Console(Gone(), io.StringIO()).ask("?")


@pytest.mark.parametrize(("number", "is_terminal"), [(5, True), (32, False)])
def test_who_reads_no_more_is_told_apart(number: int, is_terminal: bool) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(number, "gone")

    with pytest.raises(ConsoleClosedError) as gone:
        Console(None, Gone()).say("Anything.")
    assert gone.value.is_terminal is is_terminal


def test_what_nobody_reads_is_let_go() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as output:
        console = Console(None, output)
        console.say("Anything.")
        console.flush()
