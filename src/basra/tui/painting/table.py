"""The table, painted: a scene and a size in, a picture out.

Law of this file: pure, and of the two hands it sees only that of the view in the scene, which it
shows only where the scene is not covered, and one that was put open into the scene.  Nothing is
scrolled and no card of the floor is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from basra.engine.cards import Card, Cards
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.views import View
from basra.i18n import _
from basra.messages.card_order import floor_order, slots
from basra.messages.names import Names
from basra.tui import keymap
from basra.tui.painting import panels
from basra.tui.painting.bars import LEAST, OF_A_HAND, paint_bar
from basra.tui.painting.canvas import Canvas, Picture
from basra.tui.painting.cards import paint_back, paint_card
from basra.tui.painting.floor import FLAT, LARGE, MIDDLE, SMALL, TOKEN, Shape, arrange
from basra.tui.review_marks import Marks
from basra.tui.themes import Face, Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the table shows."""

    view: View
    names: Names
    scores: tuple[int, int]
    """Of the match, before this round."""
    chosen: Play | None = None
    """The play that Enter would make."""
    capture_number: tuple[int, int] = (1, 1)
    """Which of how many plays of the chosen card that is."""
    laying: PlayOutcome | None = None
    """The play that the seat on turn is making; `view` is the table before it."""
    marked: bool = True
    """Whether what is being taken is marked; a flash goes without for a moment."""
    waits: bool = False
    """Whether a key is waited for before the play is done."""
    cry: str = ""
    """What is cried out over the floor."""
    missing: str = ""
    """Why the chosen play cannot be made, if it cannot."""
    by_rank: bool = False
    """Whether the floor lies by rank."""
    memory: bool = False
    """Whether it is shown which ranks are still out."""
    log_back: int = 0
    """How many plays of the log were moved out of sight at its end."""
    covered: bool = False
    """Whether the hand is face down, since it is not known who looks."""
    note: str = ""
    """What is to be said about the last key, if anything."""
    thinking: str = ""
    """What says that somebody thinks, where that takes a while."""
    says: tuple[str, str] | None = None
    """What the coach says, and how to hear more."""
    by_computer: bool = False
    """Whether a computer plays the hand that is seen."""
    demo: bool = False
    """Whether it does so in the place of a person."""
    open_hand: Cards | None = None
    """The cards of the other hand, where a match is looked back upon."""
    screen: str = keymap.TABLE
    """The screen whose keys stand in the last row."""
    where: str = ""
    """Where in a match that was played the table is."""
    marks: Marks = field(default_factory=dict)
    """What a review says of plays, by their number in the round, from 1."""
    said: tuple[tuple[str, str], tuple[str, str]] | None = None
    """The two sentences with their tones, where they are not those of a match being played."""

    def showing(
        self,
        view: View | None = None,
        laying: PlayOutcome | None = None,
        *,
        marked: bool = True,
        waits: bool = False,
        cry: str = "",
    ) -> Scene:
        """Return the scene while a play is shown: *view* is the table before it."""
        return replace(
            self,
            view=self.view if view is None else view,
            chosen=None,
            missing="",
            laying=laying,
            marked=marked,
            waits=waits,
            cry=cry,
            note="",
            says=None,
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the table lie in a window."""

    width: int
    height: int
    main: int
    """Columns of the table proper; the rest is the side panel."""
    backs: Shape
    floor: Shape
    """The largest shape of the cards on the floor."""
    hands: tuple[Shape, ...]
    """Shapes of the cards in the hand, the best first."""

    @property
    def has_side(self) -> bool:
        """Whether there is a side panel; without one the lines across the table tell more."""
        return self.main < self.width

    @property
    def floor_top(self) -> int:
        """The first row of the floor, under its rule."""
        return 2 + self.backs.height

    @property
    def hand_top(self) -> int:
        """The row of a raised card, under the rule of the hand."""
        return self.height - 5 - self.hands[0].height

    @property
    def floor_rows(self) -> int:
        """The rows of the floor."""
        return self.hand_top - 1 - self.floor_top


def layout(width: int, height: int) -> Layout | None:
    """Return where the parts lie in a window, or ``None`` where it is too small."""
    if width >= 100 and height >= 32:
        return Layout(width, height, width - 31, MIDDLE, MIDDLE, (LARGE, MIDDLE, SMALL))
    if width >= 72 and height >= 22:
        return Layout(width, height, width - 27, SMALL, SMALL, (MIDDLE, SMALL))
    if width >= LEAST[0] and height >= LEAST[1]:
        return Layout(width, height, width, TOKEN, SMALL, (FLAT, SMALL))
    return None


def paint_table(scene: Scene, width: int, height: int, theme: Theme) -> Picture:
    """Return the picture of *scene* in a window that is large enough."""
    plan = layout(width, height)
    assert plan is not None, "ask for a table only where there is room"
    canvas = Canvas(width, height, theme)
    panels.paint_head(canvas, scene, plan)
    panels.paint_other(canvas, scene, plan)
    panels.paint_rule(canvas, plan.floor_top - 1, plan.main, *panels.floor_rule(scene, plan))
    paint_floor(canvas, scene, plan)
    panels.paint_rule(canvas, plan.hand_top - 1, plan.main, *panels.hand_rule(scene, plan))
    if scene.covered:
        paint_covered(canvas, scene, plan)
    else:
        paint_hand(canvas, scene, plan)
    if scene.memory and not scene.covered:
        panels.paint_memory(canvas, scene, plan)
    panels.paint_sentences(canvas, scene, plan)
    looks_on = scene.screen == keymap.TABLE and scene.by_computer and not scene.demo
    digits = f"1-{scene.view.rules.hand_size}"
    paint_bar(canvas, scene.screen, digits, without=OF_A_HAND if looks_on else frozenset())
    if plan.has_side:
        panels.paint_side(canvas, scene, plan)
    return canvas.picture()


def faces(scene: Scene) -> Mapping[Card, Face]:
    """Return how the marked cards of the floor are painted; all others are plain."""
    marked: dict[Card, Face] = {}
    outcomes = scene.view.outcomes
    if scene.laying is not None:
        theirs = scene.laying.seat is not scene.view.seat
        takes = Face.THEIRS if theirs else Face.TAKES
        marked = dict.fromkeys(scene.laying.taken if scene.marked else (), takes)
        marked[scene.laying.card] = Face.JUST if theirs else Face.CHOSEN
        return marked
    if outcomes and not scene.view.is_over:
        last = outcomes[-1]
        if last.seat is not scene.view.seat and not last.taken:
            marked[last.card] = Face.JUST
    if scene.chosen is not None:
        picked = Face.CHOSEN if scene.missing else Face.TAKES
        marked |= dict.fromkeys(scene.chosen.taken, picked)
    return marked


def paint_floor(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint every card of the floor, and the one that is being laid."""
    cards = floor_order(scene.view, by_rank=scene.by_rank)
    if scene.laying is not None:
        cards = (*cards, scene.laying.card)
    if scene.cry:
        middle = plan.floor_top + (plan.floor_rows - 1) // 2
        canvas.centre(0, middle, plan.main, f"  {scene.cry}  ", canvas.theme.chosen_item)
        return
    if not cards:
        middle = plan.floor_top + (plan.floor_rows - 1) // 2
        words = "" if scene.view.is_over else _("the floor is empty")
        canvas.centre(0, middle, plan.main, words, canvas.theme.dim)
        return
    rows = plan.floor_rows - (1 if scene.memory else 0)
    laid = arrange(len(cards), plan.main - 2, rows, plan.floor)
    marked = faces(scene)
    for card, place in zip(cards, laid.places, strict=True):
        face = marked.get(card, Face.SECOND if place.shade else Face.PLAIN)
        x, y = 1 + place.x, plan.floor_top + place.y
        paint_card(canvas, x, y, laid.shape, card, face, room=bool(laid.gap))
        canvas.hit(x, y, *laid.shape, f"floor {card}")


def _hand_places(plan: Layout, count: int) -> tuple[Shape, list[int]]:
    """The shape of the cards in a hand of so many places, and the column of each."""
    for shape in plan.hands:
        pitch = min(shape.width + 3, (plan.main - 2) // max(1, count))
        if pitch > shape.width:
            break
    left = (plan.main - count * pitch + pitch - shape.width) // 2
    return shape, [left + number * pitch for number in range(count)]


def paint_hand(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint the hand, the chosen card raised, with the digits under the cards."""
    theme = canvas.theme
    places = slots(scene.view)
    shape, columns = _hand_places(plan, len(places))
    for number, (card, x) in enumerate(zip(places, columns, strict=True), 1):
        if card is None or (scene.laying is not None and scene.laying.card == card):
            continue
        chosen = scene.chosen is not None and scene.chosen.card == card
        y = plan.hand_top + (0 if chosen else 1)
        paint_card(canvas, x, y, shape, card, Face.CHOSEN if chosen else Face.PLAIN)
        digit = theme.gold if chosen else theme.dim
        canvas.centre(x, y + shape.height, shape.width, str(number), digit)
        canvas.hit(x, plan.hand_top, shape.width, shape.height + 2, f"hand {number}")


def paint_covered(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint the hand face down."""
    shape, columns = _hand_places(plan, len(scene.view.hand))
    for x in columns:
        paint_back(canvas, x, plan.hand_top + 1, shape)
