"""Where files are kept, and the file of the settings.

Law of this file: it alone reads and writes settings on the disk.  A file that cannot be used is
set aside, its bytes untouched, and of one with wrong values a copy is kept before it is written;
what goes wrong is told in a sentence and never ends the game.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import platformdirs

from basra.disk import free_name, printable_path, reason, remove_stale
from basra.i18n import _
from basra.match.settings import Settings, SettingsError

NAME = "settings.toml"
_LONGEST = 64 * 1024
NO_FOLDER = "there is no home folder"

Kind: TypeAlias = Literal["config", "data", "state"]
"""What a folder is for: settings, matches, or reports of crashes."""
_AT_HOME = {"config": ".config", "data": ".local/share", "state": ".local/state"}


def folder(environment: Mapping[str, str], kind: Kind = "config") -> Path | None:
    """Return the folder for files of one *kind*, or ``None`` where the system knows of none.

    `BASRA_CONFIG_DIR`, `BASRA_DATA_DIR` or `BASRA_STATE_DIR` names it; else it is `basra` in
    `XDG_CONFIG_HOME` and the like, where that is an absolute path, or in the place that the
    system has for such files.
    """
    if own := environment.get(f"BASRA_{kind.upper()}_DIR", "").strip():
        return Path(own).absolute()
    xdg = environment.get(f"XDG_{kind.upper()}_HOME", "").strip()
    if xdg and os.path.isabs(xdg):
        return Path(xdg) / "basra"
    if xdg:  # a path that depends on where one stands is no place to keep anything
        found = Path(os.path.expanduser(f"~/{_AT_HOME[kind]}/basra"))
    else:
        place = {
            "config": platformdirs.user_config_path,
            "data": platformdirs.user_data_path,
            "state": platformdirs.user_state_path,
        }
        try:
            found = place[kind]("basra", appauthor=False)
        except RuntimeError:  # somebody without a home
            return None
    return found if found.is_absolute() else None


def hindrance(folder: Path | None) -> str:
    """Return why nothing can be kept in *folder*, or nothing; it need not exist yet."""
    if folder is None:
        return NO_FOLDER
    for path in (folder, *folder.parents):
        try:
            kind = path.stat().st_mode
        except FileNotFoundError:
            continue
        except OSError as error:
            return _reason(error)
        if not stat.S_ISDIR(kind):
            return f"{printable_path(path)} is no folder"
        if not os.access(path, os.W_OK | os.X_OK):
            return f"{printable_path(path)} cannot be written"
        return ""
    return "there is no such place"


class Store:
    """The settings file in a folder; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        """Keep the settings in *folder*, which need not exist yet."""
        self.path = None if folder is None else folder / NAME
        self._refused = "" if folder else NO_FOLDER
        self._told = False
        self._has_faults = False
        """Whether the file has values that could not be used."""

    def load(self) -> tuple[Settings, str | None]:
        """Return the settings as they were kept, and what is to be told about them.

        A value that cannot be used is left out and the file stays as it is.  Where all of it cannot
        be used these are the defaults, and the file gets another name.  Where nothing can be kept,
        that is told now, before the player counts on it.
        """
        if self.path is not None:
            remove_stale(Path(os.path.realpath(self.path)).parent, ".settings-*.tmp")
        settings, faults, problem = self._peeked()
        if problem:
            assert self.path is not None
            return settings, self._set_aside(self.path, problem)
        self._has_faults = bool(faults)
        if not self._refused and self.path is not None:
            self._refused = hindrance(self.path.parent)
        if faults:
            return settings, _faults(faults)
        return settings, self._tell(_(self._refused)) if self._refused else None

    def peek(self) -> tuple[Settings, str]:
        """Return the settings as they were kept, and what is wrong with them; change nothing."""
        settings, faults, problem = self._peeked()
        return settings, problem or "; ".join(faults)

    def _peeked(self) -> tuple[Settings, tuple[str, ...], str]:
        """Return the settings, the values that cannot be used, and why nothing can be."""
        if self.path is None or not os.path.lexists(self.path):
            return Settings(), (), ""
        try:
            return *Settings.salvaged(_read(self.path)), ""
        except (OSError, UnicodeError, SettingsError) as error:
            return Settings(), (), _reason(error)

    def save(self, settings: Settings) -> str | None:
        """Keep *settings*; return what is to be told if they are not, and that only once."""
        if not self._refused:
            try:
                assert self.path is not None
                if self._has_faults:
                    self._copy(self.path)
                _replace(Path(os.path.realpath(self.path)), str(settings).encode("utf-8"))
            except OSError as error:
                return self._tell(_reason(error))
            return None
        return self._tell(_(self._refused))

    def _tell(self, reason: str) -> str | None:
        if self._told:
            return None
        self._told = True
        return _("settings are not kept: {why}").format(why=reason)

    def _copy(self, path: Path) -> None:
        """Keep a copy of a file with faults, which is about to be written."""
        if os.path.lexists(path):
            _replace(free_name(path, "broken"), path.read_bytes())
        self._has_faults = False

    def _set_aside(self, path: Path, reason: str) -> str:
        aside = free_name(path, "broken")
        try:
            path.rename(aside)
        except OSError as error:
            self._refused, self._told = _reason(error), True
            return f"settings are not read and not kept: {printable_path(path)}: {reason}"
        return f"settings not read, their file is now {printable_path(aside)}: {reason}"


def _faults(problems: tuple[str, ...]) -> str:
    """Return in a sentence what could not be used, and what holds in its place."""
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"in {NAME}, {problems[0]}{more}; the usual holds, and all the rest as written"


def _read(path: Path) -> str:
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
        raise SettingsError("no ordinary file")
    with path.open("rb") as file:
        content = file.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise SettingsError("far too long")
    text = content.decode("utf-8-sig")
    if not text.strip():
        raise SettingsError("the file is empty")
    return text


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that there is always the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _written(path, content, ".settings-") as temporary:
        os.replace(temporary, path)


def write_whole(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file that is there whole or not at all; raise `OSError` where that cannot be done.

    One that is there already stays, which is a `FileExistsError`, unless it is to be replaced.
    """
    if os.path.lexists(path) and not (replace and path.is_file()):
        raise FileExistsError(errno.EEXIST, "there is something of that name", str(path))
    path = Path(os.path.realpath(path))
    with _written(path, content, ".basra-", mode=0o666) as temporary:
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
def _written(path: Path, content: bytes, prefix: str, mode: int = 0o600) -> Iterator[Path]:
    """The path of a file beside *path* with its *content*; it is gone afterwards.

    Of the *mode* the umask takes away what it takes.
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


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return reason(error)
    if isinstance(error, UnicodeError):
        return "it is not UTF-8 text"
    return str(error)
