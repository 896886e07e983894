"""The filters of all cards: factions, types, switches, and those of the menu of filters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.search.filters import (
    OWNED,
    PLAYABLE,
    STARRED,
    FilterGroup,
    FilterTerm,
    faction_filter,
    type_filter,
)
from carddb.terms import CardType, Faction
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.widgets.buttons import push_button
from desktop.widgets.chips import Chip, ChipRow
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout, column, empty_layout, label, row, tip

_MORE = "Filters: icons, cost, STR, keywords, packs and more"


class PoolFilters(QObject):
    """What is switched on, as terms of the search language.

    Chosen filters that the cards at hand do not know wait until there are such cards again.
    """

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._cards: Collection[Card] = ()
        self._pools: tuple[CardPool, ...] = ()
        self._groups: tuple[FilterGroup, ...] | None = None
        self._chosen: dict[str, None] = {}
        self.factions = ChipRow(((each, _faction_glyph(each)) for each in Faction), parent)
        self.types = ChipRow(((each, _type_glyph(each)) for each in CardType), parent)
        self.playable = _switch("&Playable only", "Only cards that this deck may include", self)
        self.owned = _switch("&Owned only", "Only cards of your collection", self)
        self.owned.setVisible(False)
        self.starred = _switch("&Starred only", "Only cards with your star", self)
        self.starred.setEnabled(False)  # until the stars are known
        self.switches = {STARRED: self.starred, PLAYABLE: self.playable, OWNED: self.owned}
        tip = "Filter by icons, cost, STR, loyal, unique, keyword and pack"
        self.more = push_button("Filter&s", parent, tip, name=_MORE, kind="quiet")
        for chips in (self.factions, self.types):
            chips.changed.connect(self.changed)
        for switch in self.switches.values():
            switch.toggled.connect(self.changed)

    def layout_of_chips(self, parent: QWidget) -> FlowLayout:
        """Return a line with the chips of factions and types."""
        chips, gap = FlowLayout(0), QWidget(parent)
        gap.setFixedSize(space(parent, 3), 1)
        for each in (*self.factions.chips.values(), gap, *self.types.chips.values()):
            chips.addWidget(each)
        return chips

    def offer(self, cards: Collection[Card], pools: Iterable[CardPool]) -> None:
        """Offer the filters that divide these cards."""
        self._cards, self._pools, self._groups = cards, tuple(pools), None
        self.factions.offer(f for card in cards for f in card.factions or (Faction.NEUTRAL,))
        self.types.offer(card.type for card in cards)

    @property
    def groups(self) -> tuple[FilterGroup, ...]:
        if self._groups is None:
            # The table of keys, not at start.
            from carddb.search.filters import filter_groups  # noqa: PLC0415

            self._groups = filter_groups(self._cards, self._pools)
        return self._groups

    @property
    def terms(self) -> tuple[FilterTerm, ...]:
        """The filters that are on and say something of the cards at hand."""
        factions, types = self.factions.chosen, self.types.chosen
        return (
            *(faction_filter(each) for each in Faction if each in factions),
            *(type_filter(each) for each in CardType if each in types),
            *self._chosen_terms(),
            *(term for term, action in self.switches.items() if _is_on(action)),
        )

    def switch(self, term: FilterTerm, *, on: bool) -> None:
        if on and term.exclusive:
            for other in self._chosen_terms():
                if other.key == term.key:
                    self._chosen.pop(other.text)
        if on:
            self._chosen[term.text] = None
        else:
            self._chosen.pop(term.text, None)
        self.changed.emit()

    def drop(self, term: FilterTerm) -> None:
        self.show_only(each for each in self.terms if each != term)

    def clear(self) -> None:
        """Switch every filter off."""
        self.restore(())

    def show_only(self, terms: Iterable[FilterTerm]) -> None:
        """Switch off the filters at hand that are not among these."""
        gone = {each.text for each in self.terms} - {each.text for each in terms}
        self.restore([text for text in self.saved if text not in gone])

    @property
    def saved(self) -> tuple[str, ...]:
        """What is on, for `restore`."""
        switches = (text for text, button in self._switches() if button.isChecked())
        return (*switches, *self._chosen)

    def restore(self, texts: Sequence[str]) -> None:
        known = set()
        with QSignalBlocker(self):
            for text, button in self._switches():
                known.add(text)
                button.setChecked(text in texts)
            self._chosen = dict.fromkeys(text for text in texts if text not in known)
        self.changed.emit()

    def _chosen_terms(self) -> list[FilterTerm]:
        if not self._chosen:
            return []
        return [term for group in self.groups for term in group.terms if term.text in self._chosen]

    def _switches(self) -> list[tuple[str, Chip | QAction]]:
        """Return the term of each chip and switch with it."""
        return [
            *((faction_filter(each).text, chip) for each, chip in self.factions.chips.items()),
            *((type_filter(each).text, chip) for each, chip in self.types.chips.items()),
            *((term.text, action) for term, action in self.switches.items()),
        ]


def _switch(text: str, tip: str, parent: QObject) -> QAction:
    action = QAction(text, parent, checkable=True)
    action.setToolTip(tip)
    return action


def _is_on(switch: QAction) -> bool:
    return switch.isChecked() and switch.isEnabled() and switch.isVisible()


def _faction_glyph(faction: Faction) -> Glyph:
    name = "Neutral" if faction is Faction.NEUTRAL else faction.label
    return Glyph(icons.faction_glyph(faction), faction, name)


def _type_glyph(card_type: CardType) -> Glyph:
    return Glyph(icons.type_glyph(card_type), None, card_type.value.capitalize())


_CROSS = "\N{MULTIPLICATION SIGN}"


class ActiveFilterChip(QPushButton):
    """A filter that is on; a click or Delete switches it off."""

    def __init__(self, term: FilterTerm, parent: QWidget) -> None:
        super().__init__(f"{term.label.replace('&', '&&')}  {_CROSS}", parent)
        self.term = term
        self.setObjectName("chip")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setAccessibleName(f"Filter: {term.label}")
        self.setAccessibleDescription("Press to drop it")
        self.setToolTip(tip(f"Drop this filter ({term.text})"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.click()
        else:
            super().keyPressEvent(event)


class ActiveFilters(QWidget):
    """A line: chips of the filters that are on, the number of cards, buttons, and *Clear*."""

    dropped = Signal(object)  # a FilterTerm

    def __init__(self, count: QLabel, buttons: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(parent)
        self._count, self._last = count, buttons[-1]
        self._terms: tuple[FilterTerm, ...] = ()
        self.chips: list[ActiveFilterChip] = []
        self._layout = FlowLayout(space(self, 1))
        self.setAccessibleName("Filters that are on")
        words, name = "Drop these filters; the words of the search stay", "Clear all filters"
        self.clear = push_button("Clear", self, words, name=name, kind="link")
        side = space(self, 1)
        margin = (2 * side, 0, side, 0)
        row((self._layout, 1), *buttons, self.clear, parent=self, margin=margin, spacing=0)
        # In the middle of the line, as high as the buttons.
        count.setMinimumHeight(7 * side)
        self._layout.addWidget(count)
        self.clear.hide()

    def show_terms(self, terms: tuple[FilterTerm, ...]) -> None:
        """Show these filters as chips; the focus stays at the place of a chip that goes."""
        if terms == self._terms:
            return
        focused = next((n for n, chip in enumerate(self.chips) if chip.hasFocus()), None)
        had_focus = focused is not None or self.clear.hasFocus()
        self._terms = terms
        empty_layout(self._layout, self._count)
        self.chips = [self._chip(term) for term in terms]
        self._layout.addWidget(self._count)
        before = self._last
        for each in (self.clear, *self.chips):
            QWidget.setTabOrder(before, each)
            before = each
        self.clear.setVisible(bool(terms))
        if had_focus and not terms:
            self._last.setFocus(Qt.FocusReason.OtherFocusReason)
        elif focused is not None:
            place = min(focused, len(self.chips) - 1)
            self.chips[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def _chip(self, term: FilterTerm) -> ActiveFilterChip:
        chip = ActiveFilterChip(term, self)
        chip.clicked.connect(lambda: self.dropped.emit(term))
        self._layout.addWidget(chip)
        chip.show()
        return chip


# More of them are a list to choose from.
MOST_BUTTONS = 20


class FiltersPopup(Popup):
    """A row for each group: buttons to switch on and off, or a list where there are many."""

    def __init__(self, filters: PoolFilters, owner: QWidget) -> None:
        super().__init__("Filters", owner)
        self._filters = filters
        self.buttons: dict[FilterTerm, QPushButton] = {}
        self.lists: dict[str, ComboBox] = {}
        gap, grid = space(self, 1), QGridLayout()
        grid.setHorizontalSpacing(3 * gap)
        grid.setVerticalSpacing(gap)
        grid.setColumnMinimumWidth(1, space(self, 90))
        for line, group in enumerate(filters.groups):
            caption = label(group.name, Size.SMALL, faint=True)
            grid.addWidget(caption, line, 0)
            if len(group.terms) > MOST_BUTTONS or not group.terms[0].short:
                grid.addWidget(self._list(group), line, 1)
            else:
                grid.addLayout(self._line(group), line, 1)
        column(grid, parent=self, margin=3 * gap)
        filters.changed.connect(self._show_chosen)
        self._show_chosen()
        first = next(iter((*self.buttons.values(), *self.lists.values())), None)
        if first is not None:
            first.setFocus()

    def _line(self, group: FilterGroup) -> FlowLayout:
        line = FlowLayout(space(self, 1) // 2)
        for term in group.terms:
            words = tip(f"{term.label} ({term.text})")
            button = push_button(term.short, self, words, name=term.label, kind="small")
            button.setCheckable(True)
            button.clicked.connect(lambda on, term=term: self._filters.switch(term, on=on))
            self.buttons[term] = button
            line.addWidget(button)
        return line

    def _list(self, group: FilterGroup) -> ComboBox:
        field = ComboBox(group.name, self)
        add = f"Add a {group.name.lower().removesuffix('s')}…"
        field.set_choices({None: add} | {term: term.label for term in group.terms})
        field.activated.connect(lambda _, field=field: self._on_chosen(field))
        self.lists[group.name] = field
        return field

    def _on_chosen(self, field: ComboBox) -> None:
        term = field.chosen
        field.setCurrentIndex(0)
        if term is not None:
            self._filters.switch(term, on=True)

    def _show_chosen(self) -> None:
        chosen = set(self._filters.terms)
        for term, button in self.buttons.items():
            button.setChecked(term in chosen)
