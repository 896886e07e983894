"""The popup of what a deck is judged under: faction, agendas, format, list, date and players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from PySide6.QtCore import QDate, QPoint, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from desktop.pages.builder.card_commands import MenuRequest
from desktop.pages.builder.deck.agenda_picker import (
    AgendaPicker,
    RequestMenu,
    choose_agenda,
    with_agenda,
)
from desktop.pages.builder.deck.deck_bars import close_button
from desktop.session.deck_session import NO_LIST, OF_THE_DAY, DeckSession
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
from desktop.widgets.combo_boxes import ComboBox, FactionComboBox, factions_of
from desktop.widgets.date_field import DateField
from desktop.widgets.fitted_dialog import Popup, fit_words
from desktop.widgets.layouts import FlowLayout, OneLine, buddy_label, column, empty_layout, row, tip
from validators.agenda_conditions import another_fits
from validators.civil_war import FEWEST, MOST
from validators.conditions import formats_of
from validators.list_in_force import find_list

ALL_LISTS = "All restricted lists…"


class AgendaChip(QPushButton):
    """An agenda of the deck: a click chooses another in its place, the cross removes it."""

    def __init__(self, name: str, remove: Callable[[], object], parent: QWidget) -> None:
        super().__init__(name.replace("&", "&&"), parent)
        self.setObjectName("chip")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._remove = remove
        self.cross = close_button(self)
        self.cross.set_words(f"Remove {name}", "Delete")
        self.cross.clicked.connect(remove)
        row(None, self.cross, parent=self, margin=(0, 0, space(self, 1), 0))

    @override
    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self.cross.sizeHint().width() + space(self, 2), 0)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 20), self.sizeHint().height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self._remove()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a name that is too long with "…", and none of it below the cross."""
        option, painter = QStyleOptionButton(), QStylePainter(self)
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        contents = QStyle.SubElement.SE_PushButtonContents
        option.rect.setRight(self.cross.x())
        width = self.style().subElementRect(contents, option, self).width()
        flags = Qt.TextFlag.TextShowMnemonic.value
        elided = self.fontMetrics().elidedText
        option.text = elided(self.text(), Qt.TextElideMode.ElideRight, width, flags)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option)
        painter.end()


class AgendaRow(QWidget):
    """A chip for each agenda, and behind them a button for one more where there is room for it."""

    def __init__(self, session: DeckSession, parent: QWidget, request_menu: RequestMenu) -> None:
        super().__init__(parent)
        self._session, self._request_menu = session, request_menu
        self._shown: tuple[Card, ...] | None = None
        self.chips: list[AgendaChip] = []
        self.picker: AgendaPicker | None = None
        self.add = push_button("+ Add", self, kind="link", name="Add an agenda")
        self.add.clicked.connect(lambda: self._choose(None, self.add))
        self._layout = FlowLayout(space(self, 1))
        self.setLayout(self._layout)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_agendas(self) -> None:
        shown = self._session.shown
        deck, pool, conditions = shown.deck, shown.pool, shown.conditions
        if deck is None or pool is None or conditions is None:
            return
        if deck.agendas != self._shown:
            self._shown = deck.agendas
            focused = any(each.hasFocus() for each in self.chips)
            empty_layout(self._layout, self.add)
            agendas = enumerate(deck.agendas)
            self.chips = [self._chip(n, pool.label(card), card) for n, card in agendas]
            self._layout.addWidget(self.add)
            QWidget.setTabOrder(self.chips[-1] if self.chips else self.add, self.add)
            if focused:
                (self.chips[0] if self.chips else self.add).setFocus()
        self.add.setVisible(not deck.agendas or another_fits(deck, pool, conditions))
        self._layout.invalidate()

    def _choose(self, number: int | None, owner: QWidget) -> None:
        self.picker = choose_agenda(self._session, number, owner, self._request_menu)

    def _remove(self, number: int) -> None:
        if self._session.deck is not None:
            self._session.edit(with_agenda(self._session.deck, number, None))

    def _chip(self, number: int, words: str, card: Card) -> AgendaChip:
        chip = AgendaChip(words, lambda: self._remove(number), self)
        chip.setAccessibleName(f"Agenda: {card.name}")
        chip.setToolTip(tip(f"{words} (click for another one)"))
        chip.clicked.connect(lambda: self._choose(number, chip))

        def open_menu(place: QPoint) -> None:
            self._request_menu(MenuRequest(chip, chip.mapToGlobal(place), (card,)))

        chip.customContextMenuRequested.connect(open_menu)
        self._layout.addWidget(chip)
        chip.show()
        return chip


class DeckDetails(Popup):
    """Faction and agendas, and under which format, list and day the deck is judged."""

    def __init__(
        self,
        session: DeckSession,
        owner: QWidget,
        request_menu: RequestMenu,
        open_lists: Callable[[QWidget], object],
    ) -> None:
        super().__init__("Faction, agendas and format", owner)
        self._session, self._request_menu = session, request_menu
        self._listed: date | None = None
        self.faction = FactionComboBox(self)
        self.agendas = AgendaRow(session, self, self._close_for_menu)
        self.format = ComboBox("Format", self)
        self.premier = QCheckBox("Prem&ier event", self)
        self.premier.setToolTip("At a premier event a pack may be played 11 days after its release")
        self.list = ComboBox("Restricted list", self)
        words = "The deck under every restricted list (Ctrl+L)"
        self.lists = push_button(
            ALL_LISTS, self, words, lambda: open_lists(self.lists), kind="link"
        )
        self.day = DateField("Event date", self)
        self.players = QSpinBox(self)
        # The style sheet's padding is not for the field of a spin box.
        self.players.lineEdit().setTextMargins(space(self, 1), 0, 0, 0)
        self.players.setRange(FEWEST - 1, MOST)
        self.players.setSpecialValueText("\N{EN DASH}")
        self.players.setAccessibleName("Players")
        self.edition = OneLine(parent=self)
        self._lay_out()
        self._fill()
        self.show_deck()
        self._connect()
        self.faction.setFocus()

    def show_deck(self) -> None:
        """Show the deck on screen as it is now."""
        deck, choice = self._session.shown.deck, self._session.shown.choice
        if deck is None:
            return
        self.faction.choose(deck.faction)
        self.agendas.show_agendas()
        self.format.choose(choice.format_name)
        self._fields.setRowVisible(self.players, choice.format_name == "civil-war")
        self._fill_lists(choice.day)
        self.list.setCurrentIndex(max(0, self.list.findData(choice.list_code)))
        with QSignalBlocker(self.players):
            self.players.setValue(deck.players or FEWEST - 1)
        day = QDate(choice.day.year, choice.day.month, choice.day.day)
        if self.day.date() != day:
            with QSignalBlocker(self.day):
                self.day.setDate(day)
        with QSignalBlocker(self.premier):
            self.premier.setChecked(choice.premier)

    def _fill(self) -> None:
        shown = self._session.shown
        if shown.deck is None or shown.pool is None:
            return
        self.faction.offer(factions_of(shown.pool))
        formats = {each.name: each.label for each in formats_of(shown.deck.edition)}
        self.format.set_choices({name: f"{n[:1].upper()}{n[1:]}" for name, n in formats.items()})
        self.edition.setText(f"{shown.deck.edition.label}. Packs count from their release on.")

    def _fill_lists(self, day: date) -> None:
        pool: CardPool | None = self._session.shown.pool
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
        session = self._session
        session.deck_edited.connect(self._on_deck_edited)
        session.edit_refused.connect(self._on_deck_edited)
        for signal in (session.deck_changed, session.cards_loaded):
            signal.connect(self.close)
        choose = session.choose
        self.faction.activated.connect(lambda: self._edit(faction=self.faction.chosen))
        self.format.activated.connect(lambda: choose(format_name=self.format.chosen))
        self.list.activated.connect(lambda: choose(list_code=self.list.currentData()))
        self.day.dateChanged.connect(self._on_date_changed)
        self.premier.toggled.connect(lambda on: session.choose_premier(premier=on))
        self.players.valueChanged.connect(self._on_players_changed)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self._fields = fields = QFormLayout()
        fields.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields.setSpacing(gap)
        format_line = row((self.format, 1), self.premier, spacing=2 * gap)
        link = row(self.lists, None, margin=(-gap, 0, 0, 0))
        list_line = column(self.list, link, spacing=gap // 4)
        for words, field, part in (
            ("&Faction", self.faction, self.faction),
            ("Agenda", self.agendas, self.agendas),
            ("For&mat", self.format, format_line),
            ("&List", self.list, list_line),
            ("Da&te", self.day, self.day),
            ("&Players", self.players, self.players),
        ):
            caption = buddy_label(words, field)
            caption.setMinimumWidth(space(self, 16))
            fields.addRow(caption, part)
        fields.addRow("", self.edition)
        column(fields, parent=self, margin=(2 * gap, gap + gap // 2, 2 * gap, gap + gap // 2))

    def _close_for_menu(self, request: MenuRequest) -> None:
        """Open the menu of an agenda; what it does is seen on the page."""
        self.close()
        self._request_menu(replace(request, owner=self._owner))

    def _on_deck_edited(self) -> None:
        self.show_deck()
        fit_words(self)
        self.resize(self.width(), self.minimumHeight())

    def _on_date_changed(self, day: QDate) -> None:
        self._session.choose(day=date(day.year(), day.month(), day.day()))

    def _on_players_changed(self, players: int) -> None:
        self._edit("players", players=players if players >= FEWEST else None)

    def _edit(self, subject: str = "", **changes: Any) -> None:
        if self._session.deck is not None:
            self._session.edit(replace(self._session.deck, **changes), subject)

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 101), super().sizeHint().height())
