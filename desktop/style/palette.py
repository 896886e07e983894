"""The colours of the light and the dark palette; bright ones are for factions and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

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


def _codes(light: str, dark: str) -> Mapping[str, tuple[str, str]]:
    return {"codes": (light, dark)}


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette's colours by what they mean, each with its code in the light and the dark one.

    Grounds: `paper` of the window, `panel` of its areas, `raised` of what lies over them and of
    fields, `selection`, `hover` (`hover_paper` on paper) and `pressed` of what is used, `track` of
    chips and bars, `shield` of STR. A `soft` colour is the ground of a verdict in its `ink`.
    `edge` is the outline of fields, `ring` that of what is filled with the accent and has the
    focus, and `quiet` the ink of what is off.
    """

    factions: Mapping[Faction, QColor]
    paper: QColor = field(metadata=_codes("#F6F4EF", "#191A1C"))
    panel: QColor = field(metadata=_codes("#FFFEFA", "#212327"))
    raised: QColor = field(metadata=_codes("#FFFFFF", "#282A2F"))
    ink: QColor = field(metadata=_codes("#1F1D1A", "#E8E4DA"))
    faint: QColor = field(metadata=_codes("#6B665E", "#9A958B"))
    quiet: QColor = field(metadata=_codes("#A8A296", "#62625F"))
    line: QColor = field(metadata=_codes("#DDD8CE", "#34363B"))
    accent: QColor = field(metadata=_codes("#7A1F2B", "#D0616E"))
    on_accent: QColor = field(metadata=_codes("#FFFEFA", "#191A1C"))
    accent_hover: QColor = field(metadata=_codes("#66161F", "#DB7985"))
    accent_ink: QColor = field(metadata=_codes("#7A1F2B", "#E88792"))
    hover: QColor = field(metadata=_codes("#F1EDE5", "#292B30"))
    hover_paper: QColor = field(metadata=_codes("#EDE9E0", "#222428"))
    selection: QColor = field(metadata=_codes("#F4E7E4", "#372A2E"))
    pressed: QColor = field(metadata=_codes("#E6E1D6", "#303238"))
    track: QColor = field(metadata=_codes("#EBE6DD", "#2B2D32"))
    shield: QColor = field(metadata=_codes("#E3DDD0", "#383B41"))
    thumb: QColor = field(metadata=_codes("#FFFFFF", "#3D4047"))
    legal: QColor = field(metadata=_codes("#2F7D4F", "#6CC08B"))
    note: QColor = field(metadata=_codes("#8A6D1A", "#D9B65A"))
    illegal: QColor = field(metadata=_codes("#B3261E", "#F2867F"))
    legal_ink: QColor = field(metadata=_codes("#266B42", "#6CC08B"))
    note_ink: QColor = field(metadata=_codes("#75590E", "#D9B65A"))
    legal_soft: QColor = field(metadata=_codes("#E6F1E8", "#22332B"))
    note_soft: QColor = field(metadata=_codes("#F6EFD9", "#353024"))
    illegal_soft: QColor = field(metadata=_codes("#FBE9E5", "#3B2A2B"))
    gold: QColor = field(metadata=_codes("#F3E7BE", "#463D1F"))
    initiative: QColor = field(metadata=_codes("#D5E6EC", "#223B45"))
    claim: QColor = field(metadata=_codes("#F3D9D9", "#4A2B31"))
    reserve: QColor = field(metadata=_codes("#DCEAD4", "#2C3E26"))
    edge: QColor = field(init=False)
    frame: QColor = field(init=False)
    ring: QColor = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "edge", blend(self.line, self.faint, 0.7))
        object.__setattr__(self, "frame", blend(self.line, self.faint, 0.25))
        object.__setattr__(self, "ring", blend(self.accent, self.on_accent, 0.8))

    @property
    def on_faction(self) -> QColor:
        """The ink on the colour of a faction, which is that on the accent."""
        return self.on_accent

    def of_card(self, card: Card) -> QColor:
        return self.factions[card.factions[0] if card.factions else Faction.NEUTRAL]

    def of_severity(self, severity: Severity) -> QColor:
        return self.illegal if severity is Severity.ERROR else self.note

    def soft(self, verdict: object) -> QColor:
        """Return the ground of an error, of what is legal or done (True), or of a note."""
        grounds: dict[object, QColor] = {Severity.ERROR: self.illegal_soft, True: self.legal_soft}
        return grounds.get(verdict, self.note_soft)


def _colours(side: int, factions: str) -> Colours:
    codes = {each.name: each.metadata["codes"] for each in fields(Colours) if each.metadata}
    colours = {name: QColor(both[side]) for name, both in codes.items()}
    by_faction = zip(Faction, map(QColor, factions.split()), strict=True)
    return Colours(factions=dict(by_faction), **colours)


LIGHT = _colours(0, "#8A6A00 #1E6A86 #A3243B #B5541A #4A4F57 #5E6B7A #6B1F5E #3F7A2A #7A6A55")
DARK = _colours(1, "#E0B93A #5DB4D2 #E57A8C #EE9A5C #AEB5BE #A9B7C6 #C97FBB #8CC571 #BCAB92")


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
        (role.HighlightedText, colours.on_accent),
        (role.Accent, colours.accent),
        (role.Link, colours.accent_ink),
        (role.LinkVisited, colours.accent_ink),
        (role.PlaceholderText, colours.faint),
        (role.ToolTipBase, colours.raised),
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
