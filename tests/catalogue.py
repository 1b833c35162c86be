"""The catalogues of every language: ``python -m tests.catalogue`` brings them up to date.

Messages come from the calls in the code, and from the tables whose texts are translated where they
are shown.  A message without a translation is in the catalogue with none; unused ones are removed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from basra import ai
from basra.ai import coach
from basra.engine import scoring
from basra.files import NO_FOLDER
from basra.history import statistics_tables
from basra.i18n import ARABIC, ENGLISH, LANGUAGES
from basra.match import game_options, log
from basra.match.settings import CHOICES
from basra.messages import description, names, phrases, plays, scores
from basra.tui import help, keymap, registry, review_marks
from basra.tui.painting import rulebook_pages
from basra.tui.screens import coach as coach_screen
from basra.tui.screens import menu, new_game, settings, title

CODE = Path(keymap.__file__).parents[1]
OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH)
Msgid = str | tuple[str, str]
"""A message as it stands in the code; one with a number as one and as many."""


def path_of(language: str, suffix: str = ".po") -> Path:
    """Return the catalogue of a language, for people or, as ``.mo``, for the program."""
    return CODE / "i18n" / "locale" / language / "LC_MESSAGES" / f"basra{suffix}"


def messages_in_calls() -> Iterator[Msgid]:
    """Yield the messages in the calls of the code."""
    keywords = {"_": None, "ngettext": (1, 2)}
    for _name, _line, message, *_rest in extract_from_dir(str(CODE), keywords=keywords):
        yield message if isinstance(message, str) else (message[0], message[1])


def messages_in_tables() -> Iterator[Msgid]:
    """Yield the texts of tables, which are translated where they are shown."""
    for key in keymap.KEYS:
        yield from (key.label, key.bar[1] if key.bar else "")
        yield from [key.shown] if re.search(" to |[(]", key.shown) else []
    for row in registry.SCREENS:
        yield from (row.title, row.about)
        yield from (words for entry in row.menu for words in (entry.label, entry.detail))
    yield from (item.label for item in menu.MORE)
    for name, label in settings.LABELS.items():
        yield label
        yield from settings.HINTS[name].values()
        yield from (settings.VALUE_LABELS.get(value, value) for value in CHOICES[name])
    yield from (line for lines in plays.OUTCOMES.values() for line in lines)
    yield from (*names.GIVEN, *description.RANKS.values(), *description.SUITS.values())
    yield from phrases.COUNTED.values()
    yield from (*help.GAME, *help.AT_THE_TABLE, *help.IN_FORMS, *help.PINK)
    yield from (theme for themes in help.COLOURS.values() for theme in themes)
    yield from (scores.SOURCE.get(source, source) for source in scoring.SOURCES)
    yield from log.ASSISTS
    yield from (*new_game.WHO.values(), *new_game.WHO_HINTS.values())
    yield from (new_game.SEED_HINT, new_game.NAME_HINT)
    yield from (f"It {bot.character}." for bot in ai.bots().values())
    yield from (
        *game_options.RULES_ORIGINS.values(),
        game_options.HOUSE_RULES,
        rulebook_pages.HOW,
        rulebook_pages.ONLY_ENGLISH,
        NO_FOLDER,
    )
    yield from (*coach.LEAVES, *coach.WOULD_LEAVE, *coach.RANKS.values(), coach_screen.MORE)
    yield from (
        *statistics_tables.HEADS,
        *statistics_tables.HEADINGS,
        statistics_tables.LEGEND,
        log.ABANDONED,
    )
    yield from review_marks.SYMBOLS
    yield title.WELCOME


def messages() -> set[Msgid]:
    """Return every message that may be shown."""
    same = re.compile(r"[\W\d]*")  # what has no letter is said alike in every language
    texts = {
        one for one in messages_in_tables() if not isinstance(one, str) or not same.fullmatch(one)
    }
    return {*messages_in_calls(), *texts} - {settings.VALUE_LABELS[ARABIC]}


def read(language: str) -> Catalog:
    """Return the catalogue of a language as it is kept."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain="basra")


def updated(language: str, old: Catalog) -> Catalog:
    """Return the catalogue with exactly the messages that may be shown, translated as in *old*."""
    new = Catalog(language, domain="basra", header_comment="", fuzzy=False)
    for one in sorted(messages(), key=lambda one: one if isinstance(one, str) else one[0]):
        known = old.get(one if isinstance(one, str) else one[0])
        fits = known is not None and isinstance(known.string, str) == isinstance(one, str)
        string = known.string if known is not None and fits else None
        new.add(one, string)
    return new


def as_text(catalogue: Catalog) -> str:
    """Return a catalogue as the text of its file."""
    plurals = f"nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};"
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {plurals}\\n"\n\n'
    )
    output = io.BytesIO()
    write_po(output, catalogue, width=0, omit_header=True, no_location=True)
    return head + output.getvalue().decode("utf-8").strip() + "\n"


def compiled(text: str, language: str) -> bytes:
    """Return the text of a catalogue as the program reads it: without what is not translated."""
    output = io.BytesIO()
    catalogue = read_po(io.BytesIO(text.encode("utf-8")), locale=language, domain="basra")
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    write_mo(output, catalogue)
    return output.getvalue()


def translations_in(content: bytes) -> dict[str, tuple[str, ...]]:
    """Return the translations in a compiled catalogue, by their messages."""
    return {
        str(message.id): translations_of(message)
        for message in read_mo(io.BytesIO(content))
        if message.id
    }


def translations_of(message: Message) -> tuple[str, ...]:
    """Return the translations of a message: one, or one for each sort of number."""
    found = message.string or ""
    return (found,) if isinstance(found, str) else tuple(found)


def placeholders(text: str) -> set[str]:
    """Return the names of what is put into *text*."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def main() -> None:
    """Bring every catalogue up to date."""
    for language in OTHERS:
        path = path_of(language)
        old = read(language) if path.exists() else Catalog(language)
        text = as_text(updated(language, old))
        path.write_text(text, encoding="utf-8", newline="\n")
        path_of(language, ".mo").write_bytes(compiled(text, language))


if __name__ == "__main__":
    main()
