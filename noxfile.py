"""The ways to get the game and the versions it runs with: `make matrix`, or `nox -s NAME`.

What every change must pass is `make check`; this takes longer, and wants the network.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""The versions of Python to try, where they are found."""
ODD = "a folder, it's odd"
SOME = ("-m", "not slow", "-q", "-n", "auto", "--dist", "worksteal")


# Where pyenv keeps its versions, each is to be found as well, and before what only stands for it.
_PYENV = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
_FOUND = [str(place) for version in VERSIONS for place in sorted(_PYENV.glob(f"{version}.*/bin"))]
os.environ["PATH"] = os.pathsep.join([*_FOUND, os.environ["PATH"]])


@nox.session(python=VERSIONS)
def tests(session: nox.Session) -> None:
    """Run the tests that are not slow, with one version of Python."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "pytest", *SOME, *session.posargs)


@nox.session
@nox.parametrize("resolution", ["lowest-direct", "highest"])
def packages(session: nox.Session, resolution: str) -> None:
    """Run the tests of the screens with the oldest, or the newest, packages that are allowed."""
    session.install("uv")
    bounds = Path(session.create_tmp()) / f"{resolution}.txt"
    session.run(
        *(
            "uv",
            "pip",
            "compile",
            "--quiet",
            "--resolution",
            resolution,
            "--python",
            sys.executable,
        ),
        *("pyproject.toml", "-o", str(bounds)),
    )
    session.install("-e", ".[dev]", "-c", str(bounds))
    session.run("python", "-m", "pip", "list")
    session.run("python", "-m", "pytest", *SOME, *session.posargs)


@nox.session
def pipx(session: nox.Session) -> None:
    """Install the folder with pipx, and ask the command what it is."""
    session.install("pipx")
    place = Path(session.create_tmp()) / ODD
    variables = {"PIPX_HOME": str(place / "home"), "PIPX_BIN_DIR": str(place / "bin")}
    session.run("pipx", "install", "--force", ".", env=variables)
    asked(session, place / "bin" / "basra")


@nox.session
def uv(session: nox.Session) -> None:
    """Install the folder with uv, and ask the command what it is."""
    session.install("uv")
    place = Path(session.create_tmp()) / ODD
    variables = {"UV_TOOL_DIR": str(place / "tools"), "UV_TOOL_BIN_DIR": str(place / "bin")}
    session.run("uv", "tool", "install", "--force", ".", env=variables)
    asked(session, place / "bin" / "basra")


@nox.session
def install(session: nox.Session) -> None:
    """Run the tests of installing: wheel, source archive, make, folders with odd names."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "pytest", "-q", "tests/test_install.py", *session.posargs)


def asked(session: nox.Session, command: Path) -> None:
    """See that the installed *command* runs away from the source."""
    with session.chdir(session.create_tmp()):
        session.run(str(command), "--version", external=True)
        session.run(str(command), "takes", "8H", "AC", "7D", "KD", "8S", external=True)
        session.run(str(command), "rules", "pagat", external=True, silent=True)
        session.run(str(command), "doctor", external=True)
