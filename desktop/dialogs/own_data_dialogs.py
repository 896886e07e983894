"""The dialogs of the player's own restricted lists and packs of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Generic

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.own_cards import (
    add_own_pack,
    own_pack_file,
    own_packs,
    read_own_pack,
    remove_own_pack,
)
from carddb.own_files import FileContents, OwnFileError, contents_of, restore_files
from carddb.own_lists import (
    add_own_list,
    list_bytes,
    own_list_file,
    read_own_list,
    remove_own_list,
)
from carddb.pack import Pack
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import AppError
from core.files import file_name
from core.text_format import count_of
from desktop.dialogs.list_editor import ListEditor
from desktop.dialogs.simple_dialogs import (
    ClosableDialog,
    ask_for_file,
    push_button,
    read_only_text,
    write_and_report,
)
from desktop.runtime.settings import Settings
from desktop.session.loaded_cards import LoadedCards
from desktop.session.own_data import OwnDataController
from desktop.style.fonts import space
from desktop.widgets.action_buttons import WidgetShortcuts
from desktop.widgets.buttons import push_button as styled_button
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.layouts import bold_label, label, row
from desktop.widgets.message_bar import toast_of
from desktop.widgets.rows_model import Column, ColumnsModel, Row, faction_column, number_column
from desktop.widgets.rows_table import RowsTable
from library.deck_files import read_file

FILTER = "JSON (*.json);;All files (*)"


class OwnDataDialog(ClosableDialog, Generic[Row]):
    """Lists the player's own data, imports files, and removes the selection with an undo."""

    def __init__(
        self,
        title: str,
        own_data: OwnDataController,
        settings: Settings,
        model: ColumnsModel[Row],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, parent)
        self._own_data, self._settings = own_data, settings
        self.model = model
        self.table: RowsTable[Row] = RowsTable(model, title, self)
        self.faults_label = bold_label(wraps=True)
        self.faults = read_only_text("Faults of the file", self)
        self.faults.setMaximumHeight(space(self, 40))
        self.remove = push_button("De&lete", self.remove_selected, self, "Delete (Del)")
        delete = QAction(self, shortcut=QKeySequence("Del"))
        delete.triggered.connect(self.remove_selected)
        WidgetShortcuts([delete], self.table)
        FileDropFilter(self).files_dropped.connect(self.take_files)
        self.table.selectionModel().selectionChanged.connect(self.update_buttons)
        own_data.session.cards_loaded.connect(self.show_rows)
        own_data.busy_changed.connect(self.update_buttons)

    @property
    def cards(self) -> LoadedCards:
        cards = self._own_data.session.cards
        if cards is None:
            raise AssertionError
        return cards

    def lay_out_parts(self, words: str, buttons: Sequence[QPushButton]) -> None:
        """Lay out an introduction, buttons, the table, and the faults of a file."""
        self.lay_out(
            label(words, faint=True, wraps=True),
            row(*buttons, None, self.remove, spacing=space(self, 1)),
            (self.table, 1),
            self.faults_label,
            self.faults,
            size=(170, 110),
        )
        self.leave_enter_alone()
        self.table.horizontalHeader().setMinimumSectionSize(1)
        self.clear_faults()
        self.show_rows()
        buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_rows(self) -> None:
        raise NotImplementedError

    def take(self, path: Path) -> None:
        raise NotImplementedError

    def remove_selected(self) -> None:
        raise NotImplementedError

    def update_buttons(self) -> None:
        self.remove.setEnabled(bool(self.table.selected()) and not self._own_data.busy)

    def choose_file(self) -> None:
        folder = self._settings.last_folder
        chosen, _ = QFileDialog.getOpenFileName(self, self.windowTitle(), folder, FILTER)
        if chosen:
            self.take_files([Path(chosen)])

    def take_files(self, paths: Sequence[Path]) -> None:
        """Take some files, and show the faults of all of them."""
        self.clear_faults()
        self._settings.last_folder = str(paths[0].parent.resolve())
        for each in paths:
            self.take(each)

    def change(self, work: Callable[[], object], files: Sequence[Path], words: str) -> None:
        """Change files in the background; then say so, with an undo that restores them."""

        def changed() -> FileContents:
            before = contents_of(files)
            work()
            return before

        def then(before: FileContents) -> None:
            undo = partial(self._own_data.change, partial(restore_files, before))
            toast_of(self).show_message(words, undo)

        self._own_data.change(changed, then, partial(self.show_error, ""))

    def delete(
        self,
        codes: Sequence[str],
        remove: Callable[[Path, str], object],
        file_of: Callable[[Path, str], Path],
        words: str,
    ) -> None:
        """Delete what has these codes, each with `remove`; `file_of` returns its file."""
        self.clear_faults()
        home = self._own_data.home
        files = [file_of(home, code) for code in codes]
        self.change(lambda: [remove(home, code) for code in codes], files, words)

    def show_error(self, file: str, error: AppError) -> None:
        """Show the faults of a file below those of others, each in a line of its own."""
        if isinstance(error, OwnFileError):
            counted = count_of(len(error.faults), "fault")
            heading = f"{f'“{file}”' if file else 'It'} was not added: {counted}."
            self._show_faults(heading, error.faults)
        else:
            self._show_faults(error.text, ())

    def clear_faults(self) -> None:
        for part in (self.faults_label, self.faults):
            part.clear()
            part.hide()

    def _show_faults(self, heading: str, faults: Sequence[str]) -> None:
        self.faults_label.setText(f"{self.faults_label.text()}\n{heading}".strip())
        self.faults_label.show()
        for each in faults:
            self.faults.appendPlainText(each)
            self.faults.show()


_LIST_COLUMNS: tuple[Column[RestrictedList], ...] = (
    Column(title="List", text=lambda each: each.name, share=3),
    Column(title="Issuer", text=lambda each: each.issuer, faint=True, share=2),
    Column(title="Date", text=lambda each: each.date.isoformat(), width=12),
    Column(title="Edition", text=lambda each: each.edition.value.capitalize(), width=10),
    number_column("Cards", lambda each: len(each.codes), 7, faint=True),
)


class OwnListsDialog(OwnDataDialog[RestrictedList]):
    """Makes, edits, imports, exports and deletes restricted lists of the player's own."""

    def __init__(
        self, own_data: OwnDataController, settings: Settings, parent: QWidget | None = None
    ) -> None:
        model = ColumnsModel(_LIST_COLUMNS, key=lambda each: (each.edition, each.code))
        super().__init__("Restricted lists of your own", own_data, settings, model, parent)
        self.new = styled_button("&New list…", self, clicked=self.make, kind="primary")
        self.edit = push_button("&Edit…", self.edit_selected, self)
        self.import_ = push_button("&Import…", self.choose_file, self, "Add a list from a file")
        self.export = push_button("E&xport…", self.export_selected, self, "Save it to share it")
        self.table.empty_text = "No lists of your own yet."
        self.table.open_rows()
        self.table.opened.connect(lambda _: self.edit_selected())
        words = (
            "A list of your club or league. You can choose it like a published list. It is marked"
            " “(own)” and never in force by itself. An event carries its list with it."
        )
        self.lay_out_parts(words, (self.new, self.edit, self.import_, self.export))

    @override
    def show_rows(self) -> None:
        pools = self.cards.pools.values()
        own = [each for pool in pools for each in pool.lists.values() if each.own]
        self.model.update_rows(sorted(own, key=lambda each: each.date, reverse=True))
        self.update_buttons()

    @override
    def update_buttons(self) -> None:
        super().update_buttons()
        one = len(self.table.selected()) == 1
        self.edit.setEnabled(one)
        self.export.setEnabled(one)

    def make(self) -> ListEditor:
        """Open the editor of a new list."""
        return self._edit(None)

    def edit_selected(self) -> None:
        for each in self.table.selected()[:1]:
            self._edit(each)

    def _edit(self, before: RestrictedList | None) -> ListEditor:
        self.clear_faults()
        today, edition = self._own_data.session.today, self._settings.edition
        editor = ListEditor(self.cards, today, before, self, edition)
        editor.accepted.connect(lambda: self._save(editor.restricted_list))
        editor.open()
        return editor

    def _save(self, restricted: RestrictedList, words: str = "saved") -> None:
        home, text = self._own_data.home, f"“{restricted.name}” was {words}."
        files = [own_list_file(home, restricted.code)]
        self.change(partial(add_own_list, home, restricted), files, text)

    @override
    def take(self, path: Path) -> None:
        """Add the list of a file, replacing a list of its code."""
        try:
            found = read_own_list(read_file(path), self.cards.pools)
        except AppError as error:
            self.show_error(path.name, error)
            return
        is_known = own_list_file(self._own_data.home, found.code).exists()
        self._save(found, "replaced" if is_known else "added")

    def export_selected(self) -> None:
        for each in self.table.selected()[:1]:
            name, data = file_name(each.code, ".json"), list_bytes(each)
            save = partial(write_and_report, data=data, report=toast_of(self).show_message)
            ask_for_file("Export the list", self._settings.last_folder, name, save, self, FILTER)

    @override
    def remove_selected(self) -> None:
        gone = self.table.selected()
        if gone:
            named = f"“{gone[0].name}” was" if len(gone) == 1 else f"{len(gone)} lists were"
            codes = [each.code for each in gone]
            self.delete(codes, remove_own_list, own_list_file, f"{named} deleted.")


_CARD_COLUMNS: tuple[Column[tuple[Pack, Card]], ...] = (
    faction_column(lambda each: each[1]),
    Column(title="Card", text=lambda each: each[1].name, share=3),
    Column(title="Type", text=lambda each: each[1].type.value.capitalize(), width=12),
    Column(title="Pack", text=lambda each: each[0].label, faint=True, share=2),
    Column(title="Code", text=lambda each: each[1].code, faint=True, width=12),
)


class OwnCardsDialog(OwnDataDialog[tuple[Pack, Card]]):
    """Shows the packs of the player's own, adds them from files, and deletes them."""

    def __init__(
        self, own_data: OwnDataController, settings: Settings, parent: QWidget | None = None
    ) -> None:
        model = ColumnsModel(
            _CARD_COLUMNS, key=lambda each: each[1].code, card=lambda each: each[1]
        )
        super().__init__("Cards of your own", own_data, settings, model, parent)
        self.add = styled_button("Choose a &file…", self, clicked=self.choose_file, kind="primary")
        self.remove.setText("De&lete the pack")
        self.table.empty_text = "No cards of your own yet."
        watch_cards(self.table)
        words = (
            "Choose or drop a JSON file with a fan-made pack of the second edition, in throneteki's"
            " format. You can search its cards and build with them. The judge does not know the"
            " rules in their texts, and says so in a warning."
        )
        self.lay_out_parts(words, (self.add,))

    @override
    def show_rows(self) -> None:
        pool = self.cards.pools[Edition.SECOND]
        packs = {each.code: each for each in own_packs(pool)}
        own = [pool.by_code[code] for code in sorted(pool.own_cards)]
        self.model.update_rows([(packs[card.pack], card) for card in own if card.pack in packs])
        self.update_buttons()

    @override
    def take(self, path: Path) -> None:
        """Add the pack of a file, replacing a pack of its code."""
        home = self._own_data.home
        try:
            found = read_own_pack(read_file(path), self.cards.pools)
        except AppError as error:
            self.show_error(path.name, error)
            return
        words = f"“{found.pack.label}” was added, with {count_of(len(found.cards), 'card')}."
        files = [own_pack_file(home, found.pack.code)]
        self.change(partial(add_own_pack, home, found), files, words)

    @override
    def remove_selected(self) -> None:
        packs = list(dict.fromkeys(pack for pack, _ in self.table.selected()))
        if packs:
            named = " and ".join(f"“{each.label}”" for each in packs)
            words = f"{named} deleted. Decks keep the codes of the cards."
            self.delete([each.code for each in packs], remove_own_pack, own_pack_file, words)
