"""A popup with the agendas of an edition: what each asks for, and which the deck may not have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QListWidgetItem, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from carddb.pool import CardPool
from carddb.terms import CardType
from decks.deck import Deck
from desktop.pages.builder.card_commands import MenuRequest
from desktop.pages.builder.deck_overlay import DeckOverlay, overlay_under
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import CardDelegate, Cell, Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import best_matches
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column
from validators.agenda_conditions import agenda_conditions, why_not
from validators.conditions import Conditions
from validators.judge import Judge
from validators.problem import Severity

NO_CONDITION = "No conditions for the deck"


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
    return sorted(found, key=lambda e: (bool(e.why_not), name_order(e.card.name), e.card.code))


class AgendaPicker(Popup):
    """A popup with the agendas of the edition and a search, and a way to remove one."""

    agenda_chosen = Signal(object)  # a card, or None to have none here
    menu_requested = Signal(object)  # the MenuRequest for an agenda

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
        self.list.setItemDelegate(CardDelegate(self.list))
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
        signs = glyphs.of_factions(offer.card)
        item.setData(Role.CELL, Cell(name, signs, marks, below=offer.words))
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


RequestMenu = Callable[[MenuRequest], object]


def choose_agenda(
    session: DeckSession, number: int | None, owner: QWidget, request_menu: RequestMenu
) -> AgendaPicker | None:
    """Let the user choose an agenda below a widget: in the place of one, or one more (None)."""
    shown = session.shown
    deck, judge, conditions = shown.deck, shown.judge, shown.conditions
    if deck is None or judge is None or conditions is None:
        return None
    if number is not None and number >= len(deck.agendas):
        number = len(deck.agendas) - 1 if deck.agendas else None

    def put(card: Card | None) -> None:
        if session.deck is not None:
            session.edit(with_agenda(session.deck, number, card))

    overlay = overlay_under(judge, conditions).with_deck(deck)
    offers = offered_agendas(deck, number, judge, conditions)
    picker = AgendaPicker(judge.pool, overlay, offers, owner, removable=number is not None)
    picker.agenda_chosen.connect(put)
    picker.menu_requested.connect(request_menu)
    picker.show_below()
    return picker
