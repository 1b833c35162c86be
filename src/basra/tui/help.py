"""The help of each screen: what it is, its keys, what its colours and marks mean.

Keys come from the key map, marks from the theme that is shown.
"""

from __future__ import annotations

from basra.i18n import _
from basra.tui import keymap, registry
from basra.tui.painting.pages import TextLine
from basra.tui.themes import MONO, Theme

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
    row = registry.row_of(screen)
    game = screen in (registry.TITLE, registry.TABLE)
    lines = [*(TextLine(_(line)) for line in GAME), TextLine("")] if game else []
    lines += [TextLine(_(row.about)), TextLine("")]
    lines += [
        TextLine(_(key.label), key=_(key.shown)) for key in keymap.of_screen(screen) if key.shown
    ]
    if game:
        lines += [TextLine(""), TextLine(_("Colours and marks"), "strong"), *_marks(theme)]
    more = IN_FORMS if registry.FORMS in row.keys else AT_THE_TABLE if game else ()
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
