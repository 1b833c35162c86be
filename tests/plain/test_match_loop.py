"""The plain table: turns, commands, two people."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from basra.ai.coach import idea, reason
from basra.engine.cards import Card, Cards
from basra.engine.rules import PRESETS, Rules
from basra.engine.shuffles import pick
from basra.match.log import HINTS, TAKING_BACK
from basra.match.session import Player, Session
from basra.match.settings import Settings
from basra.plain.parser import as_sentence
from tests.conftest import check_golden
from tests.plain.transcripts import QUESTIONS, SENTENCE, play_session, turns
from tests.screen import AGAINST_FIRST, AGAINST_GREEDY, PEOPLE, position, session_at
from tests.strategies import rule_sets, seeds

MONA_AND_TAREK = Player("Mona"), Player("Tarek")
FREE = Rules.preset("jawaker")
LETTERS = str.maketrans("♣♦♥♠", "CDHS")


def against_first(seed: str = "7", rules: Rules | None = None) -> Session:
    return Session(AGAINST_FIRST, rules=rules or Rules(), seed=seed)


def anything(rng: Random, words: tuple[str, ...] = ()) -> Callable[[str], str]:
    """Return somebody who lays cards at random, and now and then types one of *words*."""

    def answer(question: str) -> str:
        if question.endswith("Another match? Enter or yes, or no:"):
            return "no"
        if words and rng.random() < 0.2:
            return pick(rng, words)
        if question.endswith("is looking."):
            return ""
        return pick(rng, ("", "1", "2", "3", "4", "5", "6"))

    return answer


def while_in_round(session: Session, answer: Callable[[str], str]) -> Callable[[str], str | None]:
    """Let somebody answer until the first round is over."""
    return lambda question: answer(question) if session.round_number == 1 else None


# --------------------------------------------------------------------- a round


def test_a_round_reads_as_it_is_kept() -> None:
    session = against_first()
    lines = play_session(session, while_in_round(session, lambda _: ""), announce=True)
    check_golden("plain/round.txt", "\n".join(lines))


@given(rule_sets(), seeds())
@settings(max_examples=20)
def test_a_turn_has_six_lines_at_most_and_each_is_a_sentence(rules: Rules, seed: int) -> None:
    for players in (AGAINST_FIRST, PEOPLE):
        session = Session(players, rules=rules, seed=str(seed))
        typed = while_in_round(session, anything(Random(seed)))
        lines = play_session(session, typed)
        assert session.round_number == 2 or session.match.is_over
        assert all(SENTENCE.fullmatch(line) for line in lines)
        assert max(map(len, turns(lines))) <= 6


def test_what_is_offered_is_what_the_cards_take() -> None:
    state = position("JC 7S TD QH", "KC 2H 3H 4H", "AC 6C 6H 4S")
    lines = play_session(session_at(state), "")
    assert lines == [
        "On the floor: AC 4S 6C 6H.",
        "1. 7S takes AC 6C or AC 6H. 2. 10D takes 4S 6C or 4S 6H. "
        "3. JC takes the whole floor: AC 4S 6C 6H. 4. QH takes nothing.",
        "Your turn: which card?",
    ]


def test_which_of_several_ways_is_asked_for_and_enter_is_the_first() -> None:
    state = position("7S TD QH KH", "KC 2H 3H 4H", "AC 6C 6H")
    for typed, taken in (("1\n\n", "AC 6C"), ("7s\n2\n", "AC 6H"), ("\n\nac 6h\n", "AC 6C")):
        lines = play_session(session_at(state, PEOPLE), f"\n{typed}")
        assert "7S takes: 1. AC 6C. 2. AC 6H." in lines
        assert "Which one?" in lines
        assert f"South laid 7S and took {taken}." in lines


def test_between_a_card_and_its_way_anything_else_may_be_typed() -> None:
    state = position("7S TD QH KH", "KC 2H 3H 4H", "AC 6C 6H")
    session = session_at(state, PEOPLE)
    lines = play_session(session, "\n1\nfloor\nfrog\n9\n2\n")
    asked = [line for line in lines if line == "Which one?"]
    assert len(asked) == 4
    assert "There is no choice 9: type 1 to 2." in lines
    assert lines[-2] == "South laid 7S and took AC 6H."
    session = session_at(state, PEOPLE)
    assert "South laid QH, took nothing." in play_session(session, "\n1\nqh\n")


def test_under_free_capture_a_card_may_take_nothing() -> None:
    state = position("8S QD 2H KC", "TC JC QC 9C", "8C 5D 3H", rules=FREE)
    lines = play_session(session_at(state, PEOPLE), "\n8s\nnothing\n")
    assert any(re.fullmatch(r"8S takes: .* \d\. nothing\.", line) for line in lines)
    assert "South laid 8S, took nothing." in lines
    lines = play_session(session_at(state, PEOPLE), "\n8s takes nothing\n")
    assert "South laid 8S, took nothing." in lines


def test_of_very_many_ways_some_are_offered_and_all_can_be_written() -> None:
    floor = "AC AD AH 2C 2D 3C 3D 3H 4C 4D 4H 5C 5D 6C 6D"
    state = position("TS QD 2H KC", "TC JC QC 9C", floor, rules=FREE)
    lines = play_session(session_at(state, PEOPLE), "\nts\n6c 4c\n")
    offer = next(line for line in lines if line.startswith("10S takes: "))
    assert " 9. nothing. There are " in offer
    assert len(offer) < 500
    assert "South laid 10S and took 4C 6C." in lines


def test_a_basra_is_told_with_its_points() -> None:
    state = position("9S KD KH KC", "2C 2D 2H 2S", "4D 5D")
    lines = play_session(session_at(state, PEOPLE), "\n9\n")
    assert "1. 9S takes the whole floor: 4D 5D, basra 10. 2. KC takes nothing." in lines[2]
    assert "South laid 9S and took all: 4D 5D; a basra, 10 points!" in lines


LAID = re.compile(r"(\w+) laid (\w+)(?:, took nothing| and took (?:all: )?([\w ]+))")
TAKES = re.compile(r"takes (?:the whole floor: )?((?:\w+ ?)+)[,.]")


class Listener:
    """Somebody who hears the lines and keeps the table in mind."""

    def __init__(self) -> None:
        self.floor: Cards | None = None
        self.piles = {"You": 0, "Computer": 0}
        self.basras = {"You": 0, "Computer": 0}

    def hear(self, line: str) -> None:
        """Follow a line; what it says must agree with what was said before."""
        if lies := re.search(r"On the floor: (.*)\.|The floor is empty\.", line):
            said = Cards.parse(lies[1] or "")
            assert self.floor in (None, said), line
            self.floor = said
        if laid := LAID.match(line):
            self._follow(laid[1], Card.parse(laid[2]), Cards.parse(laid[3] or ""), line)
        elif offer := re.match(r"\d\. ", line):
            for takes in TAKES.findall(line, offer.end()):
                words = re.sub(r"nothing|or|all \d+ cards|in one of \d+ ways", "", takes)
                assert self.floor is not None
                assert all(Card.parse(card) in self.floor for card in words.split()), line
        elif last := re.match(r"(\w+) took last and got the floor: (.*)\.", line):
            assert Cards.parse(last[2]) == self.floor
            self.piles[last[1]] += len(Cards.parse(last[2]))
        elif most := re.match(r"Most cards: You (\d+), .*; Computer (\d+), ", line):
            assert (int(most[1]), int(most[2])) == tuple(self.piles.values())

    def _follow(self, who: str, card: Card, taken: Cards, line: str) -> None:
        assert self.floor is not None
        assert taken.issubset(self.floor), line
        assert ("took all: " in line) is (len(taken) > 1 and taken == self.floor)
        self.floor = self.floor - taken if taken else self.floor | (1 << card)
        if taken:
            self.piles[who] += len(taken) + 1
        if cry := re.search(r"; a basra, (\d+) points!", line):
            assert not self.floor
            self.basras[who] += int(cry[1])


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seed", range(2))
def test_who_only_hears_the_lines_knows_the_table(rules: str, seed: int) -> None:
    session = against_first(str(seed), PRESETS[rules])
    lines = play_session(session, while_in_round(session, anything(Random(seed))), announce=True)
    listener = Listener()
    for line in lines:
        if line.startswith("Round 2: "):
            break
        listener.hear(line)
    basras = [line for line in session.match.tallies[0].lines if "basras" in line.source]
    assert tuple(listener.basras.values()) == (
        sum(line.points[0] for line in basras),
        sum(line.points[1] for line in basras),
    )
    over = session.log.rounds[0]
    assert sum(listener.piles.values()) == len(over.piles[0]) + len(over.piles[1])


# -------------------------------------------------------------------- commands


def test_taking_back_and_laying_again() -> None:
    session = against_first()
    lines = play_session(session, "4\nundo\n2\ntake b\nredo\nredo\n")
    back = [line for line in lines if line.startswith("You take ")]
    assert len(back) == 2
    assert "Nothing was taken back." in lines
    assert len(session.round.history) == 2
    assert TAKING_BACK in session.assists
    again = [line for line in lines if line.startswith("You laid ")]
    assert again[1] == again[2]


def test_taking_back_follows_the_settings() -> None:
    lines = play_session(against_first(), "1\nundo\n", settings=Settings(undo="off"))
    assert "Taking back is switched off in the settings." in lines
    lines = play_session(against_first(), "undo\nredo\n")
    assert "There is nothing to take back." in lines


def test_the_hint_is_what_the_coach_says() -> None:
    session = session_at(position("9S KD KH KC", "2C 2D 2H 2S", "4D 5D", last_deal=True))
    view = session.view(session.turn)
    advice = session.advice(view.seat)
    lines = play_session(session, "hint\nhint\nhint\nhint\n")
    answers = [line for line in lines if line not in lines[:2] and not line.endswith(QUESTIONS)]
    first, second, *rest = answers
    assert first == f"{idea(view, advice)} Type hint again for the card, and why."
    assert second == as_sentence(reason(view, advice)).translate(LETTERS)
    assert rest[:4] == rest[4:]
    assert rest[0] == "9S takes the whole floor: 4D 5D, basra 10: the best."
    assert len(advice) == 4
    assert session.assists == {HINTS}


@pytest.mark.parametrize(
    ("hints", "players", "said"),
    [
        ("off", AGAINST_GREEDY, "Hints are switched off in the settings."),
        ("on", PEOPLE, "No hints between two people, unless the settings say always."),
    ],
)
def test_the_coach_is_silent_where_the_settings_say_so(
    hints: str, players: tuple[Player, Player], said: str
) -> None:
    state = position("9S KD KH KC", "2C 2D 2H 2S", "4D 5D", last_deal=True)
    session = session_at(state, players)
    typed = "hint\n" if players is AGAINST_GREEDY else "\nhint\n"
    assert said in play_session(session, typed, settings=Settings(hints=hints))
    assert not session.assists


def test_every_command_answers_in_a_few_sentences_and_changes_nothing() -> None:
    session = against_first()
    play_session(session, "1\n")
    state = session.round
    for typed in ("?", "help", "score", "floor", "hand", "table", "log", "save", "rules", "frog"):
        lines = play_session(session, f"{typed}\n")[3:-1]
        assert 1 <= len(lines) <= 6
        assert all(SENTENCE.fullmatch(line) for line in lines)
        assert session.round is state


def test_the_log_names_every_play_under_its_deal() -> None:
    session = against_first()
    play_session(session, "\n" * 5)
    lines = play_session(session, "log\n")[3:-1]
    assert [line for line in lines if line.startswith("Deal ")] == ["Deal 1:", "Deal 2:"]
    assert len(lines) == 2 + len(session.round.history)
    assert play_session(against_first("1"), "log\n").count("Deal 1:") <= 1


def test_the_floor_lies_as_the_settings_say() -> None:
    session = session_at(position("9S KD KH KC", "2C 2D 2H 2S", "4D 5D"), PEOPLE)
    session.lay(session.round.legal_plays()[1])
    session.lay(session.round.legal_plays()[0])
    first = play_session(session, "\n")[1]
    by_rank = play_session(session, "\n", settings=Settings(floor_order="rank"))[1]
    assert first == "On the floor: 4D 5D KC 2C."
    assert by_rank == "On the floor: 2C 4D 5D KC."


# ------------------------------------------------------------------ two people


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", [PRESETS["v2"], FREE, PRESETS["lebanon"]])
def test_from_a_play_to_the_enter_of_the_next_nothing_of_a_hand_is_said(
    seed: int, rules: Rules
) -> None:
    session = Session(MONA_AND_TAREK, rules=rules, seed=str(seed))
    rng = Random(seed)
    words = ("floor", "score", "hint", "hand", "table", "take back", "redo", "1", "7", "?", "frog")
    at_turn = anything(rng, words)
    asked: list[tuple[bool, list[str]]] = []

    def answer(question: str) -> str | None:
        if session.round_number > 1:
            return None
        hands = [card.glyph for hand in session.round.hands for card in hand]
        waits = question.endswith("is looking.")
        asked.append((waits, [glyph.translate(LETTERS) for glyph in hands]))
        return pick(rng, (*words, "", "", "")) if waits else at_turn(question)

    lines = play_session(session, answer)
    for turn, (waits, held) in zip(segments(lines), asked, strict=False):
        said = re.findall(r"\b(?:10|[A2-9JQK])[CDHS]\b", " ".join(turn))
        if waits:
            assert not set(said) & set(held)
    assert sum(waits for waits, _ in asked) > 48
    assert lines[-1].endswith("is looking."), "who laid last may lay first in the next round"
    assert len(session.round.history) + sum(len(r.history) for r in session.log.earlier) >= 48


def segments(lines: list[str]) -> list[list[str]]:
    """Return what was said up to each question, the question with it."""
    found: list[list[str]] = [[]]
    for line in lines:
        found[-1].append(line)
        if line.endswith(QUESTIONS):
            found.append([])
    return found


def test_the_hand_is_said_only_once_its_player_has_pressed_enter() -> None:
    session = Session(MONA_AND_TAREK, seed="9")
    first = session.player.name
    lines = play_session(session, "1\nhand\nhint\ntable\nfloor\n\n1\n1\n")
    handover = f"{first}'s turn: press Enter once only {first} is looking."
    assert lines[0] == handover
    assert lines[1:6] == ["That has to wait: press Enter first.", handover] * 2 + [lines[1]]
    shown = next(at for at, line in enumerate(lines) if line.startswith("1. "))
    assert len(session.round.history) == 1
    held = [card for hand in session.round.hands for card in hand]
    before, after = lines[:shown], lines[shown + 3 :]
    for card in held:
        text = card.glyph.translate(LETTERS)
        assert not any(re.search(rf"\b{text}\b", line) for line in [*before, *after])


def test_who_has_just_laid_takes_it_back_and_no_card_is_named() -> None:
    session = Session(MONA_AND_TAREK, seed="9")
    first = session.player.name
    lines = play_session(session, "\n1\ntake back\n\n1\n\ntake back\n")
    back = lines.index(f"{first} takes the last card back.")
    assert lines[back + 1] == f"{first}'s turn: press Enter once only {first} is looking."
    assert "There is nothing to take back." in lines
    assert len(session.round.history) == 1


def test_names_are_never_you_between_two_people() -> None:
    session = Session(MONA_AND_TAREK, seed="9")
    typed = while_in_round(session, anything(Random(1), ("score", "table", "log", "floor", "undo")))
    lines = play_session(session, typed)
    assert not [line for line in lines if re.search(r"\byour?\b", line.lower())]
