"""The menu of saved filters and recent searches of all cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QMenu, QWidget
from typing_extensions import override

from app.saved_filters import (
    LONGEST_NAME,
    MOST_SAVED,
    SavedFilter,
    called,
    saved_as,
    with_recent,
    without,
)
from carddb.terms import Edition
from core.text_format import shortened
from desktop.pages.builder.pool.pool_filters import PoolFilters
from desktop.pages.builder.pool.view_menu import SortMenu
from desktop.style.fonts import space
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.layouts import column, tip
from desktop.widgets.menus import Menu
from desktop.widgets.search_field import SearchField, SuggestionDelegate, suggestion_item


class SearchMenu(Menu):
    """Saves searches and filters under names, applies them again, and lists the last searches.

    `edition` returns the edition that is searched. `button` opens the menu; it is placed elsewhere.
    """

    saved_changed = Signal()
    recent_changed = Signal()

    def __init__(
        self,
        field: SearchField,
        filters: PoolFilters,
        sort: SortMenu,
        edition: Callable[[], Edition | None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent=parent)
        self._field, self._filters, self._sort, self._edition = field, filters, sort, edition
        self.saved: tuple[SavedFilter, ...] = ()
        self.recent: tuple[str, ...] = ()
        self._before: SavedFilter | None = None
        self._written = field.text()
        self.setAccessibleName("Saved searches")
        self.setToolTipsVisible(True)
        words = "Saved searches"
        self.button = GlyphButton("search/find", words, field, "Alt+Down", self, side=6)
        self.aboutToShow.connect(self._fill)
        field.editingFinished.connect(self.note_search)
        field.left_downwards.connect(self.note_search)
        field.textChanged.connect(self._on_text_changed)

    def open_below_field(self) -> None:
        self.popup(self._field.mapToGlobal(QPoint(0, self._field.height())))

    def note_search(self) -> None:
        if self._field.wrong is None:
            self._remember(with_recent(self.recent, self._field.text()))

    def choose(self, chosen: SavedFilter) -> None:
        """Apply a saved filter in place of the current search."""
        self.note_search()
        self._before = self._now("")
        self._switch_on(chosen)

    def search_again(self, words: str) -> None:
        self.note_search()
        self._write(words)

    def save(self, name: str) -> None:
        """Save the search under a name; a filter of that name is replaced if the player agrees."""
        present, now = called(self.saved, name), self._now(name)
        if present is None:
            self._keep(saved_as(self.saved, now))
        elif replace(present, name="") != replace(now, name=""):
            words = f"It searches for: {present.contents}. Now: {now.contents}."
            self._ask_to("Replace", present, words, saved_as(self.saved, now))

    def rename(self, chosen: SavedFilter, name: str) -> None:
        """Rename a saved filter; another one of that name is replaced if the player agrees."""
        renamed, kept = replace(chosen, name=name), without(self.saved, chosen.name)
        taken = called(kept, name)
        if taken is None:
            self._keep(saved_as(kept, renamed))
        else:
            words = f"This name has a filter already: {taken.contents}."
            self._ask_to("Replace", taken, words, saved_as(kept, renamed))

    def ask_to_remove(self, chosen: SavedFilter) -> None:
        words = f"It searches for: {chosen.contents}."
        self._ask_to("Remove", chosen, words, without(self.saved, chosen.name))

    def _ask_to(
        self, verb: str, present: SavedFilter, words: str, after: tuple[SavedFilter, ...]
    ) -> None:
        title = f"{verb} the filter “{shortened(present.name)}”?"
        self._confirm(title, words, verb, partial(self._keep, after))

    def _now(self, name: str) -> SavedFilter:
        edition = self._edition()
        words = " ".join(self._field.text().split())
        filters, sort = self._filters.saved, self._sort.saved
        return SavedFilter(name, words, filters, sort, edition.value if edition else "")

    def _switch_on(self, chosen: SavedFilter) -> None:
        edition = self._edition()
        # Search the edition that it was saved for, whatever the deck.
        elsewhere = chosen.edition and edition is not None and chosen.edition != edition.value
        named = f" edition:{chosen.edition}" if elsewhere and "edition" not in chosen.words else ""
        self._filters.restore(chosen.filters)
        self._sort.restore(chosen.sort)
        self._write(f"{chosen.words}{named}".strip())

    def _write(self, words: str) -> None:
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        # Can be undone, unlike setText.
        self._field.selectAll()
        self._field.insert(words)

    def _keep(self, filters: tuple[SavedFilter, ...]) -> None:
        self.saved = filters
        self.saved_changed.emit()

    def _remember(self, recent: tuple[str, ...]) -> None:
        if recent != self.recent:
            self.recent = recent
            self.recent_changed.emit()

    def _on_text_changed(self, text: str) -> None:
        # Emptied or typed over at once, not letter by letter.
        if len(text) + 1 < len(self._written) and len(text) < 2 and self._field.wrong is None:
            self._remember(with_recent(self.recent, self._written))
        self._written = text

    def _fill(self) -> None:
        self.clear()
        for submenu in self.findChildren(QMenu):  # Qt only takes them out of the menu
            submenu.deleteLater()
        if self._before is not None:
            self.addAction("&Back to the previous search", self._go_back)
            self.addSeparator()
        self._add(self, self.choose)
        ask = partial(self._ask, "Save this search", "Save", self._field.text(), self.save)
        save = self.addAction("&Save this search…", ask)
        save.setEnabled(not self._now("").is_empty and len(self.saved) < MOST_SAVED)
        if self.saved:
            replaced = self.add_menu("Re&place with this search")
            replaced.setEnabled(save.isEnabled())
            self._add(replaced, lambda each: self.save(each.name))
            self._add(
                self.add_menu("Re&name"),
                lambda each: self._ask(
                    "Rename the filter", "Rename", each.name, partial(self.rename, each)
                ),
            )
            self._add(self.add_menu("Re&move"), self.ask_to_remove)
        if self.recent:
            self.addSeparator()
            self.addAction("Recent searches").setEnabled(False)
            for words in self.recent:
                self.addAction(_plain(words), partial(self.search_again, words))
            title, words = "Forget the recent searches?", "Saved filters stay."
            forget = partial(self._confirm, title, words, "Forget them", lambda: self._remember(()))
            self.addAction("&Forget the recent searches…", forget)

    def _add(self, menu: QMenu, act: Callable[[SavedFilter], None]) -> None:
        for each in self.saved:
            action = menu.addAction(_plain(each.name), partial(act, each))
            action.setToolTip(tip(each.contents))

    def _go_back(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._switch_on(before)

    def _ask(self, title: str, verb: str, name: str, act: Callable[[str], None]) -> None:
        from desktop.dialogs.simple_dialogs import NameDialog  # noqa: PLC0415 - when asked for

        name = " ".join(name.split())[:LONGEST_NAME]
        dialog = NameDialog(title, verb, name, self._field.window())
        dialog.name.setMaxLength(LONGEST_NAME)
        dialog.named.connect(act)
        dialog.open()

    def _confirm(self, title: str, words: str, verb: str, act: Callable[[], None]) -> None:
        from desktop.dialogs.simple_dialogs import ConfirmDialog  # noqa: PLC0415 - when asked for

        dialog = ConfirmDialog(title, words, verb, self._field.window())
        dialog.confirmed.connect(act)
        dialog.open()


def _plain(words: str) -> str:
    return shortened(words).replace("&", "&&")


class LanguageHelpButton(GlyphButton):
    """Opens the language of a search field: examples and keys below the button."""

    def __init__(self, field: SearchField) -> None:
        super().__init__("search/help", "Search language: examples and keys", field, side=6)
        self.clicked.connect(lambda: LanguagePopup(field, self).show_below())


class LanguagePopup(Popup):
    """A list of examples, then of every key; a click or Enter inserts one into the field."""

    def __init__(self, field: SearchField, owner: QWidget) -> None:
        super().__init__("Search language", owner)
        self._field = field
        self.model = QStandardItemModel(self)
        self.list = LanguageList(self)
        self.list.setAccessibleName("Examples and keys")
        self.list.setModel(self.model)
        self.list.setItemDelegate(SuggestionDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fill()
        self.list.setCurrentIndex(self.model.index(1, 0))
        self.list.setMinimumSize(space(self, 150), space(self, 110))
        column(self.list, parent=self, margin=space(self, 1))
        self.list.clicked.connect(self._insert)
        self.list.activated.connect(self._insert)
        self.list.setFocus()

    def _fill(self) -> None:
        # The table of keys and what it imports, when asked for.
        from carddb.search.suggestions import EXAMPLES, Suggestion, keys_at  # noqa: PLC0415

        examples = [Suggestion(0, each.query, each.query, each.finds) for each in EXAMPLES]
        for heading, found in (
            ("Examples: a click adds one to the search", examples),
            ("Every key, with its letter", keys_at("", 0)),
        ):
            item, font = QStandardItem(heading), QFont(self.font())
            font.setWeight(QFont.Weight.DemiBold)
            item.setFont(font)
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.model.appendRow(item)
            for each in found:
                self.model.appendRow(suggestion_item(each))

    def _insert(self, index: QModelIndex) -> None:
        if self.isVisible() and index.flags() & Qt.ItemFlag.ItemIsSelectable:
            self.close()
            self._field.add_suggestion(index)


class LanguageList(QListView):
    """Enter chooses the current row on every platform; Escape closes the popup."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
