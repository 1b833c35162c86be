"""The colours, computed: what can be read, and what stays apart for which eyes.

Contrast is that of WCAG 2.2.  Colour vision is simulated with the matrices of Machado, Oliveira
and Fernandes (2009) for a complete lack of one kind of cone, in linear RGB, and distances are
those of CIE 1976 in L*a*b* under D65.
"""

from __future__ import annotations

import itertools

import pytest
from rich.color import Color, ColorSystem

from basra.tui.themes import PALETTES, SUIT_COLOURS, Highlight, Palette

Rgb = tuple[float, float, float]

VISIONS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str, system: ColorSystem = ColorSystem.TRUECOLOR) -> Rgb:
    triplet = Color.parse(colour).downgrade(system).get_truecolor()
    parts = [part / 255 for part in triplet]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def brightness(colour: Rgb) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: Rgb, vision: str) -> Rgb:
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True))))
        for row in VISIONS[vision]
    )
    return red, green, blue


def lab(colour: Rgb) -> Rgb:
    red, green, blue = colour
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, vision: str) -> float:
    pair = (lab(seen(linear(colour), vision)) for colour in (one, other))
    return float(sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5)


def test_the_measures_agree_with_published_values() -> None:
    assert contrast(linear("#000000"), linear("#ffffff")) == pytest.approx(21)
    assert contrast(linear("#777777"), linear("#ffffff")) == pytest.approx(4.48, abs=0.01)
    assert lab(linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert distance("#ff0000", "#00ff00", "normal") == pytest.approx(170.6, abs=0.1)


TRUE_COLOUR = [
    pytest.param(palette, id=name) for name, palette in PALETTES.items() if not palette.ansi
]
SYSTEMS = [
    pytest.param(ColorSystem.TRUECOLOR, 4.5, id="true-colour"),
    pytest.param(ColorSystem.EIGHT_BIT, 4.5, id="256-colours"),
]


@pytest.mark.parametrize("palette", TRUE_COLOUR)
@pytest.mark.parametrize(("system", "least"), SYSTEMS)
@pytest.mark.parametrize("suits", SUIT_COLOURS)
def test_every_suit_can_be_read_on_every_card(
    palette: Palette, system: ColorSystem, least: float, suits: str
) -> None:
    for (highlight, suit), ink in palette.suit_colours(suits).items():
        paper = palette.card_backgrounds[highlight]
        assert contrast(linear(ink, system), linear(paper, system)) >= least, (highlight, suit)


@pytest.mark.parametrize("palette", TRUE_COLOUR)
@pytest.mark.parametrize(
    ("system", "least"), [(ColorSystem.TRUECOLOR, 4.5), (ColorSystem.EIGHT_BIT, 4.3)]
)
def test_every_word_can_be_read_on_its_background(
    palette: Palette, system: ColorSystem, least: float
) -> None:
    pairs = {word: (colour, palette.background) for word, colour in palette.colours.items()}
    del pairs["rule"]  # a line, no word
    pairs |= {
        "bar": (palette.colours["text"], palette.bar_background),
        "key": (palette.key, palette.bar_background),
        "entry": palette.selected_item,
    }
    for word, (ink, ground) in pairs.items():
        assert contrast(linear(ink, system), linear(ground, system)) >= least, word


@pytest.mark.parametrize("vision", VISIONS)
def test_the_suits_of_the_colour_blind_set_stay_apart_for_every_eye(vision: str) -> None:
    inks = SUIT_COLOURS["colour-blind"].values()
    assert min(distance(*pair, vision) for pair in itertools.combinations(inks, 2)) >= 20


def test_in_two_colours_red_suits_are_red_and_black_ones_black() -> None:
    two = SUIT_COLOURS["two"]
    assert two["H"] == two["D"] != two["C"] == two["S"]
    assert (
        len(set(SUIT_COLOURS["four"].values()))
        == len(set(SUIT_COLOURS["colour-blind"].values()))
        == 4
    )


@pytest.mark.parametrize("palette", TRUE_COLOUR)
def test_the_states_of_a_card_differ_in_colour_as_they_do_in_mark(palette: Palette) -> None:
    papers = {
        palette.card_backgrounds[highlight]
        for highlight in (
            Highlight.PLAIN,
            Highlight.SELECTED,
            Highlight.CAPTURE,
            Highlight.THEIR_CAPTURE,
        )
    }
    assert len(papers) == 4


TERMINALS = {
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5",
    "VGA": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa",
    "Windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc",
    "GNOME": "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc",
}
NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")


@pytest.mark.parametrize("suits", SUIT_COLOURS)
def test_of_sixteen_colours_no_suit_has_the_colour_of_its_card(suits: str) -> None:
    palette = PALETTES["sixteen"]
    for (highlight, suit), ink in palette.suit_colours(suits).items():
        assert palette.card_backgrounds[highlight] in NAMES, (
            "bright backgrounds are not shown everywhere"
        )
        for terminal, colours in TERMINALS.items():
            shown = dict(zip(NAMES, (linear(f"#{c}") for c in colours.split()), strict=True))
            apart = contrast(shown[ink], shown[palette.card_backgrounds[highlight]])
            assert apart >= 2.7, (terminal, highlight, suit)
