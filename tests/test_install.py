"""The ways to get the game, the completion of its command line and its manual page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from basra.cli import COMMANDS
from basra.cli.completion import SHELLS
from basra.cli.main import build_parser, main
from tests.manual import PAGE, manual
from tests.pty_terminal import Terminal

ROOT = Path(__file__).parents[1]


def output_of(*command: object, cwd: Path | str = ROOT) -> str:
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
    output_of(sys.executable, "-m", "build", "--outdir", folder, ROOT)
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
    assert any(name.endswith(".data/data/share/man/man6/basra.6") for name in names)
    with tarfile.open(the_only(dist, "*.tar.gz")) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    needed = {f"src/{name}" for name in resources}
    assert (
        needed | {"docs/rules.md", "README.md", "LICENSE", "Makefile", "pyproject.toml"} <= packed
    )


def declared_dependencies() -> list[str]:
    dependencies: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "dependencies"
    ]
    return dependencies


def link_packages(environment: Path, requirements: Iterable[str]) -> None:
    """Give *environment* the packages of this one that *requirements* need, and no others.

    Linked in a moment, they prove as well as downloaded ones that nothing is missing among them.
    """
    site = the_only(environment, "lib/python*/site-packages")
    waiting: list[tuple[Requirement, tuple[str, ...]]] = [
        (Requirement(text), ("",)) for text in requirements
    ]
    linked = set()
    while waiting:
        requirement, extras = waiting.pop()
        marker = requirement.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in extras):
            continue
        wanted = (canonicalize_name(requirement.name), "", *sorted(requirement.extras))
        if wanted in linked:
            continue
        linked.add(wanted)
        package = distribution(requirement.name)
        waiting += [(Requirement(text), wanted[1:]) for text in package.requires or ()]
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(str(package.locate_file(top)))


@pytest.mark.slow
def test_the_wheel_plays_from_anywhere_with_the_packages_it_declares(
    dist: Path, tmp_path: Path
) -> None:
    environment = tmp_path / "a fresh 'environment'"
    output_of(sys.executable, "-m", "venv", "--without-pip", environment)
    python = environment / "bin" / "python"
    link_packages(environment, declared_dependencies())
    pip = (sys.executable, "-m", "pip", "--python", python)
    output_of(*pip, "install", "-q", "--no-input", "--no-index", the_only(dist, "*.whl"), cwd="/")
    command = environment / "bin" / "basra"
    out = output_of(command, "watch", "--seed", "7", "--target", "50", "--json", cwd="/")
    assert json.loads(out.splitlines()[-1])["winner"] in ("south", "north")
    assert output_of(python, "-m", "basra", "rules", cwd="/").count("### 3.2 ") == 1
    where = output_of(python, "-c", "import basra; print(basra.__file__)", cwd="/")
    assert where.startswith(str(environment))
    assert (environment / "share/man/man6/basra.6").read_bytes() == PAGE.read_bytes()
    for words in (["--version"], ["--help"], ["takes", "8H", "8S"]):
        assert output_of(command, *words, cwd="/") == output_of(
            python, "-m", "basra", *words, cwd="/"
        )
    with Terminal([str(command), "--seed", "7"]) as terminal:
        terminal.shows("stock 40")
        terminal.send(b"?")
        terminal.shows("Help")
        terminal.send(b"\x11")
        assert terminal.ends() == 0


@pytest.mark.slow
def test_make_play_starts_the_game_in_a_folder_with_an_odd_name(tmp_path: Path) -> None:
    folder = tmp_path / 'it\'s an "odd" folder'
    left_out = shutil.ignore_patterns(".*", "__pycache__", "build", "dist")
    shutil.copytree(ROOT, folder, ignore=left_out)
    output_of("make", "venv", f"PYTHON={sys.executable}", cwd=folder)
    link_packages(folder / ".venv", declared_dependencies())
    (folder / ".venv" / "unfinished").unlink()  # else it would be made, and filled, all anew
    words = ["make", "-C", str(folder), "play", "ARGS=--seed 7"]
    with Terminal(words) as terminal:
        terminal.until(lambda: "stock 40" in terminal.shown, "no table", seconds=400)
        terminal.send(b"\x11")
        assert terminal.ends() == 0
        assert terminal.is_restored


def test_the_manual_page_is_that_of_the_parser() -> None:
    if sys.version_info >= (3, 13):
        pytest.skip("argparse writes its usage in another way there")
    hint = "write it anew with make man"
    assert manual() == PAGE.read_text(encoding="utf-8"), hint


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_knows_every_command_and_flag(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    flags = set(re.findall(r"--([a-z-]+)", build_parser().format_usage()))
    for word in (*COMMANDS, *flags, "contrast", "colour-blind"):
        assert word in text


ASKED = {
    "bash": (
        'source "$1"; F=$(complete -p basra | sed "s/.*-F \\([^ ]*\\).*/\\1/"); '
        'COMP_WORDS=(basra $2 "$3"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); $F; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    ),
    "fish": 'source $argv[1]; complete -C "basra $argv[2] $argv[3]" | string split -f1 \\t',
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", ASKED)
@pytest.mark.parametrize(
    ("before", "begun", "wanted"),
    [
        ("", "ta", {"takes"}),
        ("takes", "--j", {"--json"}),
        ("--theme", "n", {"night"}),
        ("completion", "f", {"fish"}),
        ("watch", "--n", {"--north"}),
    ],
)
def test_a_shell_completes(
    shell: str, before: str, begun: str, wanted: set[str], tmp_path: Path
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "completion"
    script.write_text(
        output_of(sys.executable, "-m", "basra", "completion", shell), encoding="utf-8"
    )
    words = [shell, "-c", ASKED[shell], *([shell] if shell == "bash" else [])]
    assert set(output_of(*words, script, before, begun).split()) == wanted


@pytest.mark.slow
def test_zsh_takes_its_completion_for_good(tmp_path: Path) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("there is no zsh here")
    script = tmp_path / "_basra"
    script.write_text(
        output_of(sys.executable, "-m", "basra", "completion", "zsh"), encoding="utf-8"
    )
    asked = (
        f'fpath=("{tmp_path}" $fpath); autoload -Uz compinit && compinit -u -d "{tmp_path}/dump"'
    )
    assert "_basra" in output_of("zsh", "-f", "-c", f'{asked}; echo "$_comps[basra]"')
