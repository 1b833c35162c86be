"""Running commands inside the test."""

from __future__ import annotations

import pytest

from basra.cli.main import main


def invoke(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of `basra` with *words*."""
    try:
        code = main(words)
    except SystemExit as stop:  # argparse leaves this way
        code = stop.code if isinstance(stop.code, int) else 1
    captured = capsys.readouterr()
    return code, captured.out, captured.err
