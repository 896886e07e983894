"""The head of the deck: what it is, and what it is judged under."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QSignalBlocker, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QComboBox,
    QDateEdit,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from decks.deck import Deck
from desktop import icons
from desktop.cards import EDITION_LABELS
from desktop.editor import NO_LIST, OF_THE_DAY, DeckSession
from desktop.typeface import Size, space
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label
from validators.in_force import find_list


def affiliation(deck: Deck) -> str:
    """Return faction and agendas in a line: "House Stark · Fealty"."""
    faction = deck.faction.card_name if deck.faction else "No faction"
    return " · ".join([faction, *(card.name for card in deck.agendas)])


class DeckHeader(QWidget):
    """Name, faction and agendas; below them format, restricted list and day of the event."""

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._glyph = GlyphLabel(space(self, 9), self)
        self.name = label(size=Size.LARGE, weight=QFont.Weight.DemiBold, wraps=True)
        self.affiliation = label(wraps=True)
        self.edition = label(size=Size.SMALL, faint=True)
        self.others = _chooser("Deck of the file", self)
        self.format = _chooser("Format", self)
        self.list = _chooser("Restricted list", self)
        self.day = QDateEdit(self)
        self.day.setCalendarPopup(True)
        self.day.setDisplayFormat("yyyy-MM-dd")
        self.day.setAccessibleName("Event date")
        self._lay_out()
        self.others.activated.connect(session.show_deck)
        self.format.activated.connect(self._on_format_activated)
        self.list.activated.connect(self._on_list_activated)
        self.day.dateChanged.connect(self._on_date_changed)

    def show_deck(self) -> None:
        """Show the session's deck, the other decks of its file, and what can be chosen."""
        deck = self._session.deck
        if deck is None:
            return
        self.name.setText(deck.name or "A deck without a name")
        self.affiliation.setText(affiliation(deck))
        self.edition.setText(EDITION_LABELS[deck.edition])
        faction = icons.of_faction(deck.faction)
        self._glyph.show_glyphs([Glyph(faction, deck.faction, affiliation(deck))])
        readings = self._session.readings
        self.others.clear()
        self.others.addItems(
            [f"{n} of {len(readings)}: {each.deck.name}" for n, each in enumerate(readings, 1)]
        )
        self.others.setCurrentIndex(self._session.index)
        self.others.setVisible(len(readings) > 1)
        self.format.clear()
        for each in self._session.formats():
            self.format.addItem(each.label[:1].upper() + each.label[1:], each.name)
        _widen(self.format)
        self.show_choice()

    def show_choice(self) -> None:
        """Show the format, list and day that the deck is judged under."""
        choice = self._session.choice
        self.format.setCurrentIndex(self.format.findData(choice.format_name))
        self._fill_lists()
        self.list.setCurrentIndex(max(0, self.list.findData(choice.list_code)))
        with QSignalBlocker(self.day):
            self.day.setDate(QDate(choice.day.year, choice.day.month, choice.day.day))

    def _fill_lists(self) -> None:
        pool = self._session.pool
        if pool is None:
            return
        in_force = find_list(pool, OF_THE_DAY, self._session.choice.day)
        self.list.clear()
        self.list.addItem(f"{in_force.name}, in force" if in_force else "None yet", OF_THE_DAY)
        self.list.addItem("No list", NO_LIST)
        self.list.insertSeparator(2)
        for each in sorted(pool.lists.values(), key=lambda each: each.date, reverse=True):
            self.list.addItem(each.name, each.code)
            tip = f"{each.issuer}, {each.date.isoformat()}"
            self.list.setItemData(self.list.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        _widen(self.list)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        title = QVBoxLayout()
        title.setSpacing(0)
        for part in (self.name, self.affiliation):
            title.addWidget(part)
        top = QHBoxLayout()
        top.setSpacing(gap)
        top.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(title, 1)
        top.addWidget(self.edition, 0, Qt.AlignmentFlag.AlignTop)
        fields = QGridLayout()
        fields.setHorizontalSpacing(gap)
        fields.setVerticalSpacing(gap // 2)
        for column, (words, field, stretch) in enumerate(
            (
                ("For&mat", self.format, 0),
                ("Restricted &list", self.list, 1),
                ("&Event date", self.day, 0),
            )
        ):
            caption = label(words, Size.SMALL, faint=True)
            caption.setTextFormat(Qt.TextFormat.AutoText)
            caption.setBuddy(field)
            fields.addWidget(caption, 0, column)
            fields.addWidget(field, 1, column)
            fields.setColumnStretch(column, stretch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(gap)
        layout.addWidget(self.others)
        layout.addLayout(top)
        layout.addLayout(fields)

    def _on_format_activated(self) -> None:
        self._session.choose(format_name=self.format.currentData())

    def _on_list_activated(self) -> None:
        self._session.choose(list_code=self.list.currentData())

    def _on_date_changed(self, day: QDate) -> None:
        self._session.choose(day=date(day.year(), day.month(), day.day()))


def _chooser(name: str, parent: QWidget) -> QComboBox:
    chooser = QComboBox(parent)
    chooser.setAccessibleName(name)
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    chooser.setMinimumContentsLength(4)
    return chooser


def _widen(chooser: QComboBox) -> None:
    """Let the list of a chooser be as wide as its longest entry."""
    view = chooser.view()
    view.setMinimumWidth(view.sizeHintForColumn(0) + space(chooser, 4))
