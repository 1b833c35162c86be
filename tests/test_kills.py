"""The program killed at random instants, or asked to go: the match is there again as it was."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

pytest.importorskip("pty")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.mark.parametrize(
    ("count", "signals"),
    [
        pytest.param(6, [signal.SIGKILL], id="killed"),
        pytest.param(3, [signal.SIGTERM, signal.SIGHUP], id="asked-to-go"),
    ],
)
def test_the_match_is_there_again_as_it_was(count: int, signals: list[int], tmp_path: Path) -> None:
    from tests.kills import play_and_kill

    outcome = play_and_kill(tmp_path, count, "a short while", tuple(signals))
    assert outcome.kills == count
    assert outcome.resumed
    assert outcome.entries > count
