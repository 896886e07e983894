"""The head of the deck: what it is, and what it is judged under; all of it can be changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QDate, QSignalBlocker, Qt
from PySide6.QtGui import QFont, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionFrame,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from desktop.pages.builder.deck.agenda_row import AgendaRow
from desktop.session.deck_session import NO_LIST, OF_THE_DAY, DeckSession, FormatChoice
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.widgets.combo_boxes import ComboBox, factions_of
from desktop.widgets.date_field import DateField
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import buddy_label, column, label, row, tip
from validators.civil_war import FEWEST, MOST
from validators.list_in_force import find_list

# As wide as list and date need to be read side by side, in quarters of the font's height.
NARROW = 84
_SHORT = {Edition.FIRST: "1st ed.", Edition.SECOND: "2nd ed."}


def affiliation(deck: Deck) -> str:
    """Return faction and agendas in a line: "House Stark · Fealty"."""
    faction = deck.faction.card_name if deck.faction else "No faction"
    return " · ".join([faction, *(card.name for card in deck.agendas)])


class TitleField(QLineEdit):
    """A line that ends in "…" where it is too narrow for its text, until somebody types in it."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        rect = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        # Qt paints the text of a line two pixels inside.
        rect.adjust(2, 0, -2, 0)
        right = Qt.TextElideMode.ElideRight
        text = self.fontMetrics().elidedText(self.text(), right, rect.width())
        if self.hasFocus() or text == self.text():
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class DeckHeader(QWidget):
    """Name, faction and agendas; below them format, restricted list and day of the event."""

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        # What there is to choose from is for these cards, and the lists for this day.
        self._pool: CardPool | None = None
        self._listed: date | None = None
        self._shown: tuple[object, ...] = ()
        self._glyph = GlyphLabel(space(self, 9), self)
        self.name = TitleField(self)
        self.name.setObjectName("title")
        self.name.setFont(sized(self.name.font(), Size.LARGE, QFont.Weight.DemiBold))
        self.name.setAccessibleName("Name of the deck")
        self.name.setPlaceholderText("A deck without a name")
        self.name.setAcceptDrops(False)
        self.edition = label(size=Size.SMALL, faint=True)
        self.sheet = QPushButton("Sheet…", self)
        self.sheet.setAccessibleName("Deck sheet, to print or as a PDF")
        self.sheet.setToolTip("The deck sheet for an event, to print or as a PDF (Ctrl+P)")
        self.agendas = AgendaRow(session, self)
        self.faction = self.agendas.faction
        self.format = ComboBox("Format", self)
        self.list = ComboBox("Restricted list", self)
        self.players = QSpinBox(self)
        # The style sheet's padding is not for the field of a spin box.
        self.players.lineEdit().setTextMargins(space(self, 1), 0, 0, 0)
        self.players.setRange(FEWEST - 1, MOST)
        self.players.setSpecialValueText("\N{EN DASH}")
        self.players.setAccessibleName("Players")
        self.day = DateField("Event date", self)
        self.premier = QCheckBox("Prem&ier", self)
        self.premier.setToolTip("At a premier event a pack may be played 11 days after its release")
        self.premier.setFont(sized(self.premier.font(), Size.SMALL))
        self._lay_out()
        self._connect()

    def show_deck(self) -> None:
        """Show the deck on screen as it is now, and what can be chosen for it."""
        deck, pool = self._session.shown.deck, self._session.shown.pool
        choice = self._session.shown.choice
        if deck is None or pool is None:
            return
        parts = (pool, deck.name, deck.faction, deck.agendas, deck.players, choice)
        if parts == self._shown:
            return
        self._shown = parts
        if pool is not self._pool:
            self._pool, self._listed = pool, None
            self.edition.setText(_SHORT[deck.edition])
            self.edition.setToolTip(deck.edition.label)
            self.edition.setAccessibleName(deck.edition.label)
            self.faction.offer(factions_of(pool))
            self.format.clear()
            for each in self._session.formats():
                self.format.addItem(each.label[:1].upper() + each.label[1:], each.name)
            self.format.widen_list()
        self._show_parts(deck, choice)

    def _show_parts(self, deck: Deck, choice: FormatChoice) -> None:
        if self.name.text() != deck.name:
            self.name.setText(deck.name)
            self.name.setCursorPosition(0)
        self.name.setToolTip(tip(f"{deck.name}\nRename the deck (F2)"))
        self.faction.choose(deck.faction)
        words = affiliation(deck)
        self._glyph.show_glyphs([Glyph(icons.faction_glyph(deck.faction), deck.faction, words)])
        self.agendas.show_agendas()
        civil_war = choice.format_name == "civil-war"
        for part in (self.players, self._captions[self.players]):
            part.setVisible(civil_war)
        with QSignalBlocker(self.players):
            self.players.setValue(deck.players or FEWEST - 1)
        self._show_choice(choice)

    def _show_choice(self, choice: FormatChoice) -> None:
        """Show the format, list and day that the deck is judged under."""
        self.format.setCurrentIndex(self.format.findData(choice.format_name))
        self._fill_lists(choice.day)
        self.list.setCurrentIndex(max(0, self.list.findData(choice.list_code)))
        day = QDate(choice.day.year, choice.day.month, choice.day.day)
        if self.day.date() != day:
            with QSignalBlocker(self.day):
                self.day.setDate(day)
        with QSignalBlocker(self.premier):
            self.premier.setChecked(choice.premier)

    def rename(self) -> None:
        """Go to the name, ready to type over it."""
        self.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name.selectAll()

    def _fill_lists(self, day: date) -> None:
        pool = self._pool
        if pool is None or self._listed == day:
            return
        self._listed = day
        in_force = find_list(pool, OF_THE_DAY, day)
        self.list.clear()
        self.list.addItem(f"{in_force.name}, in force" if in_force else "None yet", OF_THE_DAY)
        self.list.addItem("No list", NO_LIST)
        self.list.insertSeparator(2)
        for each in sorted(pool.lists.values(), key=lambda each: each.date, reverse=True):
            self.list.addItem(each.name, each.code)
            words = tip(f"{each.issuer}, {each.date.isoformat()}")
            self.list.setItemData(self.list.count() - 1, words, Qt.ItemDataRole.ToolTipRole)
        self.list.widen_list()

    def _connect(self) -> None:
        choose = self._session.choose
        self._session.edit_refused.connect(self._on_edit_refused)
        self.name.editingFinished.connect(lambda: self._edit(name=self.name.text().strip()))
        self.faction.activated.connect(lambda: self._edit(faction=self.faction.chosen))
        self.format.activated.connect(lambda: choose(format_name=self.format.currentData()))
        self.list.activated.connect(lambda: choose(list_code=self.list.currentData()))
        self.day.dateChanged.connect(self._on_date_changed)
        self.premier.toggled.connect(lambda on: self._session.choose_premier(premier=on))
        self.players.valueChanged.connect(self._on_players_changed)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self.agendas.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        at_top = Qt.AlignmentFlag.AlignTop
        title = row((self.name, 1), self.edition, self.sheet, spacing=gap)
        words = column(title, self.agendas, spacing=gap // 2)
        top = row((self._glyph, at_top), (words, 1), spacing=gap)
        self._fields = QGridLayout()
        self._fields.setHorizontalSpacing(gap)
        self._fields.setVerticalSpacing(gap // 4)
        captions = (
            (self.format, "For&mat"),
            (self.list, "Restricted &list"),
            (self.players, "&Players"),
            (self.day, "Da&te"),
        )
        self._captions = {field: buddy_label(words, field, Size.SMALL) for field, words in captions}
        self._place_fields(narrow=False)
        column(top, self._fields, parent=self, margin=0, spacing=gap)

    def _place_fields(self, *, narrow: bool) -> None:
        """Put the fields side by side; where that is too narrow, the list in a line of its own."""
        self._narrow = narrow
        fields = self._fields
        for each in (*self._captions, *self._captions.values(), self.premier):
            fields.removeWidget(each)
        last = len(self._captions) - 1
        for number, (field, caption) in enumerate(self._captions.items()):
            fields.setColumnStretch(number, int((field is self.list) is not narrow))
            if narrow and field is self.list:
                fields.addWidget(caption, 2, 0)
                fields.addWidget(field, 2, 1, 1, last)
            else:
                fields.addWidget(caption, 0, number)
                fields.addWidget(field, 1, number)
        fields.addWidget(self.premier, 0, last, Qt.AlignmentFlag.AlignRight)

    def _set_tab_order(self) -> None:
        """Let the tab key lead through the fields as they are read."""
        order: list[QWidget] = [self.format, self.list, self.players, self.day, self.premier]
        if self._narrow:
            order = [self.format, self.players, self.day, self.premier, self.list]
        for one, other in pairwise(order):
            self.setTabOrder(one, other)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < space(self, NARROW)
        if narrow is not self._narrow:
            self._place_fields(narrow=narrow)
            self._set_tab_order()
            # The faction beside it has the same glyph.
            self._glyph.setVisible(not narrow)

    def _on_edit_refused(self) -> None:
        """Show the deck again instead of what was typed or chosen."""
        self._shown = ()
        self.show_deck()

    def _on_date_changed(self, day: QDate) -> None:
        self._session.choose(day=date(day.year(), day.month(), day.day()))

    def _on_players_changed(self, players: int) -> None:
        self._edit("players", players=players if players >= FEWEST else None)

    def _edit(self, subject: str = "", **changes: Any) -> None:
        if self._session.deck is not None:
            self._session.edit(replace(self._session.deck, **changes), subject)
