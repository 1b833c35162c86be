"""The command: what it needs, where it listens, what it says, how it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from basra.cli.main import main
from basra.web import run


@contextmanager
def server(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give a server that is running, and the URL that it says."""
    process = subprocess.Popen(
        [sys.executable, "-m", "basra", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        text=True,
    )
    assert process.stdout
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


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
def test_by_default_it_listens_on_the_loopback_alone_and_says_where(tmp_path: Path) -> None:
    with server(BASRA_DATA_DIR=str(tmp_path)) as (process, url):
        assert url.startswith("http://127.0.0.1:")
        assert get(url) == 200
        assert get(url, Host="evil.example") == 403
        assert listens_at(int(url.strip("/").rpartition(":")[2])) == {"127.0.0.1"}
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0
        assert said == "basra: Ctrl+C ends the games\n"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with server(BASRA_DATA_DIR=str(tmp_path)) as (process, url):
        assert url
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode == 0


@pytest.mark.slow
def test_another_host_is_opened_with_a_warning(tmp_path: Path) -> None:
    with server("--host", "0.0.0.0", BASRA_DATA_DIR=str(tmp_path)) as (process, url):
        assert get(url) == 200
        assert get(url, Host=f"192.0.2.7:{url.strip('/').rpartition(':')[2]}") == 200
        assert get(url, Host="evil.example") == 403
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
        assert said.startswith("basra: warning: anybody who can reach 0.0.0.0 over the network")


@pytest.mark.slow
def test_behind_another_server_it_says_the_public_address(tmp_path: Path) -> None:
    public = "https://play.example/basra/"
    with server("--public-url", public, BASRA_DATA_DIR=str(tmp_path)) as (_, url):
        assert url == public


def listens_at(port: int) -> set[str]:
    """The addresses of this machine at which something listens on *port*."""
    return {address for address, number, _ in _listeners() if number == port}


def listening(pid: int) -> int:
    """The port on which a process listens."""
    inodes = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            inodes.add(os.readlink(descriptor))
    (port,) = {number for _, number, inode in _listeners() if f"socket:[{inode}]" in inodes}
    return port


def _listeners() -> Iterator[tuple[str, int, str]]:
    """The address, the port and the inode of every socket that listens."""
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        fields = line.split()
        address, _, number = fields[1].partition(":")
        if fields[3] == "0A":
            yield socket.inet_ntoa(bytes.fromhex(address)[::-1]), int(number, 16), fields[9]


def test_a_port_that_is_taken_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_where_nothing_can_be_kept_it_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    warned: list[str] = []
    with run.root_of({"BASRA_DATA_DIR": str(tmp_path / "file")}, warned.append) as root:
        assert root.is_dir()
        assert tmp_path not in root.parents
    assert not root.exists()
    assert warned == ["matches are kept no longer than the server runs: not a directory"]


def test_visitors_have_their_own_place_among_the_data(tmp_path: Path) -> None:
    warned: list[str] = []
    with run.root_of({"BASRA_DATA_DIR": str(tmp_path)}, warned.append) as root:
        assert root == tmp_path / "web"
    assert root.is_dir()
    assert warned == []
