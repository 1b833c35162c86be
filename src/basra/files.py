"""Files: the player's folders, the settings file, atomic writes, names that are free.

A settings file that cannot be used is renamed, its bytes untouched; one with wrong values is copied
before it is written.  Whatever goes wrong is reported in a sentence and never ends the game.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import platformdirs

from basra.i18n import _
from basra.match.settings import Settings, SettingsError

OLD = 60.0
"""Seconds after which a temporary file belongs to no program that is still running."""
SETTINGS_NAME = "settings.toml"
_MAX_SIZE = 64 * 1024
NO_FOLDER = "there is no home folder"

FolderKind: TypeAlias = Literal["config", "data", "state"]
"""What a folder is for: settings, matches, or reports of crashes."""
_XDG_DEFAULTS = {"config": ".config", "data": ".local/share", "state": ".local/state"}


def user_folder(environment: Mapping[str, str], kind: FolderKind = "config") -> Path | None:
    """Return the folder for files of one *kind*, or ``None`` where the system knows of none.

    `BASRA_CONFIG_DIR`, `BASRA_DATA_DIR` or `BASRA_STATE_DIR` names it; else it is `basra` in
    `XDG_CONFIG_HOME` and the like, where that is an absolute path, or in the system's own
    folder for such files.
    """
    if own := environment.get(f"BASRA_{kind.upper()}_DIR", "").strip():
        return Path(own).absolute()
    xdg = environment.get(f"XDG_{kind.upper()}_HOME", "").strip()
    if xdg and os.path.isabs(xdg):
        return Path(xdg) / "basra"
    if xdg:  # a relative path depends on the working directory
        path = Path(os.path.expanduser(f"~/{_XDG_DEFAULTS[kind]}/basra"))
    else:
        system_folder = {
            "config": platformdirs.user_config_path,
            "data": platformdirs.user_data_path,
            "state": platformdirs.user_state_path,
        }
        try:
            path = system_folder[kind]("basra", appauthor=False)
        except RuntimeError:  # somebody without a home
            return None
    return path if path.is_absolute() else None


def write_problem(folder: Path | None) -> str:
    """Return why nothing can be written in *folder*, or ``""``; it need not exist yet."""
    if folder is None:
        return NO_FOLDER
    for path in (folder, *folder.parents):
        try:
            kind = path.stat().st_mode
        except FileNotFoundError:
            continue
        except OSError as error:
            return _error_reason(error)
        if not stat.S_ISDIR(kind):
            return f"{printable_path(path)} is no folder"
        if not os.access(path, os.W_OK | os.X_OK):
            return f"{printable_path(path)} cannot be written"
        return ""
    return "there is no such place"


class SettingsFile:
    """The settings file in a folder; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        """Keep the settings in *folder*, which need not exist yet."""
        self.path = None if folder is None else folder / SETTINGS_NAME
        self._save_problem = "" if folder else NO_FOLDER
        self._is_reported = False
        self._has_faults = False
        """Whether the file has values that could not be used."""

    def load(self) -> tuple[Settings, str | None]:
        """Return the settings in the file, and a message about them for the player, if any.

        A value that cannot be used becomes its default and the file stays as it is.  Where none of
        it can be used these are the defaults, and the file is renamed.  Where nothing can be saved,
        the message says so now, before the player counts on it.
        """
        if self.path is not None:
            remove_stale(Path(os.path.realpath(self.path)).parent, ".settings-*.tmp")
        settings, faults, problem = self._inspect()
        if problem:
            assert self.path is not None
            return settings, self._set_aside(self.path, problem)
        self._has_faults = bool(faults)
        if not self._save_problem and self.path is not None:
            self._save_problem = write_problem(self.path.parent)
        if faults:
            return settings, _describe_faults(faults)
        return settings, self._report_once(_(self._save_problem)) if self._save_problem else None

    def peek(self) -> tuple[Settings, str]:
        """Return the settings in the file and what is wrong with it; change nothing."""
        settings, faults, problem = self._inspect()
        return settings, problem or "; ".join(faults)

    def _inspect(self) -> tuple[Settings, tuple[str, ...], str]:
        """Return the settings, what is wrong with single values, and why none can be used."""
        if self.path is None or not os.path.lexists(self.path):
            return Settings(), (), ""
        try:
            return *Settings.salvage(_read_text(self.path)), ""
        except (OSError, UnicodeError, SettingsError) as error:
            return Settings(), (), _error_reason(error)

    def save(self, settings: Settings) -> str | None:
        """Save *settings*; the first time that fails, return a message for the player."""
        if not self._save_problem:
            try:
                assert self.path is not None
                text = self._text_with(self.path, settings)
                if self._has_faults:
                    self._keep_copy(self.path)
                _replace_file(Path(os.path.realpath(self.path)), text.encode("utf-8"))
            except OSError as error:
                return self._report_once(_error_reason(error))
            return None
        return self._report_once(_(self._save_problem))

    def _report_once(self, reason: str) -> str | None:
        if self._is_reported:
            return None
        self._is_reported = True
        return _("settings are not kept: {why}").format(why=reason)

    def _text_with(self, path: Path, settings: Settings) -> str:
        """Return the text of the file with *settings* in it, all new where it cannot be edited."""
        if not path.exists():
            return str(settings)
        try:
            return settings.edit_text(_read_text(path))
        except (OSError, UnicodeError, SettingsError):
            self._has_faults = True
            return str(settings)

    def _keep_copy(self, path: Path) -> None:
        """Copy a file with faults, which is about to be written."""
        if os.path.lexists(path):
            _replace_file(free_name(path, "broken"), path.read_bytes())
        self._has_faults = False

    def _set_aside(self, path: Path, reason: str) -> str:
        """Rename a file that cannot be used; return a message about it."""
        aside = free_name(path, "broken")
        try:
            path.rename(aside)
        except OSError as error:
            self._save_problem, self._is_reported = _error_reason(error), True
            return f"settings are not read and not kept: {printable_path(path)}: {reason}"
        return f"settings not read, their file is now {printable_path(aside)}: {reason}"


def _describe_faults(problems: tuple[str, ...]) -> str:
    """Return a message about values that cannot be used."""
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"in {SETTINGS_NAME}, {problems[0]}{more}; the usual holds, and all the rest as written"


def _read_text(path: Path) -> str:
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
        raise SettingsError("no ordinary file")
    with path.open("rb") as file:
        content = file.read(_MAX_SIZE + 1)
    if len(content) > _MAX_SIZE:
        raise SettingsError("far too long")
    text = content.decode("utf-8-sig")
    if not text.strip():
        raise SettingsError("the file is empty")
    return text


def _replace_file(path: Path, content: bytes) -> None:
    """Replace a file atomically, making its folder where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _temporary_file(path, content, ".settings-") as temporary:
        os.replace(temporary, path)


def write_atomically(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file as a whole or not at all; raise `OSError` where that cannot be done.

    An existing file is a `FileExistsError`, unless *replace* is true.
    """
    if os.path.lexists(path) and not (replace and path.is_file()):
        raise FileExistsError(errno.EEXIST, "there is something of that name", str(path))
    path = Path(os.path.realpath(path))
    with _temporary_file(path, content, ".basra-", mode=0o666) as temporary:
        if replace:
            with contextlib.suppress(OSError):
                temporary.chmod(stat.S_IMODE(path.stat().st_mode))
            os.replace(temporary, path)
            return
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        except OSError:  # no links on this file system
            os.rename(temporary, path)


@contextlib.contextmanager
def _temporary_file(path: Path, content: bytes, prefix: str, mode: int = 0o600) -> Iterator[Path]:
    """Give the path of a new file beside *path* with this *content*, and remove it afterwards.

    The umask applies to *mode*.
    """
    temporary = path.with_name(f"{prefix}{os.urandom(8).hex()}.tmp")
    try:
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _error_reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return reason(error)
    if isinstance(error, UnicodeError):
        return "it is not UTF-8 text"
    return str(error)


# ------------------------------------------------------------ of any file


def printable_path(path: Path) -> str:
    """Return *path* as it may be written to a terminal, whatever is in it."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def reason(error: Exception) -> str:
    """Return why the system refuses something, in a few words.

    >>> reason(OSError(28, "No space left on device")), reason(ValueError("Embedded null byte"))
    ('no space left on device', 'embedded null byte')
    """
    return (getattr(error, "strerror", None) or str(error)).lower()


def free_name(path: Path, what: str, besides: Iterable[str] = ("",)) -> Path:
    """Return a path beside *path* that does not exist, not even with a suffix of *besides*.

    Its name says *what* the file is, and has a number.
    """
    besides = tuple(besides)
    return next(
        name
        for number in range(1, 1 << 20)
        for name in [path.with_name(f"{path.stem}-{what}-{number}{path.suffix}")]
        if not any(os.path.lexists(f"{name}{beside}") for beside in besides)
    )


def remove_stale(folder: Path, pattern: str) -> None:
    """Remove what matches *pattern* in *folder* and was left by programs that were killed."""
    for name in folder.glob(pattern):
        with contextlib.suppress(OSError):
            if time.time() - name.lstat().st_mtime <= OLD:
                continue
            if stat.S_ISDIR(name.lstat().st_mode):
                shutil.rmtree(name, ignore_errors=True)
            else:
                name.unlink()
