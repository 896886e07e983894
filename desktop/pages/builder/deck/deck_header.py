"""The head of the deck: name, faction and agendas, and what it is judged under."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QDate, QEvent, QObject, QPoint, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QStyleOptionFrame,
    QStyleOptionViewItem,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType, Edition
from decks.deck import Deck
from desktop.pages.builder.card_commands import MenuRequest
from desktop.pages.builder.deck_overlay import DeckOverlay, overlay_under
from desktop.session.deck_session import NO_LIST, OF_THE_DAY, DeckSession, FormatChoice
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets import glyphs
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import (
    AnyIndex,
    CardDelegate,
    Role,
    card_row_height,
    paint_selected,
)
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox, FactionComboBox, best_matches, factions_of
from desktop.widgets.date_field import DateField
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import FlowLayout, buddy_label, column, label, row, tip
from validators.agenda_conditions import agenda_conditions, another_fits, why_not
from validators.civil_war import FEWEST, MOST
from validators.conditions import Conditions, Format
from validators.judge import Judge
from validators.list_in_force import find_list
from validators.problem import Severity

NO_CONDITION = "No conditions for the deck"
_WRAPPED = int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class OfferedAgenda:
    """An agenda, what it asks for and allows, and why this deck may not have it (empty: it may)."""

    card: Card
    conditions: tuple[str, ...]
    why_not: str

    @property
    def words(self) -> str:
        return self.why_not or ". ".join(self.conditions) or NO_CONDITION


def with_agenda(deck: Deck, number: int | None, card: Card | None) -> Deck:
    """Return the deck with an agenda in the place of one, or after them all; None removes it."""
    agendas = list(deck.agendas)
    place = slice(len(agendas), None) if number is None else slice(number, number + 1)
    agendas[place] = [] if card is None else [card]
    return replace(deck, agendas=tuple(agendas))


def offered_agendas(
    deck: Deck, number: int | None, judge: Judge, conditions: Conditions
) -> list[OfferedAgenda]:
    """Return the agendas of the deck's format; those that it may not have come last."""
    allowed = {None, *conditions.format.only_in}
    found = [
        OfferedAgenda(
            card,
            agenda_conditions(card, judge.pool, deck.faction),
            why_not(card, with_agenda(deck, number, card), judge, conditions),
        )
        for card in judge.pool
        if card.type is CardType.AGENDA and card.only_in in allowed
    ]
    return sorted(found, key=lambda e: (bool(e.why_not), fold(e.card.name), e.card.code))


class AgendaDelegate(CardDelegate):
    """Paints the name of an agenda, and below it in small letters what it asks for."""

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        side = option.fontMetrics.height() // 3
        room = QRect(0, 0, self._view.viewport().width() - 2 * side, 0)
        metrics, text = QFontMetrics(sized(option.font, Size.SMALL)), _words_of(index)
        height = metrics.boundingRect(room, _WRAPPED, text).height() if text else 0
        return QSize(0, card_row_height(option.fontMetrics) + height)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        whole, line = QRect(option.rect), QStyleOptionViewItem(option)
        colours = colours_of(option.palette)
        if option.state & QStyle.StateFlag.State_Selected:
            active = bool(option.state & QStyle.StateFlag.State_Active)
            paint_selected(painter, whole, colours, active=active, first=True)
            line.state &= ~QStyle.StateFlag.State_Selected
        side = option.fontMetrics.height() // 3
        line.rect.setHeight(card_row_height(option.fontMetrics))
        super().paint(painter, line, index)
        painter.save()
        painter.setFont(sized(option.font, Size.SMALL))
        painter.setPen(colours.faint)
        below = whole.adjusted(side, line.rect.height() - side, -side, 0)
        painter.drawText(below, _WRAPPED, _words_of(index))
        painter.restore()


def _words_of(index: AnyIndex) -> str:
    return str(index.data(Qt.ItemDataRole.StatusTipRole) or "")


class AgendaPicker(Popup):
    """A popup with the agendas of the edition and a search; where there is one, to remove it, too.

    Signals:
        agenda_chosen: an agenda was chosen (the card, or None to have none here).
        menu_requested: the menu of an agenda is to open (the MenuRequest).
    """

    agenda_chosen = Signal(object)
    menu_requested = Signal(object)

    def __init__(
        self,
        pool: CardPool,
        overlay: DeckOverlay,
        offers: list[OfferedAgenda],
        owner: QWidget,
        *,
        removable: bool,
    ) -> None:
        super().__init__("Choose an agenda", owner)
        self.search = QLineEdit(self, placeholderText="Search agendas", clearButtonEnabled=True)
        self.search.setAccessibleName("Search agendas")
        self.list = QListWidget(self)
        self.list.setAccessibleName("Agendas")
        self.list.setItemDelegate(AgendaDelegate(self.list))
        # The heights of rows follow from a width that a bar does not change.
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        if removable:
            QListWidgetItem("Remove this agenda", self.list)
        for offer in offers:
            self._add(offer, pool.label(offer.card), overlay.marks(offer.card))
        self.list.setCurrentRow(0)
        self.list.setMinimumSize(space(self, 60), space(self, 90))
        gap = space(self, 1)
        column(self.search, self.list, parent=self, margin=gap, spacing=gap)
        self.search.textChanged.connect(self._on_search_edited)
        self.search.installEventFilter(self)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._on_menu_requested)
        self.search.setFocus()
        self._hover = watch_cards(self.list)

    def _add(self, offer: OfferedAgenda, name: str, marks: tuple[Glyph, ...]) -> None:
        item = QListWidgetItem(name, self.list)
        if offer.why_not:
            error = Severity.ERROR
            marks = (Glyph(icons.of_severity(error), error, offer.why_not), *marks)
        item.setData(Role.CARD, offer.card)
        item.setData(Role.GLYPHS, glyphs.of_factions(offer.card))
        item.setData(Role.TRAILING, marks)
        item.setStatusTip(offer.words)
        said = [*(mark.words for mark in marks), *offer.conditions]
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join([name, *said]))
        item.setToolTip("\n".join(said))

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None and self.isVisible():
            self.close()
            self.agenda_chosen.emit(item.data(Role.CARD))

    def _on_menu_requested(self, place: QPoint) -> None:
        item = self.list.itemAt(place)
        card = item.data(Role.CARD) if item is not None else None
        if isinstance(card, Card):
            at = self.list.viewport().mapToGlobal(place)
            # What is done to the deck is seen there.
            self.close()
            self.menu_requested.emit(MenuRequest(self._owner, at, (card,)))

    def _on_search_edited(self, text: str) -> None:
        items = [self.list.item(row) for row in range(self.list.count())]
        fitting = best_matches(text, [item.text() for item in items])
        for number, item in enumerate(items):
            item.setHidden(number not in fitting)
        self.list.setCurrentRow(next(iter(fitting), -1))
        if self._hover is not None:
            self._hover.show_current(self.list)

    @override
    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(space(self, 110), 0))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        keys, key = Qt.Key, event.key()
        takes = key == keys.Key_Tab and self.search.text() and self.list.currentItem()
        if takes or key in {keys.Key_Return, keys.Key_Enter}:
            self._choose(self.list.currentItem())
            if takes and (focused := QApplication.focusWidget()) is not None:
                QApplication.sendEvent(focused, event)
        elif key in {keys.Key_Down, keys.Key_Up, keys.Key_PageDown}:
            self.list.setFocus()
            self.list.keyPressEvent(event)
        else:
            return super().eventFilter(watched, event)
        return True


class AgendaButton(QPushButton):
    """A small button whose words end in "…" where it is too narrow for them."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words.replace("&", "&&"), parent)
        self.setObjectName("small")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        contents = QStyle.SubElement.SE_PushButtonContents
        width = self.style().subElementRect(contents, option, self).width()
        flags = Qt.TextFlag.TextShowMnemonic.value
        right = Qt.TextElideMode.ElideRight
        option.text = self.fontMetrics().elidedText(self.text(), right, width, flags)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()


class AgendaRow(QWidget):
    """The faction, and the buttons of the agendas; a deck without one has a button to choose it.

    What has no room beside the faction is in a line below it.

    Signals:
        menu_requested: the menu of an agenda is to open (the MenuRequest).
    """

    menu_requested = Signal(object)

    def __init__(self, session: DeckSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.faction = FactionComboBox(self)
        self._shown: tuple[tuple[Card, ...], Format] | None = None
        self.buttons: list[QPushButton] = []
        self.picker: AgendaPicker | None = None
        self._layout = FlowLayout(space(self, 1))
        self.setLayout(self._layout)
        self._layout.addWidget(self.faction)
        words = "Add another agenda"
        self.add = push_button("+", self, words, self.choose_another, name=words)
        self.add.setObjectName("small")

    def show_agendas(self) -> None:
        shown = self._session.shown
        deck, pool, conditions = shown.deck, shown.pool, shown.conditions
        if deck is None or pool is None or conditions is None:
            return
        if (deck.agendas, conditions.format) == self._shown:
            return
        self._shown = deck.agendas, conditions.format
        focused = [number for number, each in enumerate(self.buttons) if each.hasFocus()]
        while self._layout.count() > 1:
            self._layout.takeAt(1)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        words = [(pool.label(card), f"Agenda: {card.name}") for card in deck.agendas]
        words = words or [("Choose an agenda…", "Choose an agenda")]
        self.buttons = [self._button(number, *each) for number, each in enumerate(words)]
        self._layout.addWidget(self.add)
        for one, other in pairwise([self.faction, *self.buttons, self.add]):
            self.setTabOrder(one, other)
        self.add.setVisible(bool(deck.agendas) and another_fits(deck, pool, conditions))
        self._layout.invalidate()
        if focused:
            self.buttons[min(focused[0], len(self.buttons) - 1)].setFocus()

    def choose(self, number: int = 0) -> None:
        deck = self._session.deck
        if deck is not None and self.buttons:
            number = min(number, len(self.buttons) - 1)
            self._open_picker(self.buttons[number], number if deck.agendas else None)

    def choose_another(self) -> None:
        """Let the user choose one more agenda, where there is room for it."""
        deck = self._session.deck
        if deck is not None and not deck.agendas:
            self.choose()
        elif not self.add.isHidden():
            self._open_picker(self.add, None)

    def _button(self, number: int, words: str, name: str) -> QPushButton:
        button = AgendaButton(words, self)
        button.setAccessibleName(name)
        button.setToolTip(tip(f"{name} (choose another, or none)"))
        button.clicked.connect(lambda: self.choose(number))
        button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        button.customContextMenuRequested.connect(
            lambda place: self._request_menu(button, button.mapToGlobal(place), number)
        )
        self._layout.addWidget(button)
        button.show()
        return button

    def _request_menu(self, owner: QWidget, at: QPoint, number: int) -> None:
        deck = self._session.deck
        if deck is not None and number < len(deck.agendas):
            self.menu_requested.emit(MenuRequest(owner, at, (deck.agendas[number],)))

    def _open_picker(self, owner: QPushButton, number: int | None) -> None:
        shown = self._session.shown
        deck, judge, conditions = shown.deck, shown.judge, shown.conditions
        if deck is None or judge is None or conditions is None:
            return
        overlay = overlay_under(judge, conditions).with_deck(deck)
        offers = offered_agendas(deck, number, judge, conditions)
        picker = AgendaPicker(judge.pool, overlay, offers, owner, removable=number is not None)
        picker.agenda_chosen.connect(lambda card: self._set_agenda(number, card))
        picker.menu_requested.connect(self.menu_requested)
        self.picker = picker
        picker.show_below()

    def _set_agenda(self, number: int | None, card: Card | None) -> None:
        deck = self._session.deck
        if deck is not None:
            self._session.edit(with_agenda(deck, number, card))


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
        # The cards and the day that the choices are for.
        self._pool: CardPool | None = None
        self._listed: date | None = None
        self._shown: tuple[object, ...] = ()
        self._glyph = GlyphLabel(space(self, 9), self)
        self.name = TitleField(self, placeholderText="A deck without a name")
        self.name.setObjectName("title")
        self.name.setAcceptDrops(False)
        self.name.setFont(sized(self.name.font(), Size.LARGE, QFont.Weight.DemiBold))
        self.name.setAccessibleName("Name of the deck")
        self.edition = label(size=Size.SMALL, faint=True)
        words = "The deck sheet for an event, to print or as a PDF (Ctrl+P)"
        name = "Deck sheet, to print or as a PDF"
        self.sheet = push_button("Sheet…", self, words, name=name)
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
        self._narrow, fields = narrow, self._fields
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
        # The Tab key follows the order in which the fields are read.
        order = [*self._captions, self.premier]
        if narrow:
            order.append(order.pop(order.index(self.list)))
        for one, other in pairwise(order):
            self.setTabOrder(one, other)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < space(self, NARROW)
        if narrow is not self._narrow:
            self._place_fields(narrow=narrow)
            # The faction beside it has the same glyph.
            self._glyph.setVisible(not narrow)

    def _on_edit_refused(self) -> None:
        self._shown = ()
        self.show_deck()

    def _on_date_changed(self, day: QDate) -> None:
        self._session.choose(day=date(day.year(), day.month(), day.day()))

    def _on_players_changed(self, players: int) -> None:
        self._edit("players", players=players if players >= FEWEST else None)

    def _edit(self, subject: str = "", **changes: Any) -> None:
        if self._session.deck is not None:
            self._session.edit(replace(self._session.deck, **changes), subject)
