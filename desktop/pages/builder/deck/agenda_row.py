"""The faction of the deck and its agendas: a button for each agenda, and one to add another."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_menu import MenuRequest
from desktop.pages.builder.deck.agenda_picker import AgendaPicker, offered_agendas, with_agenda
from desktop.pages.builder.deck_overlay import overlay_of
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import FactionComboBox
from desktop.widgets.labels import tip
from desktop.widgets.layouts import FlowLayout
from validators.agenda_conditions import another_fits
from validators.formats import Format


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
        deck, pool, conditions = self._session.deck, self._session.pool, self._session.conditions
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
        overlay = overlay_of(deck, judge, conditions)
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
