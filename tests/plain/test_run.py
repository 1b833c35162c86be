"""Matches in lines: whole ones, saved ones, and every way in which they end."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra.engine.rules import PRESETS, Rules
from basra.history.archive import Archive
from basra.match.game_options import GameOptions
from basra.match.settings import Settings
from basra.plain.console import Console
from basra.plain.parser import COMMANDS
from basra.plain.run import play
from tests.plain.test_match_loop import anything
from tests.plain.transcripts import LEFT, SENTENCE, play_match, turns, unsaved


def game_options(rules: str = "v2", *, who: str = "computer", target: int = 60) -> GameOptions:
    return GameOptions(who=who, level="greedy", rules=PRESETS[rules], target=str(target), seed="5")


@pytest.mark.parametrize("who", ["computer", "two"])
@pytest.mark.parametrize("rules", PRESETS)
def test_a_match_is_played_to_its_end_and_played_again_from_a_file(rules: str, who: str) -> None:
    asked = game_options(rules, who=who, target=30)
    code, lines, typed = play_match(anything(Random(3)), asked)
    assert code == 0
    assert [line for line in lines if "the match, " in line][-1].endswith("!")
    assert lines[-2:] == ["Another match? Enter or yes, or no:", "Goodbye."]
    assert all(SENTENCE.fullmatch(line) for line in lines)
    assert max(map(len, turns(lines[:-3]))) <= 6
    again = play_match("\n".join(typed) + "\n", asked)
    assert again[:2] == (code, lines)


def test_another_match_is_between_the_same_two_and_the_deal_passes_on() -> None:
    asked = game_options(target=1)
    answers = iter(["maybe", "yes"])

    def typed(question: str) -> str | None:
        return next(answers, None) if question.startswith("Another") else ""

    _, lines, _ = play_match(typed, asked)
    assert "Type yes or no; Enter is yes." in lines
    greetings = [line for line in lines if line.startswith("A match of Basra")]
    assert len(greetings) == 2
    assert len(set(greetings)) == 1
    first, second = [line for line in lines if line.startswith("Round 1: ")]
    assert first != second


class TestSaving:
    @pytest.fixture(name="folder")
    def _folder(self, tmp_path: Path) -> Path:
        return tmp_path / "data"

    def test_wherever_the_input_ends_the_match_is_kept_and_gone_on_with(self, folder: Path) -> None:
        asked = game_options(target=40)
        whole = Archive(folder / "whole")
        _, lines, typed = play_match(anything(Random(3)), asked, whole)
        wanted = whole.record(1).log.rounds
        whole.close()
        for number in range(0, len(typed), 1 + len(typed) // 7):
            archive = Archive(folder / str(number))
            code, first, _ = play_match(
                "".join(f"{line}\n" for line in typed[:number]), asked, archive
            )
            assert code == 0
            if not number:
                assert first[-1] == "Nothing was played."
                assert not archive.matches()
                archive.close()
                continue
            assert first[-1] == LEFT
            kept = archive.record(1).log.rounds
            assert wanted[: len(kept) - 1] == kept[:-1]
            assert wanted[len(kept) - 1].history[: len(kept[-1].history)] == kept[-1].history
            rest = "".join(f"{line}\n" for line in ["", *typed[number:]])
            code, second, _ = play_match(rest, asked, archive, offers_unfinished=True)
            assert code == 0
            assert second[0].startswith("An unfinished match against greedy, ")
            assert second[-3:] == lines[-3:]
            assert archive.record(1).log.rounds == wanted
            assert archive.unfinished() == []
            archive.close()

    def test_a_match_that_waits_is_offered_with_its_points_and_its_deal(self, folder: Path) -> None:
        archive = Archive(folder)
        play_match("\n" * 5, game_options(), archive)
        _, lines, _ = play_match("", GameOptions(), archive, offers_unfinished=True)
        assert lines == [
            "An unfinished match against greedy, 0 to 0, deal 2 of 6: "
            "continue it? Enter or yes, n for a new one:",
            "Goodbye.",
        ]
        _, lines, _ = play_match("y\n", GameOptions(), archive, offers_unfinished=True)
        assert lines[1].startswith("A match of Basra against greedy")
        assert lines[2] == "Deal 2 of 6; You 0, Computer 0."
        assert lines[3].startswith("Computer laid ")
        archive.close()

    def test_who_plays_on_at_once_goes_on_with_it(self, folder: Path) -> None:
        archive = Archive(folder)
        play_match("\n" * 5, game_options(), archive)
        before = archive.record(1).log.round
        play_match("2\n", GameOptions(), archive, offers_unfinished=True)
        after = archive.record(1).log.round
        assert after.history[: len(before.history)] == before.history
        assert len(after.history) > len(before.history)
        archive.close()

    def test_a_new_one_leaves_it_waiting(self, folder: Path) -> None:
        archive = Archive(folder)
        play_match("\n" * 5, game_options(), archive)
        _, lines, _ = play_match("n\n\n", game_options(), archive, offers_unfinished=True)
        assert "Round 1: " in lines[2]
        assert archive.unfinished() == [2, 1]
        archive.close()

    def test_where_something_was_asked_for_no_match_is_offered(self, folder: Path) -> None:
        archive = Archive(folder)
        play_match("\n", game_options(), archive)
        _, lines, _ = play_match("\n", game_options(), archive)
        assert lines[0].startswith("A match of Basra")
        assert archive.unfinished() == [2, 1]
        archive.close()

    def test_two_people_find_the_handover_before_their_cards(self, folder: Path) -> None:
        archive = Archive(folder)
        play_match("\n1\n", game_options(who="two"), archive)
        _, lines, _ = play_match("yes\n", GameOptions(), archive, offers_unfinished=True)
        assert lines[0].startswith("An unfinished match between South and North, 0 to 0")
        assert lines[-2].endswith("is looking.")
        assert not any(line.startswith("1. ") for line in lines)
        archive.close()

    def test_a_new_match_is_begun_when_agreed_and_the_other_waits(self, folder: Path) -> None:
        archive = Archive(folder)
        _, lines, _ = play_match("\nnew\nno\n\nnew\n\n\n", game_options(), archive)
        question = "Leave this match for a new one? Enter or yes, or no:"
        assert lines.count(question) == 2
        assert len([line for line in lines if line.startswith("A match of")]) == 2
        assert archive.unfinished() == [2, 1]
        archive.close()

    def test_save_says_where_the_match_is_saved(self, folder: Path) -> None:
        archive = Archive(folder)
        _, lines, _ = play_match("save\n", game_options(), archive)
        assert f"Every play is saved at once, in {folder / 'matches.sqlite3'}." in lines
        archive.close()
        _, lines, _ = play_match("save\n", game_options())
        assert "Nothing is saved: the match ends with the program." in lines
        assert lines[-1] == "The match is not saved."

    def test_where_nothing_can_be_kept_it_is_told_once(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        archive = Archive(tmp_path / "file" / "data")
        code, lines, _ = play_match("\n\n\n", game_options(), archive)
        assert code == 0
        assert [line for line in lines if line.startswith("Matches are not kept: ")] == lines[:1]
        archive.close()

    def test_a_match_that_is_damaged_is_told_and_passed_over(self, folder: Path) -> None:
        archive = Archive(folder)
        play_match("\n" * 5, game_options(), archive)
        archive.close()
        import sqlite3

        connection = sqlite3.connect(folder / "matches.sqlite3")
        connection.execute("UPDATE deeds SET deed = 'frog' WHERE number = 3")
        connection.commit()
        connection.close()
        archive = Archive(folder)
        code, lines, _ = play_match("\n", game_options(), archive, offers_unfinished=True)
        assert code == 0
        assert "it remains among the records." in lines[0]
        assert lines[1].startswith("A match of Basra")
        archive.close()

    def test_a_match_gone_on_with_elsewhere_ends_here_in_a_sentence(self, folder: Path) -> None:
        archive, other = Archive(folder), Archive(folder)
        answers = iter(["", "other", ""])

        def typed(_: str) -> str | None:
            answer = next(answers, None)
            if answer == "other":
                record, autosave = other.resume(1)
                play = record.log.round.legal_plays()[0]
                autosave.append(str(play), record.log.play(play))
                return ""
            return answer

        code, lines, _ = play_match(typed, game_options(), archive)
        assert code == 1
        assert lines[-2].startswith("This match was gone on with in another window")
        archive.close()
        other.close()


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")),
            st.sampled_from([*COMMANDS, "", "1", "2", "3", "4", "q", "7h", "no"]).map(str.encode),
        ),
        max_size=40,
    ),
    st.sampled_from(["computer", "two"]),
)
@settings(max_examples=60)
def test_whatever_is_typed_is_answered_in_sentences(typed: list[bytes], who: str) -> None:
    reader = io.TextIOWrapper(io.BytesIO(b"\n".join(typed)), "utf-8")
    output = io.StringIO()
    code = play(
        Console(reader, output),
        game_options(who=who),
        Settings(hints="off"),
        unsaved(),
        offers_unfinished=False,
    )
    lines = output.getvalue().splitlines()
    assert code == 0
    assert all(SENTENCE.fullmatch(line) for line in lines)
    assert lines[-1] in ("The match is not saved.", "Nothing was played.", "Goodbye.")


def test_a_name_cannot_say_more_than_a_name() -> None:
    names = ("\x1b[2J\x07Mona\x9b31m", "كومي\u202e")
    asked = GameOptions(rules=Rules(), seed="5").override(hot_seat=True, names=names)
    _, lines, _ = play_match("\n1\n\nscore\n", asked)
    assert all(SENTENCE.fullmatch(line) for line in lines)
    assert "\u202e" not in "".join(lines)
