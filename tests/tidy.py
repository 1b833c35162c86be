"""Name what does not belong in the repository: ``python -m tests.tidy [FOLDER]``, in `make lint`.

A large file stays in every clone for ever, and the names in the root are the first page that a
reader sees.  Only what git tracks is looked at; without git there is nothing to say.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

LARGEST = 500_000
"""The bytes that a file may have at most."""
IN_THE_ROOT = frozenset(
    {
        ".ci",
        ".gitattributes",
        ".gitignore",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "README.md",
        "bench",
        "docs",
        "noxfile.py",
        "pyproject.toml",
        "src",
        "tests",
    }
)


def tracked(folder: Path) -> list[str]:
    """Return the paths that git tracks in *folder*; raise `OSError` where it cannot say."""
    done = subprocess.run(
        ["git", "-C", str(folder), "ls-files", "-z"], capture_output=True, check=False
    )
    if done.returncode:
        raise OSError(done.stderr.decode(errors="replace").partition("\n")[0])
    return [path for path in done.stdout.decode(errors="surrogateescape").split("\0") if path]


def faults(folder: Path, paths: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the tracked *paths* of *folder*, a sentence each."""
    for name in sorted({path.partition("/")[0] for path in paths} - IN_THE_ROOT):
        yield f"{name!r} is not among the names in the root: put it in a folder, or ignore it"
    for path in paths:
        file = folder / path
        if file.is_file() and not file.is_symlink() and (size := file.stat().st_size) > LARGEST:
            yield f"{path!r} has {size:,} bytes; a file in the repository has {LARGEST:,} at most"


def main(arguments: Sequence[str]) -> int:
    """Print what does not belong; return 1 where there is any."""
    folder = Path(arguments[0] if arguments else ".")
    try:
        paths = tracked(folder)
    except OSError as error:
        sys.stderr.write(f"Which files are in the repository is not checked: {error}\n")
        return 0
    problems = list(faults(folder, paths))
    sys.stderr.writelines(f"{line}\n" for line in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
