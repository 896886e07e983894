"""Signs many players up at once from a list that is pasted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QPushButton, QWidget
from typing_extensions import override

from carddb.errors import AppError
from carddb.terms import Faction
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events.sign_up import SignUp, read_sign_ups
from library.deck_files import read_file
from validators.problem import Severity


def _glyph(line: SignUp) -> Glyph:
    if line.problem:
        return Glyph(icons.UNREAD, Severity.ERROR)
    if line.note:
        return Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)
    return Glyph(icons.LEGAL, tint=True)


_COLUMNS: tuple[Column[SignUp], ...] = (
    Column(title="Line", text=lambda each: str(each.line), width=6, alignment=RIGHT, faint=True),
    Column(title="Player", text=lambda each: each.name, width=14, share=3),
    Column(
        title="Faction",
        text=lambda each: Faction(each.faction).label if each.faction else "",
        width=14,
    ),
    Column(title="Agenda", text=lambda each: each.agenda, width=10, share=2),
    Column(
        title="Result",
        text=lambda each: each.problem or each.note or "Signs up",
        glyphs=lambda each: (_glyph(each),),
        width=16,
        share=4,
    ),
)


class SignUpsModel(ColumnsModel[SignUp]):
    """The account of every line of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_COLUMNS, parent)

    @override
    def key(self, row: SignUp) -> int:
        return row.line


class SignUpDialog(SimpleDialog):
    """Paste names, one a line, or a table with faction and agenda; see what becomes of each line.

    Signals:
        signed_up: the players of the list (a list of SignUp).
    """

    signed_up = Signal(list)

    def __init__(
        self,
        taken: Iterable[str],
        parent: QWidget | None = None,
        read: Callable[[str, Iterable[str]], tuple[SignUp, ...]] = read_sign_ups,
    ) -> None:
        super().__init__("Sign up players", "Sign up", parent)
        self._taken, self._read = tuple(taken), read
        self.paste = QPlainTextEdit(self)
        self.paste.setAccessibleName("Players")
        self.paste.setTabChangesFocus(True)
        self.paste.setAcceptDrops(False)
        self.paste.setPlaceholderText(
            "Paste the players here, one a line,\nor a table: name, faction, agenda."
        )
        self.file = QPushButton("&From a file…", self)
        self.file.setAutoDefault(False)
        self.model = SignUpsModel(self)
        self.table = RowsTable(self.model, "Line by line", self)
        self.wrong = label(wraps=True)
        self.wrong.hide()
        body = QWidget(self)
        gap = space(self, 2)
        left = column((self.paste, 1), row(self.file, None), spacing=gap)
        row((left, 2), (self.table, 5), parent=body, margin=0, spacing=gap)
        self.lay_out(body, self.wrong)
        self.setTabOrder(self.paste, self.file)
        self.setTabOrder(self.file, self.table)
        self.setTabOrder(self.table, self.accept_button)
        self.resize(space(self, 210), space(self, 120))
        self.paste.textChanged.connect(self._show)
        self.file.clicked.connect(self._on_file_clicked)
        FileDropFilter(self).files_dropped.connect(lambda paths: self.add_file(paths[0]))
        self.accepted.connect(lambda: self.signed_up.emit(self._ready()))
        self._show()
        self.paste.setFocus()

    def add_file(self, file: Path) -> None:
        """Read a file of players."""
        self.wrong.hide()
        try:
            text = read_file(file).decode("utf-8-sig", "replace")
            self._read(text, ())
        except AppError as error:
            self.wrong.setText(error.text)
            self.wrong.show()
        else:
            self.paste.appendPlainText(text)

    def _ready(self) -> list[SignUp]:
        return [each for each in self.model.rows if not each.problem]

    def _show(self) -> None:
        self.wrong.hide()
        found: tuple[SignUp, ...] = ()
        try:
            found = self._read(self.paste.toPlainText(), self._taken)
        except AppError as error:
            self.wrong.setText(error.text)
            self.wrong.show()
        self.model.show_rows(found)
        self.table.fit_columns()
        count = len(self._ready())
        self.accept_button.setText(f"Sign up {count}" if count else "Sign up")
        self.accept_button.setEnabled(count > 0)

    def _on_file_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, "A list of players", "", "Lists (*.csv *.txt *.tsv);;All files (*)"
        )
        if chosen:
            self.add_file(Path(chosen))
