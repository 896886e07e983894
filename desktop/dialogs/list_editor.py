"""The dialog that edits a restricted list: what it is called, and what it says of which cards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import islice

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from typing_extensions import override

from app.list_draft import EntryKind, ListDraft, ListEntry, Scope, entries_of, with_cards, with_pod
from carddb.own_lists import OWN
from carddb.query import Searcher
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import QueryError
from desktop.dialogs.simple_dialogs import SimpleDialog, push_button
from desktop.session.loaded_cards import LoadedCards, PoolRow
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.action_buttons import WidgetShortcuts
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.layouts import Item, buddy_label, column, label, row, tab_order
from desktop.widgets.rows_model import Column, ColumnsModel, faction_column
from desktop.widgets.rows_table import RowsTable
from desktop.widgets.search_field import SearchField
from desktop.widgets.segments import Segments

_MOST_FOUND = 300
_MOST_LETTERS = 60
_SHORT = {Scope.BOTH: "Both"}
_EDITIONS = {Edition.SECOND: "Second", Edition.FIRST: "First"}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class _Fault(QLabel):
    """Says what is wrong with the field above it; empty if nothing is."""

    def __init__(self, what: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(label("", Size.SMALL).font())
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAccessibleName(f"What is wrong with the {what}")

    def show_fault(self, text: str) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, colours_of(palette).illegal)
        self.setPalette(palette)
        self.setText(text)


class ListEditor(SimpleDialog):
    """Edits one of the player's own lists or a new one; `restricted_list` is the result.

    A new list begins empty or with the entries of another list.
    """

    def __init__(
        self,
        cards: LoadedCards,
        today: date,
        before: RestrictedList | None = None,
        parent: QWidget | None = None,
        edition: Edition = Edition.SECOND,
    ) -> None:
        title = before.name if before else "New restricted list"
        super().__init__(title, "Save", parent)
        self._cards, self._code = cards, before.code if before else ""
        self.entries: list[ListEntry] = entries_of(before) if before else []
        self._searcher = cache(lambda kind: Searcher(cards.pools[kind]))
        # A field that nobody has typed in yet shows no fault.
        self._touched: set[str] = {"name", "issuer", "cards"} if before else {"cards"}
        self._make_fields(before, today, before.edition if before else edition)
        self._make_tables()
        self._make_buttons()
        self._lay_out_parts(new=before is None)
        self._connect()
        self._show_edition()

    def _make_fields(self, before: RestrictedList | None, today: date, edition: Edition) -> None:
        self.name = QLineEdit(before.name.removesuffix(OWN) if before else "", self)
        self.issuer = QLineEdit(before.issuer if before else "", self)
        for field, hint in ((self.name, "Winter League"), (self.issuer, "Club or league")):
            field.setMaxLength(_MOST_LETTERS)
            field.setPlaceholderText(hint)
        self.day = DateField("Date", self)
        self.day.set_day(before.date if before else today)
        self.edition = ComboBox("Edition", self)
        self.edition.set_choices(_EDITIONS, edition)
        self.edition.setEnabled(before is None)
        self.begin_with = ComboBox("Begin with", self, 24)
        self.faults = {each: _Fault(each, self) for each in ("name", "issuer", "cards")}

    def _make_tables(self) -> None:
        self.search = SearchField(self)
        self.search.setAccessibleName("Search cards")
        self.search.setPlaceholderText("Search cards")
        columns: tuple[Column[PoolRow], ...] = (
            faction_column(lambda each: each.card),
            Column(title="Card", text=lambda each: each.card.name, share=3),
            Column(title="Pack", text=lambda each: each.pack, faint=True, share=2),
        )
        self.found = ColumnsModel(
            columns, self, key=lambda each: each.card.code, card=lambda each: each.card
        )
        self.found_table: RowsTable[PoolRow] = RowsTable(self.found, "Cards found", self)
        self.found_table.open_rows()
        says: tuple[Column[ListEntry], ...] = (
            Column(title="On the list", text=self._entry_words, share=3),
            Column(title="", name="What it says", text=lambda each: each.kind.value, width=11),
            Column(
                title="In",
                text=lambda each: _SHORT.get(each.scope, each.scope.value),
                words=lambda each: each.scope.value,
                faint=True,
                width=8,
            ),
        )
        self.listed = ColumnsModel(
            says, self, key=lambda each: each, card=lambda each: self._cards.card(each.cards[0])
        )
        self.listed_table: RowsTable[ListEntry] = RowsTable(self.listed, "On the list", self)
        self.listed_table.wrapping = (0,)
        self.listed_table.empty_text = "Nothing yet. Find cards at the left, then ban them."
        for table in (self.found_table, self.listed_table):
            table.setMinimumHeight(space(self, 36))
            table.horizontalHeader().setMinimumSectionSize(1)
            watch_cards(table)

    def _make_buttons(self) -> None:
        scopes = [(each.value, each) for each in Scope]
        self.scope: Segments[Scope] = Segments("Format", scopes, Scope.BOTH, self)
        pod = "into the pod that is selected at the right, or into a new one"
        buttons = {
            "&Ban": (self.ban, "Ban the selected cards (Enter)"),
            "&Restrict": (self.restrict, "Restrict the selected cards: a deck may have one"),
            "&Pod": (self.add_pod, f"Put the selected cards {pod}: a deck may have one of them"),
        }
        self.add_buttons_: list[QPushButton] = [
            push_button(words, slot, self, tip) for words, (slot, tip) in buttons.items()
        ]
        words = "The first card of the pod excludes the others, which may be together"
        self.excludes = push_button("&First excludes the others", self.toggle_first, self, words)
        self.remove = push_button("Remo&ve", self.remove_selected, self, "Remove (Delete)")

    def _lay_out_parts(self, *, new: bool) -> None:
        gap = space(self, 2)
        head = row(
            (self._captioned("&Name", self.name, "name"), 3),
            (self._captioned("&Issuer", self.issuer, "issuer"), 3),
            (self._captioned("&Date", self.day), 2),
            (self._captioned("&Edition", self.edition), 2),
            spacing=2 * gap,
        )
        begin = row(
            buddy_label("Be&gin with", self.begin_with, Size.BODY), (self.begin_with, 1),
            spacing=gap,
        )  # fmt: skip
        left = column(
            self.search, (self.found_table, 1), row(*self.add_buttons_, None, spacing=gap // 2),
            spacing=gap,
        )  # fmt: skip
        right = column(
            row(self.scope, None),
            (self.listed_table, 1),
            row(None, self.excludes, self.remove, spacing=gap // 2),
            spacing=gap,
        )
        both = row((left, 1), (right, 1), spacing=3 * gap)
        parts: list[Item] = [head, *([begin] if new else []), (both, 1), self.faults["cards"]]
        self.lay_out(*parts, size=(220, 130))
        tab_order(
            self.name, self.issuer, self.day, self.edition, *([self.begin_with] if new else []),
            self.search, self.found_table, *self.add_buttons_, self.scope, self.listed_table,
            self.excludes, self.remove, self.accept_button, self.cancel,
        )  # fmt: skip
        self.begin_with.setVisible(new)
        self.name.setFocus()

    def _captioned(self, words: str, field: QWidget, place: str = "") -> QWidget:
        part = QWidget(self)
        field.setAccessibleName(words.replace("&", ""))
        parts: list[QWidget] = [buddy_label(words, field, Size.SMALL), field]
        parts += [self.faults[place]] if place else []
        column(*parts, None, parent=part, margin=0, spacing=space(self, 1))
        return part

    def _connect(self) -> None:
        for name in ("name", "issuer"):
            field: QLineEdit = getattr(self, name)
            field.textChanged.connect(lambda _, name=name: self._on_typed(name))
        self.day.dateChanged.connect(self._update)
        self.edition.currentIndexChanged.connect(self._on_edition_chosen)
        self.begin_with.activated.connect(self._on_begin_chosen)
        self.search.textChanged.connect(self._show_found)
        self.search.left_downwards.connect(self._go_to_found)
        self.search.returnPressed.connect(self._go_to_found)
        self.found_table.opened.connect(lambda _: self.ban())
        for table in (self.found_table, self.listed_table):
            table.selectionModel().selectionChanged.connect(self._update_buttons)
        delete = QAction(self, shortcut=QKeySequence("Del"))
        delete.triggered.connect(self.remove_selected)
        WidgetShortcuts([delete], self.listed_table)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter in the search goes to what it finds, and only in these fields it saves.
        saves = self.focusWidget() in {self.name, self.issuer, self.day}
        if event.key() not in _ENTER or saves:
            super().keyPressEvent(event)

    @property
    def draft(self) -> ListDraft:
        return ListDraft(
            name=self.name.text().strip(),
            issuer=self.issuer.text().strip(),
            day=self.day.day,
            edition=self.edition.chosen,
            entries=tuple(self.entries),
            code=self._code,
        )

    @property
    def restricted_list(self) -> RestrictedList:
        return self.draft.restricted_list

    def ban(self) -> None:
        self._say(EntryKind.BANNED)

    def restrict(self) -> None:
        self._say(EntryKind.RESTRICTED)

    def add_pod(self) -> None:
        """Add the selected cards to the selected pod, or make a pod of them."""
        codes = self._chosen_codes()
        if codes:
            entries, pod = with_pod(self.entries, self._selected_pod(), self.scope.value, codes)
            self._set_entries(entries, [pod])

    def toggle_first(self) -> None:
        """Let the first card of the selected pod exclude the others, or not any more."""
        if (pod := self._selected_pod()) is not None:
            new = replace(pod, excludes=not pod.excludes)
            self._set_entries([new if each == pod else each for each in self.entries], [new])

    def remove_selected(self) -> None:
        gone = self.listed_table.selected()
        self._set_entries([each for each in self.entries if each not in gone])

    def _say(self, kind: EntryKind) -> None:
        codes = self._chosen_codes()
        if codes:
            entries = with_cards(self.entries, kind, self.scope.value, codes)
            self._set_entries(entries, entries[-len(codes) :])

    def _chosen_codes(self) -> list[str]:
        return [each.card.code for each in self.found_table.selected()]

    def _selected_pod(self) -> ListEntry | None:
        selected = self.listed_table.selected()
        is_pod = len(selected) == 1 and selected[0].kind is EntryKind.POD
        return selected[0] if is_pod else None

    def _set_entries(
        self, entries: Sequence[ListEntry], selected: Iterable[ListEntry] = ()
    ) -> None:
        self.entries = list(entries)
        self._show_listed()
        self.listed_table.select(list(selected))
        self._update()

    def _entry_words(self, entry: ListEntry) -> str:
        first, *others = map(self._cards.named, entry.cards)
        if entry.kind is not EntryKind.POD:
            return first
        return f"{first}{' excludes: ' if entry.excludes else ', '}{', '.join(others)}"

    def _show_edition(self) -> None:
        pool = self._cards.pools[self.edition.chosen]
        self.search.know(pool)
        newest = sorted(pool.lists.values(), key=lambda each: each.date, reverse=True)
        self.begin_with.set_choices({None: "An empty list"} | {each: each.name for each in newest})
        self._show_found()
        self._show_listed()
        self._update()

    def _show_found(self) -> None:
        edition, text = self.edition.chosen, self.search.text().strip()
        found: Container[str] = ()
        self.search.clear_mark()
        empty = "No cards match."
        try:
            found = self._searcher(edition).query(text).found()
        except QueryError as error:
            self.search.mark_wrong(error.start, error.end, error.reason)
            empty = error.reason
        self.found_table.empty_text = empty
        rows = (each for each in self._cards.rows if each.card.code in found)
        self.found.show_rows(islice(rows, _MOST_FOUND))
        self._update_buttons()

    def _show_listed(self) -> None:
        order = list(EntryKind)
        self.listed.show_rows(
            sorted(self.entries, key=lambda each: (order.index(each.kind), self._entry_words(each)))
        )

    def _go_to_found(self) -> None:
        if self.found.rows:
            self.found_table.setCurrentIndex(self.found.index(0, 0))
            self.found_table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_typed(self, name: str) -> None:
        self._touched.add(name)
        self._update()

    def _on_edition_chosen(self) -> None:
        self.entries = []
        self._show_edition()

    def _on_begin_chosen(self) -> None:
        chosen = self.begin_with.chosen
        self._set_entries(entries_of(chosen) if chosen else [])

    def _update(self) -> None:
        found = self.draft.faults(self._cards.pools)
        for place, fault in self.faults.items():
            text = found.get(place, "") if place in self._touched else ""
            fault.show_fault(text)
            fault.setVisible(bool(text))
        self.accept_button.setEnabled(not found)
        self._update_buttons()

    def _update_buttons(self) -> None:
        for each in self.add_buttons_:
            each.setEnabled(bool(self.found_table.selected()))
        pod = self._selected_pod()
        self.add_buttons_[-1].setText("Add to &pod" if pod else "&Pod")
        self.excludes.setEnabled(pod is not None)
        words = (
            "First &no longer excludes" if pod and pod.excludes else "&First excludes the others"
        )
        self.excludes.setText(words)
        self.remove.setEnabled(bool(self.listed_table.selected()))
