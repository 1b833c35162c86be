"""The structure of the program: what imports what, what is loaded when, which words are used."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.tidy import LARGEST

ROOT = Path(__file__).parents[1]
BASRA = ROOT / "src" / "basra"
TERMINAL = ("textual", "rich", "basra.tui", "basra.cli.main")
MOST_PACKAGES, MOST_MODULES = 12, 3


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file of the project."""
    return ast.parse(path.read_text(encoding="utf-8"))


def sources(*folders: str) -> list[Path]:
    """Return the Python files under *folders* of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


# ------------------------------------------------------------------ circles of imports


def module_name(path: Path, root: Path) -> str:
    """Return the name by which the file *path* is imported where *root* is on the path."""
    *parents, last = path.relative_to(root).with_suffix("").parts
    return ".".join(parents if last == "__init__" else [*parents, last])


def imported(node: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """Yield what a statement of *module* imports: a module, or something in one."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parts = module.split(".") if is_package else module.split(".")[:-1]
        above = parts[: len(parts) + 1 - node.level] if node.level else []
        source = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{source}.{alias.name}" for alias in node.names)


def import_graph(root: Path) -> dict[str, set[str]]:
    """Return what each module under *root* imports, in functions and under TYPE_CHECKING too."""
    modules = {module_name(path, root): path for path in sorted(root.rglob("*.py"))}
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        found = set()
        for node in ast.walk(tree(path)):
            for name in imported(node, module, path.name == "__init__.py"):
                found.add(name if name in modules else name.rpartition(".")[0])
        graph[module] = found & modules.keys() - {module}
    return graph


@cache
def imports_of_the_program() -> dict[str, set[str]]:
    """Return `import_graph` of the program."""
    return import_graph(BASRA.parent)


def package_graph(graph: Mapping[str, set[str]], depth: int) -> dict[str, set[str]]:
    """Return what each package *depth* names deep imports from others that do not hold it."""
    packages: dict[str, set[str]] = defaultdict(set)
    parents = {name.rpartition(".")[0] for name in graph}
    for module, others in graph.items():
        for other in others:
            one, two = (".".join(name.split(".")[:depth]) for name in (module, other))
            nested = f"{one}.".startswith(f"{two}.") or f"{two}.".startswith(f"{one}.")
            if {one, two} <= parents and not nested:
                packages[one].add(two)
    return packages


def circle(graph: Mapping[str, set[str]]) -> str:
    """Return one circle of imports in *graph* as ``a -> b -> a``, an empty text where none is."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


def test_no_file_imports_itself_by_way_of_others() -> None:
    found = circle(imports_of_the_program())
    assert not found, f"move what both need into one of them, or below them: {found}"


@pytest.mark.parametrize("depth", [2, 3])
def test_no_package_imports_itself_by_way_of_others(depth: int) -> None:
    found = circle(package_graph(imports_of_the_program(), depth))
    assert not found, f"one package is above the other: {found}"


def test_a_circle_of_imports_is_found_and_named(tmp_path: Path) -> None:
    files = {
        "__init__": "",
        "one.__init__": "",
        "one.a": "from basra.two import b\n",
        "two.__init__": "",
        "two.b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..three import C\n",
        "three": "def late() -> None:\n    import basra.one.a\n",
    }
    for name, text in files.items():
        path = tmp_path.joinpath("basra", *name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    graph = import_graph(tmp_path)
    assert graph["basra.two.b"] == {"basra.three"}
    names = circle(graph).split(" -> ")
    assert names[0] == names[-1]
    assert set(names) == {"basra.one.a", "basra.two.b", "basra.three"}
    assert all(other in graph[one] for one, other in pairwise(names))
    assert not circle(package_graph(graph, 2))
    (tmp_path / "basra" / "two" / "c.py").write_text("import basra.one.a\n")
    assert circle(package_graph(import_graph(tmp_path), 2)) in (
        "basra.one -> basra.two -> basra.one",
        "basra.two -> basra.one -> basra.two",
    )


def test_at_most_twelve_packages_and_three_modules_lie_directly_in_the_program() -> None:
    packages = sorted(path.parent.name for path in BASRA.glob("*/__init__.py"))
    modules = sorted(path.name for path in BASRA.glob("*.py") if not path.name.startswith("__"))
    assert len(packages) <= MOST_PACKAGES, f"put one inside another: {' '.join(packages)}"
    assert len(modules) <= MOST_MODULES, f"give them a package: {' '.join(modules)}"


# ------------------------------------------------------------- what is loaded when


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter holds after *statement*."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules, sep='\\n')"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("package", "absent"),
    [
        ("basra", (*TERMINAL, "basra.ai", "basra.match.session")),
        ("basra.engine", (*TERMINAL, "basra.ai", "basra.match.session", "secrets", "sqlite3")),
        ("basra.ai", (*TERMINAL, "basra.match.session", "sqlite3")),
        ("basra.match.session", (*TERMINAL, "sqlite3")),
        ("basra.review", (*TERMINAL, "basra.match.session", "sqlite3")),
        ("basra.messages.rulebook", TERMINAL),
        ("basra.messages.description", (*TERMINAL, "basra.ai", "basra.match.session")),
        ("basra.match.game_options", (*TERMINAL, "sqlite3")),
        ("basra.plain.run", TERMINAL),
        ("basra.cli", ("textual", "rich", "basra.tui")),
        ("basra.cli.main", ("textual", "basra.tui")),
    ],
)
def test_a_layer_loads_nothing_from_above(package: str, absent: tuple[str, ...]) -> None:
    loaded = loaded_by(f"import {package}")
    found = {module for module in loaded for name in absent if f"{module}.".startswith(f"{name}.")}
    assert package in loaded
    assert not found


def test_the_table_is_shown_without_reading_what_is_for_looking_back() -> None:
    loaded = loaded_by("import basra.tui.app, basra.tui.screens.table")
    assert not loaded & {"plotext", "textual_plotext", "basra.review", "basra.history.statistics"}


def test_answering_a_question_loads_no_terminal_code() -> None:
    loaded = loaded_by("import sys; from basra.cli.main import main; main(['takes', '8H', '8S'])")
    assert "textual" not in loaded


# ------------------------------------------------------------------- retired words

RETIRED = {
    "deed": "entry (of the match log) or action (of a key, a click or a menu)",
    "course": "match log, MatchLog",
    "keeper": "autosave",
    "keeping": "autosave",
    "told": "outcome, report, or a verb in the present",
    "telling": "messages",
    "speech": "description or phrases",
    "talk": "console",
    "judge": "evaluation, Evaluator",
    "mind": "evaluation, Evaluator",
    "fitted": "weights",
    "reckoner": "HeuristicBot",
    "manners": "tie-break",
    "searcher": "SearchBot",
    "sampler": "PimcBot",
    "dealsolver": "double-dummy solver",
    "dealends": "leaf value",
    "stakes": "match equity",
    "guest": "guarded bot",
    "thought": "cancellation, or search",
    "film": "animation",
    "reel": "animation",
    "haze": "temperature",
    "heed": "opponent weight",
    "whim": "epsilon",
    "doubt": "epsilon",
    "likeness": "fallback",
    "preflight": "terminal capabilities",
    "tryagain": "retry",
    "ownkeys": "key map",
    "stattables": "statistics",
    "scoresheets": "painting",
    "recordsheets": "painting",
    "bag": "rank counts",
    "news": "notices",
}
"""Words that no name has a part of, and no docstring but those of `PLAIN_ENGLISH`, any more.

Each is given with the word that whoever knows other programs of the kind expects instead.
What stands in strings is no name: columns of databases, options, keys of JSON stay as they are.
"""

PLAIN_ENGLISH = frozenset(
    ("doubt", "fitted", "judge", "keeping", "manners", "mind", "news", "talk", "thought", "told")
)
"""The retired words that a docstring may use, since everybody does: to *judge*, *fitted* to it."""

RETIRED_MODULES = {
    "aside": "overlays",
    "choice": "selection",
    "choices": "new_game, game_options",
    "deeds": "outcome",
    "endings": "shutdown",
    "events": "outcome",
    "examining": "integrity",
    "figures": "statistics",
    "filing": "files",
    "front": "frontend",
    "headings": "header",
    "language": "i18n",
    "look": "theme",
    "motion": "animation",
    "openings": "title_menu",
    "places": "origins",
    "playing": "match_controller",
    "reports": "diagnostics",
    "reviewing": "review",
    "running": "run",
    "said": "description",
    "served": "child",
    "sheets": "painting",
    "shot": "animation",
    "staging": "scene",
    "stats": "statistics",
    "store": "connection",
    "typed": "typeahead",
    "verdicts": "review_marks",
    "visits": "capacity",
    "ways": "capture_choices",
}
"""Names that no file of the program has any more, with the name that says more."""

UNCLEAR = {
    "aside": "overlay",
    "asked": "ask, question",
    "cried": "announce",
    "drawn": "draw, drawing",
    "found": "find, or what it returns",
    "given": "what it returns",
    "heard": "listen, or what it returns",
    "judged": "evaluate, or what it returns",
    "known": "what it returns",
    "listed": "list, lines",
    "made": "make, or what it returns",
    "named": "name, names",
    "offered": "offer, options",
    "played": "play, plays",
    "reading": "read, reader",
    "said": "say, text",
    "shown": "show, or what it returns",
    "understood": "parse, or what it returns",
    "written": "write, text",
}
"""What no function, method or class is called: a past tense hides whether it is called or kept."""

RETIRED_PHRASES = {
    r"Law of (this|these) \w+": "say it in an ordinary docstring",
    r"How it thinks": "say it in an ordinary docstring",
    r"\b(the|a|its|each|every|no) judges?\b": "evaluation, Evaluator",
    r"\b(the|a|its|each|every) minds?\b": "evaluation, Evaluator",
    r"\b(is|are|was|be|been) told of\b": "learns, or is given",
}
"""What no docstring says any more, and what it says instead."""

EXCEPTIONS: Mapping[str, str] = {
    "src/basra/cli/stats.py: stats": "the command is `basra stats`",
}
"""Where a retired word stays, as ``file: word``, and why."""

PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
WORD = re.compile(r"[a-z]+")


def parts(name: str) -> set[str]:
    """Return the words that *name* is put together from, and each without the s of a plural."""
    words = {part.lower() for part in PART.findall(name)}
    return words | {word.removesuffix("s") for word in words}


def names(node: ast.AST) -> Iterator[str]:
    """Yield the names that *node* gives to anything."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname


def docstrings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every docstring, those behind an attribute too."""
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield node.lineno, text


def retired_in(module: ast.Module, stem: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield every retired word of a file: its line, where it stands, itself, what to write."""
    for word in sorted(parts(stem) & RETIRED.keys()):
        yield 1, "the file", word, RETIRED[word]
    if (word := stem.removeprefix("test_")) in RETIRED_MODULES:
        yield 1, "the file", word, RETIRED_MODULES[word]
    for node in ast.walk(module):
        for name in names(node):
            if not name.startswith("test_"):
                for word in sorted(parts(name) & RETIRED.keys()):
                    yield getattr(node, "lineno", 0), name, word, RETIRED[word]
        if (
            isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and (word := node.name.strip("_").lower()) in UNCLEAR
        ):
            yield node.lineno, node.name, word, UNCLEAR[word]
    for line, text in docstrings(module):
        for phrase, standard in RETIRED_PHRASES.items():
            for match in re.finditer(phrase, text):
                yield line, "a docstring", match[0], standard
        plain = re.sub(r"\bof course\b|`[^`]*`", "", text.lower())
        words = {form for word in WORD.findall(plain) for form in (word, word.removesuffix("s"))}
        for word in sorted((words & RETIRED.keys()) - PLAIN_ENGLISH):
            yield line, "a docstring", word, RETIRED[word]


@pytest.mark.parametrize("folder", ["src", "tests", "bench"])
def test_no_name_and_no_docstring_uses_a_retired_word(folder: str) -> None:
    problems = [
        f"{path.relative_to(ROOT)}:{line}: {place}: for {word!r} write {standard}"
        for path in sources(folder)
        if path != Path(__file__)  # it has to name them
        for line, place, word, standard in retired_in(tree(path), path.stem)
        if f"{path.relative_to(ROOT)}: {word}" not in EXCEPTIONS
    ]
    assert not problems, f"{len(problems)} retired words\n" + "\n".join(problems)


def test_a_retired_word_is_found_wherever_it_stands() -> None:
    text = (
        '"""Law of this file: the judge is told."""\n'
        "class Keeper:\n"
        '    """Set aside, of course; never mind."""\n'
        "    def asked(self, deeds: int, *, kind: str = 'film') -> None:\n"
        "        self.whim = resource = deeds\n"
        '        """A course of `deed`."""\n'
    )
    assert {(line, word) for line, _, word, _ in retired_in(ast.parse(text), "stattables")} == {
        (1, "stattables"),
        (1, "Law of this file"),
        (1, "the judge"),
        (2, "keeper"),
        (4, "asked"),
        (4, "deed"),
        (5, "whim"),
        (6, "course"),
    }


def test_a_name_is_parted_into_its_words() -> None:
    assert parts("_lay_deeds") == {"lay", "deeds", "deed"}
    assert parts("HTMLKeeper2") == {"html", "keeper"}
    assert parts("WHIM") == {"whim"}
    assert "course" not in parts("resource")


# ----------------------------------------------------------- what is in the repository


def git(*arguments: str, folder: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *arguments], cwd=folder, env=clean, check=True, capture_output=True)


def tidied(folder: Path) -> tuple[int, str]:
    """Return the exit code and the complaints of ``python -m tests.tidy`` about *folder*."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    clean["GIT_CEILING_DIRECTORIES"] = str(folder.parent)
    done = subprocess.run(
        [sys.executable, "-m", "tests.tidy", str(folder)],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_a_large_file_and_a_stray_name_in_the_root_are_refused(tmp_path: Path) -> None:
    git("init", "--quiet", folder=tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("basra\n")
    (tmp_path / "docs" / "large.txt").write_text("x" * LARGEST)
    (tmp_path / "notes.txt").write_text("not tracked\n")
    git("add", "README.md", "docs", folder=tmp_path)
    assert tidied(tmp_path) == (0, "")
    (tmp_path / "docs" / "large.txt").write_text("x" * (LARGEST + 1))
    git("add", "notes.txt", folder=tmp_path)
    code, complaints = tidied(tmp_path)
    assert code == 1
    assert complaints.splitlines() == [
        "'notes.txt' is not among the names in the root: put it in a folder, or ignore it",
        "'docs/large.txt' has 500,001 bytes; a file in the repository has 500,000 at most",
    ]


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_without_a_repository_nothing_is_refused_and_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no repository\n")
    code, complaints = tidied(tmp_path)
    assert code == 0
    assert complaints.startswith(
        "Which files are in the repository is not checked: fatal: not a git"
    )
