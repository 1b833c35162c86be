"""Replays as values: moments, scenes, marks and sentences."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment, Segments

from basra.ai.grading import Grade, Verdict
from basra.engine.cards import DECK, Cards
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.history.game_record import Record
from basra.messages.names import Names
from basra.tui import review_marks
from basra.tui.painting.canvas import Picture
from basra.tui.painting.charts import HEIGHT, margin_chart
from basra.tui.painting.pages import page_rows
from basra.tui.painting.record_list import is_unfinished, list_order, paint_records, scroll_offset
from basra.tui.painting.table import paint_table
from basra.tui.replay_moments import Moment, Replay, replay_scene
from basra.tui.screens.retry import TryScreen
from basra.tui.themes import DEFAULT_THEME, FRAMES, MONO, PALETTES, Theme, build_theme
from tests.history.quick_match import match
from tests.tui.history_samples import archive, record, review_of

SIZES = ((60, 18), (80, 24), (120, 40))
RECORD = record()
REPLAY = Replay(RECORD)
THEMES = [build_theme(frame, theme, "four") for frame in FRAMES for theme in (*PALETTES, MONO)]
moments = st.integers(0, REPLAY.count - 1)


def test_the_match_has_a_moment_for_every_play_and_one_for_every_end() -> None:
    rounds = RECORD.log.rounds
    assert REPLAY.count == sum(len(played.history) + 1 for played in rounds)
    assert len(rounds) > 1
    last = REPLAY.moment(REPLAY.count - 1)
    assert last == Moment(len(rounds) - 1, len(rounds[-1].history))
    assert REPLAY.state(last) == RECORD.log.round


@given(moments)
def test_a_moment_and_its_number_undo_each_other_and_its_play_leads_to_the_next(at: int) -> None:
    moment = REPLAY.moment(at)
    assert REPLAY.number(moment) == at
    state, outcome = REPLAY.state(moment), REPLAY.outcome(moment)
    assert len(state.history) == moment.plays
    if outcome is None:
        assert state.is_over
    else:
        assert state.play(outcome.play) == REPLAY.state(Moment(moment.round, moment.plays + 1))


@given(moments)
def test_a_jump_lands_where_hands_were_dealt_and_never_past_one(at: int) -> None:
    onwards, back = REPLAY.deal_start(at, 1), REPLAY.deal_start(at, -1)
    starts = REPLAY.deals()
    assert len(starts) == 6 * len(RECORD.log.rounds)
    assert all(len(REPLAY.state(REPLAY.moment(start)).hands[0]) == 4 for start in starts)
    assert back < at or at == 0
    assert not [start for start in starts if back < start < at]
    assert onwards > at or at == REPLAY.count - 1
    assert not [start for start in starts if at < start < onwards]


@given(moments)
def test_the_score_and_the_tally_are_those_of_the_moment(at: int) -> None:
    moment = REPLAY.moment(at)
    tallies = RECORD.log.match.tallies
    scores = REPLAY.scores(moment)
    assert scores[0] == sum(tally.points[0] for tally in tallies[: moment.round])
    if REPLAY.outcome(moment) is None:
        assert REPLAY.tally(moment) == tallies[moment.round]
    else:
        assert REPLAY.tally(moment).points == REPLAY.state(moment).tally().points


@given(moments, st.sampled_from(SIZES), st.sampled_from(THEMES), st.booleans())
def test_every_moment_shows_both_hands_and_the_floor(
    at: int, size: tuple[int, int], theme: Theme, by_rank: bool
) -> None:
    painted = paint_table(replay_scene(REPLAY, at, by_rank=by_rank), *size, theme)
    assert all(sum(part.cell_length for part in row) == size[0] for row in painted.rows)
    state = REPLAY.state(REPLAY.moment(at))
    for card in Cards(state.hands[0] | state.hands[1] | state.floor):
        assert card.glyph.translate(theme.fallbacks) in painted.text
    stock = [card for card in state.stock if card.glyph in painted.text]
    assert not stock or theme.fallbacks
    assert not theme.fallbacks or painted.text.isascii()


def test_hands_of_six_are_shown_open_without_one_covering_another() -> None:
    session = match("6", preset="lebanon", plays=3)
    six = Replay(Record(session.header(), session.log))
    assert six.state(six.moment(0)).rules.hand_size == 6
    for size in SIZES:
        text = paint_table(replay_scene(six, 0, by_rank=False), *size, DEFAULT_THEME).text
        assert all(card.glyph in text for card in six.state(six.moment(0)).hands[Seat.NORTH])


# ------------------------------------------------------------------ trying again


def drawing(picture: Picture) -> str:
    """The SVG drawing of a picture."""
    console = Console(width=picture.width, record=True, file=io.StringIO(), force_terminal=True)
    for row in picture.rows:
        console.print(Segments((*row, Segment.line())), end="")
    return console.export_svg(title="Basra")


@pytest.mark.parametrize("seat", Seat)
def test_a_table_to_try_again_on_shows_no_card_its_player_could_not_see(seat: Seat) -> None:
    """Not on the screen and not in a drawing of it: neither the other hand nor what came later."""
    for one in review_of(RECORD).flagged(seat):
        state = REPLAY.state(Moment(one.round - 1, one.number - 1))
        view = state.view(one.seat)
        screen = TryScreen(view, REPLAY, one)
        hidden = set(view.unseen)
        assert hidden >= set(state.hands[one.seat.other]) | set(state.stock)
        pictures = [paint_table(screen.plain_scene(), *size, DEFAULT_THEME) for size in SIZES]
        for text in (*(picture.text for picture in pictures), drawing(pictures[0])):
            seen = {card for card in DECK if card.glyph in text}
            assert not seen & hidden
            assert set(view.hand | view.floor) <= seen


# ------------------------------------------------------------- marks and sentences


def verdict(loss: float, interval: float = 0.0, *, forced: bool = False) -> Verdict:
    made, best = Play.parse("4D"), Play.parse("JSx2C9D")
    return Verdict(made, best if loss else made, loss, interval, not interval, forced, "it sweeps.")


@pytest.mark.parametrize(
    ("found", "sign", "said"),
    [
        (verdict(0.0), "✓", "✓ best"),
        (verdict(0.6, 0.1), "·", "· fine, at most 0.7 lost"),
        (verdict(4.0, 9.0), "·", "· fine, at most 13.0 lost"),
        (verdict(2.0, 0.5), "?!", "?! slip, 2.0 ± 0.5 lost; better J♠ × 2♣ 9♦"),
        (verdict(4.0), "?", "? mistake, 4.0 lost; better J♠ × 2♣ 9♦"),
        (verdict(9.0, 1.0), "??", "?? blunder, 9.0 ± 1.0 lost; better J♠ × 2♣ 9♦"),
        (verdict(0.0, forced=True), "", "there was nothing else to play"),
    ],
)
def test_a_mark_and_a_sentence_say_how_good_a_play_was(
    found: Verdict, sign: str, said: str
) -> None:
    assert review_marks.mark_of(found)[0] == sign
    assert review_marks.verdict_prompt(found)[0] == said
    assert set(review_marks.SYMBOLS) == {str(grade) for grade in Grade}
    assert review_marks.verdict_prompt(None) == ("", "dim")


def test_the_answer_names_what_was_played_then_only_with_what_is_true_of_it() -> None:
    names = Names("You", "Computer")
    then = verdict(4.0, 0.5)
    good = Verdict(then.best, then.best, 0.0, 0.0, reason="it sweeps.")
    words = [text for text, _ in review_marks.compare_with_played(good, then, names, Seat.SOUTH)]
    assert words == [
        "✓ J♠ × 2♣ 9♦: the best.",
        "Then you played 4♦: mistake, 4.0 ± 0.5 lost.",
        "The coach: it sweeps.",
    ]
    words = [text for text, _ in review_marks.compare_with_played(then, then, names, Seat.NORTH)]
    assert words[:2] == [
        "? 4♦: mistake, 4.0 ± 0.5 lost.",
        "It is what was played then.",
    ]


def test_the_summary_has_both_accuracies_and_par_apart() -> None:
    review = review_of(RECORD)
    lines = list(review_marks.summary_lines(review, RECORD.log, REPLAY.names))
    assert len(lines) == 3
    for seat in Seat:
        accuracy = review.accuracy(seat)
        assert f"{REPLAY.names[seat]}: accuracy {accuracy:.0f}, " in lines[seat]
    assert lines[2].startswith("with all cards open, You by round: -12")
    found = review_marks.costliest(review, (True, False))
    assert [one.seat for one in found] == [Seat.SOUTH] * 3
    assert found[0].verdict.loss == max(one.verdict.loss for one in review.flagged(Seat.SOUTH))
    assert len(review_marks.costliest(review, (False, False))) == 6


# ------------------------------------------------------------------ list and chart


def test_matches_that_wait_come_first_and_then_the_newest() -> None:
    matches = list_order(archive().matches())
    assert [match.number for match in matches] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert is_unfinished(matches[0])
    assert not is_unfinished(matches[1])


@given(st.integers(0, 9_999), st.integers(0, 9_999), st.integers(18, 60))
def test_the_chosen_row_is_among_those_that_are_seen(chosen: int, offset: int, height: int) -> None:
    found = scroll_offset(chosen, offset, height)
    assert 0 <= found <= chosen < found + page_rows(height)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_list_fits_any_window_in_any_theme(size: tuple[int, int], theme: Theme) -> None:
    painted = paint_records(list_order(archive().matches()), 2, 0, "", *size, theme)
    assert all(sum(part.cell_length for part in row) == size[0] for row in painted.rows)
    assert not theme.fallbacks or painted.text.isascii()


@given(st.lists(st.integers(-400, 400), max_size=60), st.integers(40, 120), st.booleans())
def test_a_chart_is_as_large_as_asked_for_whatever_the_margins(
    margins: list[int], width: int, plain: bool
) -> None:
    rows = margin_chart(margins, width, is_ascii=plain)
    if len(margins) < 2:
        assert rows == []
        return
    assert len(rows) == HEIGHT
    assert max(map(len, rows)) <= width
    assert not plain or "".join(rows).isascii()
    most = max(map(abs, margins[-((width - 8) // 3) :]))
    assert any(f"+{-(-max(1, most) // 10) * 10}" in row for row in rows)
