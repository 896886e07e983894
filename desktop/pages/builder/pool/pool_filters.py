"""The filters of all cards: factions, types, switches, and those of the menu of filters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QToolButton, QWidget

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
from desktop.widgets.chips import Chip, ChipRow
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout


class PoolFilters(QObject):
    """What is switched on, as terms of the search language.

    Chosen filters that the cards at hand do not know wait until there are such cards again.

    Signals:
        changed: a filter was switched on or off.
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
        self.playable = QCheckBox("&Playable only", parent)
        self.playable.setToolTip("Only cards that this deck may include")
        self.owned = QCheckBox("&Owned only", parent)
        self.owned.setToolTip("Only cards of your collection")
        self.owned.hide()
        self.boxes = {PLAYABLE: self.playable, OWNED: self.owned}
        self.starred = Chip(Glyph(icons.STAR, None, STARRED.label), parent)
        self.starred.setToolTip("Only cards with your star (Ctrl+Shift+F gives one)")
        self.starred.setEnabled(False)  # until the stars are known
        self.starred.toggled.connect(self.changed)
        for box in self.boxes.values():
            box.setFont(sized(box.font(), Size.SMALL))
        self.more = QToolButton(parent)
        self.more.setText("Filter&s…")
        self.more.setAccessibleName("Filters: icons, cost, STR, keywords, packs and more")
        self.more.setToolTip("Filter by icons, cost, STR, loyal, unique, keyword and pack")
        self.more.setFont(sized(self.more.font(), Size.SMALL))
        self.more.setAutoRaise(True)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for switched in (self.factions.changed, self.types.changed):
            switched.connect(self.changed)
        for box in self.boxes.values():
            box.toggled.connect(self.changed)

    def layout_of_chips(self, parent: QWidget) -> FlowLayout:
        """Return the chips of factions and types, and the button of the others, as a line."""
        chips, gap = FlowLayout(0), QWidget(parent)
        gap.setFixedSize(space(parent, 2), 1)
        rows = (*self.factions.chips.values(), gap, *self.types.chips.values(), self.more)
        for each in rows:
            chips.addWidget(each)
        return chips

    def offer(self, cards: Collection[Card], pools: Iterable[CardPool]) -> None:
        """Offer the filters that divide these cards."""
        self._cards, self._pools, self._groups = cards, tuple(pools), None
        self.factions.offer(f for card in cards for f in card.factions or (Faction.NEUTRAL,))
        self.types.offer(card.type for card in cards)

    @property
    def groups(self) -> tuple[FilterGroup, ...]:
        """The filters that the menu offers."""
        if self._groups is None:
            # The table of keys, not at start.
            from carddb.search.filter_groups import filter_groups  # noqa: PLC0415

            self._groups = filter_groups(self._cards, self._pools)
        return self._groups

    @property
    def terms(self) -> tuple[FilterTerm, ...]:
        """The filters that are on and say something of the cards at hand."""
        return (
            *(faction_filter(each) for each in Faction if each in self.factions.chosen),
            *(type_filter(each) for each in CardType if each in self.types.chosen),
            *self._chosen_terms(),
            *([STARRED] if self.starred.isChecked() and self.starred.isEnabled() else ()),
            *(term for term, box in self.boxes.items() if box.isChecked() and _is_offered(box)),
        )

    def switch(self, term: FilterTerm, *, on: bool) -> None:
        """Switch a filter of the menu on or off."""
        if on and term.exclusive:
            for other in self._chosen_terms():
                if other.key == term.key:
                    self._chosen.pop(other.text)
        if on is not (term.text in self._chosen):
            self._chosen = {**self._chosen, term.text: None}
            if not on:
                del self._chosen[term.text]
        self.changed.emit()

    def drop(self, term: FilterTerm) -> None:
        """Switch a filter off, whichever it is."""
        self.show_only(each for each in self.terms if each != term)

    def clear(self) -> None:
        """Switch every filter off that has a chip; the boxes stay as they are."""
        boxes = {term.text for term in self.boxes}
        self.restore([text for text in self.saved if text in boxes])

    def show_only(self, terms: Iterable[FilterTerm]) -> None:
        """Switch off the filters at hand that are not among these."""
        gone = {each.text for each in self.terms} - {each.text for each in terms}
        self.restore([text for text in self.saved if text not in gone])

    @property
    def saved(self) -> tuple[str, ...]:
        """What is on, for `restore`."""
        switches = (text for text, _, on in self._switches() if on())
        return (*switches, *self._chosen)

    def restore(self, texts: Sequence[str]) -> None:
        """Switch on what was on."""
        known = set()
        self.blockSignals(True)  # noqa: FBT003 - Qt's own
        for text, switch, _ in self._switches():
            known.add(text)
            switch(text in texts)
        self._chosen = dict.fromkeys(text for text in texts if text not in known)
        self.blockSignals(False)  # noqa: FBT003 - Qt's own
        self.changed.emit()

    def _chosen_terms(self) -> list[FilterTerm]:
        if not self._chosen:
            return []
        return [term for group in self.groups for term in group.terms if term.text in self._chosen]

    def _switches(self) -> list[tuple[str, Callable[[bool], None], Callable[[], bool]]]:
        """Return the term of each chip and box, what switches it, and what tells if it is on."""
        factions, types = self.factions.chips.items(), self.types.chips.items()
        buttons = [
            *((faction_filter(faction), chip) for faction, chip in factions),
            *((type_filter(card_type), chip) for card_type, chip in types),
            (STARRED, self.starred),
            *self.boxes.items(),
        ]
        return [(term.text, each.setChecked, each.isChecked) for term, each in buttons]


def _is_offered(box: QCheckBox) -> bool:
    return box.isEnabled() and not box.isHidden()


def _faction_glyph(faction: Faction) -> Glyph:
    name = "Neutral" if faction is Faction.NEUTRAL else faction.label
    return Glyph(icons.faction_glyph(faction), faction, name)


def _type_glyph(card_type: CardType) -> Glyph:
    return Glyph(icons.type_glyph(card_type), None, card_type.value.capitalize())
