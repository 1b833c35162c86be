"""The scene: everything that the table shows, and where its parts are in a window.

Of the two hands a scene holds only that of its view, and one that was put into it open, so no
painter can show a hidden card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from basra.engine.cards import Cards
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.state import View
from basra.messages.names import Names
from basra.tui import registry
from basra.tui.painting.cards import FLAT, LARGE, MEDIUM, SMALL, TOKEN, CardSize
from basra.tui.painting.key_bar import MIN_SIZE

Prompt: TypeAlias = tuple[str, str]
"""A sentence and the name of its style."""
Marks: TypeAlias = Mapping[int, tuple[str, str]]
"""The symbol of a play and the name of its style, by the number of the play from 1."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the table shows."""

    view: View
    names: Names
    scores: tuple[int, int]
    """Of the match, before this round."""
    selected: Play | None = None
    """The play that Enter would make."""
    capture_number: tuple[int, int] = (1, 1)
    """Which of how many plays of the selected card that is."""
    outcome: PlayOutcome | None = None
    """The play that is being shown; `view` is the table before it."""
    highlights_capture: bool = True
    """Whether what it takes is highlighted; a flash goes without for a moment."""
    waits_for_key: bool = False
    """Whether a key ends it."""
    banner: str = ""
    """What is announced over the floor."""
    why_not: str = ""
    """Why the selected play is illegal, if it is."""
    by_rank: bool = False
    """Whether the floor is sorted by rank."""
    shows_memory: bool = False
    """Whether the ranks that are still out are shown."""
    log_offset: int = 0
    """How many plays at the end of the log are scrolled out of sight."""
    is_covered: bool = False
    """Whether the hand is face down, because anybody may be looking."""
    note: str = ""
    """The answer to the last key, if there is one."""
    thinking: str = ""
    """Who is thinking, if it takes a while."""
    hint: tuple[str, str] | None = None
    """The coach's hint, and how to get more."""
    by_computer: bool = False
    """Whether a computer plays the hand in view."""
    is_demo: bool = False
    """Whether it does so in the place of a person."""
    open_hand: Cards | None = None
    """The cards of the other hand, in a replay."""
    screen: str = registry.TABLE
    """The screen whose keys are in the key bar."""
    progress: str = ""
    """How far a replayed match has come."""
    marks: Marks = field(default_factory=dict)
    prompts: tuple[Prompt, Prompt] | None = None
    """The two sentences under the hand, where they are not those of a match being played."""

    def during_play(
        self,
        view: View | None = None,
        outcome: PlayOutcome | None = None,
        *,
        highlights_capture: bool = True,
        waits_for_key: bool = False,
        banner: str = "",
    ) -> Scene:
        """Return the scene while a play is shown: *view* is the table before it."""
        return replace(
            self,
            view=self.view if view is None else view,
            selected=None,
            why_not="",
            outcome=outcome,
            highlights_capture=highlights_capture,
            waits_for_key=waits_for_key,
            banner=banner,
            note="",
            hint=None,
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the table are in a window."""

    width: int
    height: int
    main_columns: int
    """Columns of the table itself; the rest is the side panel."""
    card_backs: CardSize
    floor_cards: CardSize
    """The largest size of the cards on the floor."""
    hand_cards: tuple[CardSize, ...]
    """Sizes of the cards in the hand, the best first."""

    @property
    def has_side(self) -> bool:
        """Whether there is a side panel; without one the rules across the table say more."""
        return self.main_columns < self.width

    @property
    def floor_top(self) -> int:
        """The first row of the floor, under its rule."""
        return 2 + self.card_backs.height

    @property
    def hand_top(self) -> int:
        """The row of a raised card, under the rule of the hand."""
        return self.height - 5 - self.hand_cards[0].height

    @property
    def floor_rows(self) -> int:
        """The rows of the floor."""
        return self.hand_top - 1 - self.floor_top


def layout_for(width: int, height: int) -> Layout | None:
    """Return the layout for a window, or ``None`` if it is too small."""
    if width >= 100 and height >= 32:
        return Layout(width, height, width - 31, MEDIUM, MEDIUM, (LARGE, MEDIUM, SMALL))
    if width >= 72 and height >= 22:
        return Layout(width, height, width - 27, SMALL, SMALL, (MEDIUM, SMALL))
    if width >= MIN_SIZE[0] and height >= MIN_SIZE[1]:
        return Layout(width, height, width, TOKEN, SMALL, (FLAT, SMALL))
    return None
