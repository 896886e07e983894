"""The faction of the deck and its agendas: a button for each agenda, and one to add another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType
from decks.deck import Deck
from desktop.pages.builder.card_menu import MenuRequest
from desktop.pages.builder.deck_overlay import DeckOverlay, overlay_under
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import (
    AnyIndex,
    CardDelegate,
    Role,
    card_row_height,
    paint_selected,
)
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import FactionComboBox, best_matches
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout, column, tip
from validators.agenda_conditions import agenda_conditions, another_fits, why_not
from validators.conditions import Conditions, Format
from validators.judge import Judge
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
        """The line below its name."""
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
        metrics = QFontMetrics(sized(option.font, Size.SMALL))
        room = QRect(0, 0, self._view.viewport().width() - 2 * side, 0)
        words = metrics.boundingRect(room, _WRAPPED, _words_of(index)) if _words_of(index) else room
        return QSize(0, card_row_height(option.fontMetrics) + words.height())

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
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Search agendas")
        self.search.setAccessibleName("Search agendas")
        self.search.setClearButtonEnabled(True)
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

    def _go_on(self, tab: QKeyEvent) -> None:
        if (focused := QApplication.focusWidget()) is not None:
            QApplication.sendEvent(focused, tab)

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
        for row, item in enumerate(items):
            item.setHidden(row not in fitting)
        self.list.setCurrentRow(next(iter(fitting), -1))
        if self._hover is not None:
            self._hover.show_current(self.list)

    @override
    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(space(self, 110), 0))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._choose(self.list.currentItem())
                return True
            if event.key() == Qt.Key.Key_Tab and self.search.text() and self.list.currentItem():
                self._choose(self.list.currentItem())
                self._go_on(event)
                return True
            if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown}:
                self.list.setFocus()
                self.list.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)


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
        self.add = QPushButton("+", self)
        self.add.setObjectName("small")
        self.add.setAccessibleName("Add another agenda")
        self.add.setToolTip("Add another agenda")
        self.add.clicked.connect(self.choose_another)

    def show_agendas(self) -> None:
        """Show the agendas of the session's deck."""
        shown = self._session.shown
        deck, pool, conditions = shown.deck, shown.pool, shown.conditions
        if deck is None or pool is None or conditions is None:
            return
        game_format = conditions.format
        if (deck.agendas, game_format) == self._shown:
            return
        focused = [number for number, each in enumerate(self.buttons) if each.hasFocus()]
        self._shown = deck.agendas, game_format
        while self._layout.count() > 1:
            self._layout.takeAt(1)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = [
            self._button(number, pool.label(card), f"Agenda: {card.name}")
            for number, card in enumerate(deck.agendas)
        ]
        if not deck.agendas:
            self.buttons = [self._button(0, "Choose an agenda…", "Choose an agenda")]
        self._layout.addWidget(self.add)
        for one, other in pairwise([self.faction, *self.buttons, self.add]):
            self.setTabOrder(one, other)
        self.add.setVisible(bool(deck.agendas) and another_fits(deck, pool, conditions))
        self._layout.invalidate()
        if focused:
            self.buttons[min(focused[0], len(self.buttons) - 1)].setFocus()

    def choose(self, number: int = 0) -> None:
        """Let the user choose another agenda in the place of one."""
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
        session = self._session
        if session.judge is None or session.deck is None or session.conditions is None:
            return
        deck, judge, conditions = session.deck, session.judge, session.conditions
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
