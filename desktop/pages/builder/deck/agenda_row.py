"""The agendas of the deck: a button for each to change it, one to add another, and the picker."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType
from desktop.pages.builder.card_menu import MenuRequest
from desktop.pages.builder.deck_overlay import DeckOverlay, overlay_of
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import CardDelegate, Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.labels import tip
from desktop.widgets.layouts import FlowLayout, column
from desktop.widgets.popup import Popup
from desktop.widgets.word_match import best_matches


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
    """The buttons of the agendas; a deck without one has a button to choose it.

    The tab key leads to them from the widget `before`.

    Signals:
        menu_requested: the menu of an agenda is to open (the MenuRequest).
    """

    menu_requested = Signal(object)

    def __init__(self, session: DeckSession, before: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._before = session, before
        self._shown: tuple[Card, ...] | None = None
        self.buttons: list[QPushButton] = []
        self.picker: AgendaPicker | None = None
        self._layout = FlowLayout(space(self, 1))
        self.setLayout(self._layout)
        self.add = QPushButton("+", self)
        self.add.setObjectName("small")
        self.add.setAccessibleName("Add another agenda")
        self.add.setToolTip("Add another agenda")
        self.add.clicked.connect(lambda: self._open_picker(self.add, None))

    def show_agendas(self) -> None:
        """Show the agendas of the session's deck."""
        deck, pool = self._session.deck, self._session.pool
        if deck is None or pool is None or deck.agendas == self._shown:
            return
        focused = [number for number, each in enumerate(self.buttons) if each.hasFocus()]
        self._shown = deck.agendas
        while self._layout.count():
            self._layout.takeAt(0)
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
        for one, other in pairwise([self._before, *self.buttons, self.add]):
            self.setTabOrder(one, other)
        self.add.setVisible(bool(deck.agendas))
        self._layout.invalidate()
        if focused:
            self.buttons[min(focused[0], len(self.buttons) - 1)].setFocus()

    def choose(self, number: int = 0) -> None:
        """Let the user choose another agenda in the place of one."""
        deck = self._session.deck
        if deck is not None and self.buttons:
            number = min(number, len(self.buttons) - 1)
            self._open_picker(self.buttons[number], number if deck.agendas else None)

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
        overlay = overlay_of(session.deck, session.judge, session.conditions)
        picker = AgendaPicker(session.judge.pool, overlay, owner, removable=number is not None)
        picker.agenda_chosen.connect(lambda card: self._set_agenda(number, card))
        picker.menu_requested.connect(self.menu_requested)
        self.picker = picker
        picker.show_below()

    def _set_agenda(self, number: int | None, card: Card | None) -> None:
        deck = self._session.deck
        if deck is not None:
            agendas = list(deck.agendas)
            place = slice(len(agendas), None) if number is None else slice(number, number + 1)
            agendas[place] = [] if card is None else [card]
            self._session.edit(replace(deck, agendas=tuple(agendas)))


class AgendaPicker(Popup):
    """A popup with the agendas of the edition and a search; where there is one, to remove it, too.

    Signals:
        agenda_chosen: an agenda was chosen (the card, or None to have none here).
        menu_requested: the menu of an agenda is to open (the MenuRequest).
    """

    agenda_chosen = Signal(object)
    menu_requested = Signal(object)

    def __init__(
        self, pool: CardPool, overlay: DeckOverlay, owner: QWidget, *, removable: bool
    ) -> None:
        super().__init__("Choose an agenda", owner)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Search agendas")
        self.search.setAccessibleName("Search agendas")
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Agendas")
        self.list.setItemDelegate(CardDelegate(self.list))
        self.list.setUniformItemSizes(True)
        if removable:
            QListWidgetItem("Remove this agenda", self.list)
        for card in _agendas(pool, overlay):
            item, marks = QListWidgetItem(pool.label(card), self.list), overlay.marks(card)
            item.setData(Role.CARD, card)
            item.setData(Role.GLYPHS, glyphs.of_factions(card))
            item.setData(Role.TRAILING, marks)
            words = ", ".join([pool.label(card), *(mark.words for mark in marks)])
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            item.setToolTip(words)
        self.list.setCurrentRow(0)
        self.list.setMinimumSize(space(self, 70), space(self, 90))
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
        for row, item in enumerate(items):
            item.setHidden(row not in fitting)
        self.list.setCurrentRow(next(iter(fitting), -1))
        if self._hover is not None:
            self._hover.show_current(self.list)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._choose(self.list.currentItem())
                return True
            if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown}:
                self.list.setFocus()
                self.list.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)


def _agendas(pool: CardPool, overlay: DeckOverlay) -> list[Card]:
    allowed = {None, *(overlay.conditions.format.only_in if overlay.conditions else ())}
    found = [c for c in pool if c.type is CardType.AGENDA and c.only_in in allowed]
    return sorted(found, key=lambda card: (fold(card.name), card.code))
