"""Visitors and their folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from basra.web.visitors import game_environment, new_visitor, parse_visitor, visitor_folder


def test_every_visitor_is_another_and_is_known_again() -> None:
    visitors = {new_visitor() for _ in range(100)}
    assert len(visitors) == 100
    assert all(parse_visitor(visitor) == visitor for visitor in visitors)


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "..",
        "../" + "0" * 29,
        "/" + "0" * 31,
        "0" * 31,
        "0" * 33,
        "0" * 32 + "\n",
        "G" * 32,
        "A" * 32,
    ],
)
def test_what_was_not_drawn_here_names_nobody(sent: str) -> None:
    assert parse_visitor(sent) is None


def test_a_folder_is_the_visitors_alone(tmp_path: Path) -> None:
    one, other = (
        visitor_folder(new_visitor(), tmp_path / "web"),
        visitor_folder(new_visitor(), tmp_path / "web"),
    )
    assert one != other
    assert one.parent == other.parent == tmp_path / "web"
    assert one.stat().st_mode & 0o077 == 0


def test_a_game_gets_its_visitors_folder_and_nothing_of_the_servers_player(tmp_path: Path) -> None:
    server = {
        "BASRA_CONFIG_DIR": "/home/mona",
        "BASRA_DATA_DIR": "/home/mona",
        "BASRA_THEME": "night",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "TEXTUAL_DEBUG": "1",
        "PATH": "/bin",
    }
    assert game_environment(tmp_path, server) == {
        "PATH": "/bin",
        "BASRA_CONFIG_DIR": str(tmp_path),
        "BASRA_DATA_DIR": str(tmp_path),
        "BASRA_STATE_DIR": str(tmp_path),
    }
