"""The command: what it needs, where it listens, what it prints, how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from basra.cli.main import main
from basra.web import run
from tests.web.serving import listening_addresses, server_process


def get(url: str, **headers: str) -> int:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, headers=headers), timeout=60
        ) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.slow
def test_by_default_it_listens_on_the_loopback_alone_and_prints_where(tmp_path: Path) -> None:
    with server_process(BASRA_DATA_DIR=str(tmp_path)) as (process, url):
        assert url.startswith("http://127.0.0.1:")
        assert get(url) == 200
        assert get(url, Host="evil.example") == 403
        assert listening_addresses(int(url.strip("/").rpartition(":")[2])) == {"127.0.0.1"}
        process.send_signal(signal.SIGINT)
        _, output = process.communicate(timeout=60)
        assert process.returncode == 0
        assert output == "basra: Ctrl+C ends the games\n"


@pytest.mark.slow
def test_another_host_is_opened_with_a_warning(tmp_path: Path) -> None:
    with server_process("--host", "0.0.0.0", BASRA_DATA_DIR=str(tmp_path)) as (process, url):
        assert get(url) == 200
        assert get(url, Host=f"192.0.2.7:{url.strip('/').rpartition(':')[2]}") == 200
        assert get(url, Host="evil.example") == 403
        process.send_signal(signal.SIGTERM)
        _, output = process.communicate(timeout=60)
        assert process.returncode == 0, "a signal ends it in order"
        assert output.startswith("basra: warning: anybody who can reach 0.0.0.0 over the network")


@pytest.mark.slow
def test_behind_another_server_it_prints_the_public_address(tmp_path: Path) -> None:
    public = "https://play.example/basra/"
    with server_process("--public-url", public, BASRA_DATA_DIR=str(tmp_path)) as (process, url):
        assert url == public
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
        assert process.returncode == 0, "a signal ends it in order"


def test_a_port_that_is_taken_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"basra: 127.0.0.1 port {port}: address already in use\n"
    assert captured.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("--port", "65536"),
        ("--port", "-1"),
        ("--port", "web"),
        ("--max-sessions", "0"),
        ("--max-sessions", "many"),
    ],
)
def test_numbers_that_cannot_be_are_wrong_usage(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["serve", *arguments])
    assert refused.value.code == 2


def test_a_public_address_that_is_none_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--public-url", "play"]) == 2
    assert "looks like https://" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["aiohttp", "textual_serve"])
def test_without_the_extra_it_says_what_to_install(missing: str) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from basra.cli.main import main; sys.exit(main(['serve']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr == (
        "basra: to serve the game, install it with its extra web: pip install 'basra[web]'\n"
    )


def test_where_nothing_can_be_kept_there_is_one_warning(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    warned: list[str] = []
    with run.visitors_root({"BASRA_DATA_DIR": str(tmp_path / "file")}, warned.append) as root:
        assert root.is_dir()
        assert tmp_path not in root.parents
    assert not root.exists()
    assert warned == ["matches are kept no longer than the server runs: not a directory"]


def test_visitors_have_their_own_place_among_the_data(tmp_path: Path) -> None:
    warned: list[str] = []
    with run.visitors_root({"BASRA_DATA_DIR": str(tmp_path)}, warned.append) as root:
        assert root == tmp_path / "web"
    assert root.is_dir()
    assert warned == []
