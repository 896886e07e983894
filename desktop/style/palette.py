"""The colours of the light and the dark palette; bright ones are for factions and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtGui import QColor, QPalette

from carddb.card import Card
from carddb.terms import Faction
from validators.problem import Severity


def blend(base: QColor, over: QColor, share: float) -> QColor:
    """Return the opaque colour of `over` on `base` with an opacity of 0 to 1."""
    return QColor.fromRgbF(
        base.redF() * (1 - share) + over.redF() * share,
        base.greenF() * (1 - share) + over.greenF() * share,
        base.blueF() * (1 - share) + over.blueF() * share,
    )


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette's colours by what they mean; `selection` and `hover` are tints of the accent.

    `edge` is the border of what can be used or lies over something else, `frame` that of panels.
    """

    paper: QColor
    panel: QColor
    ink: QColor
    faint: QColor
    line: QColor
    accent: QColor
    legal: QColor
    note: QColor
    illegal: QColor
    factions: Mapping[Faction, QColor]
    selection: QColor = field(init=False)
    hover: QColor = field(init=False)
    edge: QColor = field(init=False)
    frame: QColor = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "selection", blend(self.panel, self.accent, 0.11))
        object.__setattr__(self, "hover", blend(self.panel, self.accent, 0.06))
        object.__setattr__(self, "edge", blend(self.line, self.faint, 0.7))
        object.__setattr__(self, "frame", blend(self.line, self.faint, 0.25))

    def of_card(self, card: Card) -> QColor:
        return self.factions[card.factions[0] if card.factions else Faction.NEUTRAL]

    def of_severity(self, severity: Severity) -> QColor:
        return self.illegal if severity is Severity.ERROR else self.note


def _factions(codes: str) -> dict[Faction, QColor]:
    return {faction: QColor(code) for faction, code in zip(Faction, codes.split(), strict=True)}


LIGHT = Colours(
    paper=QColor("#F6F4EF"),
    panel=QColor("#FFFEFA"),
    ink=QColor("#1F1D1A"),
    faint=QColor("#6B665E"),
    line=QColor("#DDD8CE"),
    accent=QColor("#7A1F2B"),
    legal=QColor("#2F7D4F"),
    note=QColor("#8A6D1A"),
    illegal=QColor("#B3261E"),
    factions=_factions("#8A6A00 #1E6A86 #A3243B #B5541A #4A4F57 #5E6B7A #6B1F5E #3F7A2A #7A6A55"),
)
DARK = Colours(
    paper=QColor("#191A1C"),
    panel=QColor("#212327"),
    ink=QColor("#E8E4DA"),
    faint=QColor("#9A958B"),
    line=QColor("#34363B"),
    accent=QColor("#D0616E"),
    legal=QColor("#6CC08B"),
    note=QColor("#D9B65A"),
    illegal=QColor("#F2867F"),
    factions=_factions("#E0B93A #5DB4D2 #E57A8C #EE9A5C #AEB5BE #A9B7C6 #C97FBB #8CC571 #BCAB92"),
)


def colours_of(palette: QPalette) -> Colours:
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def palette_of(colours: Colours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for each, colour in (
        (role.Window, colours.paper),
        (role.WindowText, colours.ink),
        (role.Base, colours.panel),
        (role.AlternateBase, blend(colours.panel, colours.paper, 0.5)),
        (role.Text, colours.ink),
        (role.Button, colours.panel),
        (role.ButtonText, colours.ink),
        (role.BrightText, colours.illegal),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.paper),
        (role.Accent, colours.accent),
        (role.Link, colours.accent),
        (role.LinkVisited, colours.accent),
        (role.PlaceholderText, colours.faint),
        (role.ToolTipBase, colours.panel),
        (role.ToolTipText, colours.ink),
        (role.Light, colours.panel),
        (role.Midlight, blend(colours.panel, colours.line, 0.5)),
        (role.Mid, colours.line),
        (role.Dark, blend(colours.line, colours.faint, 0.4)),
        (role.Shadow, blend(colours.line, colours.faint, 0.8)),
    ):
        palette.setColor(each, colour)
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, colours.faint)
    return palette
