"""The help of each screen: what it is, its keys, what its colours and marks mean.

Law of this file: pure; keys come from the one table of keys, marks from the look that is shown.
"""

from __future__ import annotations

from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.pages import TextLine
from basra.tui.themes import MONO, Theme

ABOUT = {
    keymap.TITLE: "The menu. Choose an entry and press Enter.",
    keymap.TABLE: "The table. Each turn lays exactly one card; it takes what it can.",
    keymap.CURTAIN: "Two people share this keyboard; the curtain hides both hands.",
    keymap.TALLY: "The points of the round that is over.",
    keymap.OVER: "The match is over.",
    keymap.MENU: "Choose an entry and press Enter.",
    keymap.SETTINGS: "The settings. A change takes effect at once and is kept.",
    keymap.RECORDS: "Every match that is kept, those that wait first, then the newest. A "
    "star beside the points: somebody had help.",
    keymap.REPLAY: "A match that was played, with both hands open. The card that was laid "
    "lies with the floor, and what it took is marked.",
    keymap.TRY: "The table before a play, as its player saw it. Choose a play, and the coach "
    "answers.",
    keymap.STATISTICS: "What your matches come to; those with help are counted apart.",
    keymap.NEW: "A new game. Choose who plays and by which rules, then Start.",
}
GAME = (
    "Lay a card: it takes cards of its rank, and cards that add up to it.",
    "So an 8 takes another 8, and a 5 with a 3; an ace counts 1.",
    "A jack takes the whole floor, and as a rule so does the 7♦.",
    "Clear the floor with any other card: a basra, which is worth points.",
    "When the pack is used up, whoever took most cards gets points too.",
)
AT_THE_TABLE = (
    "Letters work in both cases, but for U. Digits work from Arabic keyboards and from the "
    "French digit row too.",
    "The mouse: point at a card to see what it takes, click it to choose it, click it again to "
    "lay it; the key bar can be clicked.",
)
IN_FORMS = (
    "Where a line is written in, every key is text; Enter keeps it, Esc leaves it as it was.",
    "The mouse: click a line to choose it, click it again for the next value.",
)
COLOURS = {MONO: ("filled", "filled", "filled"), "sixteen": ("green", "cyan", "yellow")}
"""What cards that are taken, cards of the other player and a chosen card look like."""
PINK = ("green", "pink", "yellow")


def help_lines(screen: str, theme: Theme) -> tuple[TextLine, ...]:
    """Return the help of *screen*: what it is, the game in short, its keys, its marks."""
    game = screen in (keymap.TITLE, keymap.TABLE)
    lines = [*(TextLine(_(line)) for line in GAME), TextLine("")] if game else []
    lines += [TextLine(_(ABOUT.get(screen, ""))), TextLine("")]
    lines += [
        TextLine(_(key.label), key=_(key.shown)) for key in keymap.of_screen(screen) if key.shown
    ]
    if game:
        lines += [TextLine(""), TextLine(_("Colours and marks"), "strong"), *_marks(theme)]
    more = IN_FORMS if screen in (keymap.SETTINGS, keymap.NEW) else AT_THE_TABLE if game else ()
    if more:
        lines += [TextLine(""), *(TextLine(_(words), "dim") for words in more)]
    return tuple(lines)


def _marks(theme: Theme) -> tuple[TextLine, ...]:
    """Return what is to be seen of a card in *theme*, and what it means."""
    takes, theirs, chosen = map(_, COLOURS.get(theme.name, PINK))
    marks = (
        (f"✓ {takes}", _("the chosen card will take it")),
        (f"• {theirs}", _("the other player’s card, laid just now")),
        (f"✓ {theirs}", _("the other player’s card is taking it")),
        (
            f"> < {chosen}" if theme.brackets_selection else chosen,
            _("the card you have chosen, raised"),
        ),
        ("★", _("a basra")),
    )
    suits = ("♠ ♥ ♦ ♣", _("spades, hearts, diamonds, clubs"))
    return tuple(
        TextLine(words, key=mark) for mark, words in (*marks, *([suits] if theme.fallbacks else ()))
    )
