"""Combo boxes that may be narrower than their lists, which are as wide as their entries."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from desktop.style import icons
from desktop.style.fonts import space
from desktop.style.palette import colours_of


class ComboBox(QComboBox):
    """A combo box that shrinks to a few characters."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.setSizeAdjustPolicy(policy)
        self.setMinimumContentsLength(4)

    def widen_list(self) -> None:
        """Make the list as wide as its longest entry."""
        view = self.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + space(self, 4))


class EditionComboBox(ComboBox):
    """A field for an edition of the game."""

    def __init__(self, name: str, edition: Edition, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        for each in (Edition.SECOND, Edition.FIRST):
            self.addItem(each.label, each.value)
        self.setCurrentIndex(self.findData(edition.value))

    @property
    def chosen(self) -> Edition:
        """The edition that is chosen."""
        return Edition(self.currentData())


class FactionComboBox(ComboBox):
    """Chooses a faction or House, with its glyph in its colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Faction", parent)
        self.setMinimumContentsLength(13)

    def offer(self, factions: Iterable[Faction]) -> None:
        """List these factions, and none."""
        self.clear()
        self.addItem("No faction", None)
        for faction in factions:
            self.addItem(faction.card_name, faction.value)
        self._paint_icons()
        self.widen_list()

    @property
    def chosen(self) -> Faction | None:
        """The faction that is chosen."""
        value = self.currentData()
        return Faction(value) if value else None

    def show_faction(self, faction: Faction | None) -> None:
        """Show a faction as the chosen one."""
        self.setCurrentIndex(max(0, self.findData(faction.value if faction else None)))

    def _paint_icons(self) -> None:
        colours, side = colours_of(self.palette()), space(self, 4)
        for row in range(1, self.count()):
            faction = Faction(self.itemData(row))
            image = icons.glyph(icons.faction_glyph(faction), side, 2.0, colours.factions[faction])
            self.setItemIcon(row, QIcon(QPixmap.fromImage(image)))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._paint_icons()


def factions_of(pool: CardPool) -> tuple[Faction, ...]:
    """Return the factions that a deck of the pool's edition may have."""
    found = {faction for card in pool for faction in card.factions}
    if pool.edition is Edition.FIRST:
        found.add(Faction.NEUTRAL)
    return tuple(faction for faction in Faction if faction in found)
