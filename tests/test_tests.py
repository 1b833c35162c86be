"""The tests themselves: each has a name of its own."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parent


def files_by_test() -> dict[str, list[str]]:
    """Return the files in which there is a test of each name, once for every such test."""
    files = defaultdict(list)
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
                "test_"
            ):
                files[node.name].append(path.relative_to(TESTS).as_posix())
    return files


def test_no_two_tests_have_the_same_name() -> None:
    files = files_by_test()
    assert "test_no_two_tests_have_the_same_name" in files
    assert {name: where for name, where in files.items() if len(where) > 1} == {}
