"""Translation by gettext, and the current language.

English is in the code itself and costs nothing; the catalogue of another language is read from
`locale` when the language is first set.
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


def set_language(language: str) -> None:
    """Translate into *language* from now on."""
    global _language, _catalogue
    if language == _language:
        return
    _language, _catalogue = language, None
    if language != ENGLISH:
        from gettext import translation
        from pathlib import Path

        folder = Path(__file__).parent / "locale"
        _catalogue = translation("basra", folder, [language], fallback=True)


def current_language() -> str:
    """Return the language that messages are translated into."""
    return _language


def _(message: str) -> str:
    """Return *message* in the current language, or as it is where it has no translation.

    >>> _("Settings"), _("")
    ('Settings', '')
    """
    return message if _catalogue is None or not message else _catalogue.gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a message for *number* in the current language, not yet formatted.

    >>> ngettext("{n} card", "{n} cards", 2).format(n=2)
    '2 cards'
    """
    if _catalogue is None:
        return one if number == 1 else many
    return _catalogue.ngettext(one, many, number)
