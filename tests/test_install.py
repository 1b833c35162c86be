"""The wheel in a fresh environment, away from the source."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: object, cwd: Path | str = ROOT) -> str:
    """Return the standard output of *command*, which must succeed."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return folder


def the_only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


@pytest.mark.slow
def test_wheel_and_sdist_hold_every_resource(dist: Path) -> None:
    resources = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src/basra").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(the_only(dist, "*.whl")) as wheel:
        names = set(wheel.namelist())
    assert resources | {"basra/data/rules.md", "basra/data/house-rules.md"} <= names
    with tarfile.open(the_only(dist, "*.tar.gz")) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    needed = {f"src/{name}" for name in resources}
    assert (
        needed | {"docs/rules.md", "README.md", "LICENSE", "Makefile", "pyproject.toml"} <= packed
    )


@pytest.mark.slow
def test_the_installed_wheel_plays_a_watched_match_from_anywhere(
    dist: Path, tmp_path: Path
) -> None:
    environment = tmp_path / "a fresh environment"
    run(sys.executable, "-m", "venv", environment)
    python = environment / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "--no-input", the_only(dist, "*.whl"), cwd="/")
    command = environment / "bin" / "basra"
    out = run(command, "watch", "--seed", "7", "--target", "50", "--json", cwd="/")
    assert json.loads(out.splitlines()[-1])["winner"] in ("south", "north")
    assert run(python, "-m", "basra", "rules", cwd="/").count("### 3.2 ") == 1
    where = run(python, "-c", "import basra; print(basra.__file__)", cwd="/")
    assert where.startswith(str(environment))
