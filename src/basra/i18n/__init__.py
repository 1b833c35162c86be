"""The language in which everything is said.

Law of this file: words are translated here and nowhere else.  English stands in the code itself and
costs nothing; another language is read from its catalogue in `locale` when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH, ARABIC = LANGUAGES = ("en", "ar")
"""The languages, by the names that the settings give them."""
RIGHT_TO_LEFT = frozenset({ARABIC})

_language = ENGLISH
_catalogue: NullTranslations | None = None


def use(language: str) -> None:
    """Let everything be said in *language* from now on."""
    global _language, _catalogue
    if language == _language:
        return
    _language, _catalogue = language, None
    if language != ENGLISH:
        from gettext import translation
        from pathlib import Path

        folder = Path(__file__).parent / "locale"
        _catalogue = translation("basra", folder, [language], fallback=True)


def in_force() -> str:
    """Return the language in which everything is said now."""
    return _language


def _(message: str) -> str:
    """Return *message* in the language in force; in English where it has no other words.

    >>> _("Settings"), _("")
    ('Settings', '')
    """
    return message if _catalogue is None or not message else _catalogue.gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the words for so many of a thing in the language in force, the number not put in.

    >>> ngettext("{n} card", "{n} cards", 2).format(n=2)
    '2 cards'
    """
    if _catalogue is None:
        return one if number == 1 else many
    return _catalogue.ngettext(one, many, number)
