"""The licences of everything that comes with the program, each with its text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QPlainTextEdit, QWidget

from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.style.fonts import space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row

OF_QT = (
    "Qt and PySide6 are used under the GNU Lesser General Public License, version 3. They are"
    " dynamic libraries in files of their own, which you may replace by your own builds, change,"
    " and examine. Their source is at download.qt.io."
)


@dataclass(frozen=True, slots=True)
class LibraryLicence:
    """A library, the short name of its licence, and the text of that."""

    name: str
    licence: str
    text: str


@cache
def library_licences() -> tuple[LibraryLicence, ...]:
    """Return the licences of all that the program is made of, by name."""
    folder = files("resources") / "licences"
    entries = json.loads((folder / "libraries.json").read_text("utf-8"))
    return tuple(
        LibraryLicence(
            each["name"],
            each["licence"],
            each.get("text")
            or "\n\n".join(
                folder.joinpath(*name.split("/")).read_text("utf-8") for name in each["files"]
            ),
        )
        for each in entries
    )


class LicencesDialog(ClosableDialog):
    """A list of libraries, and the text of the licence of the chosen one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Licences", parent)
        self._licences = library_licences()
        model = QStringListModel([f"{each.name} · {each.licence}" for each in self._licences], self)
        self.list = QListView(self, uniformItemSizes=True)
        self.list.setModel(model)
        self.list.setAccessibleName("Libraries and their licences")
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.text = QPlainTextEdit(self, readOnly=True, tabChangesFocus=True)
        self.text.setAccessibleName("The text of the licence")
        self.list.selectionModel().currentChanged.connect(self._show_text)
        self.add_buttons()
        gap = space(self, 3)
        both = row((self.list, 2), (self.text, 5), spacing=gap)
        head = label(OF_QT, faint=True, wraps=True)
        column(head, (both, 1), self.buttons, parent=self, margin=gap, spacing=gap)
        self.list.setCurrentIndex(model.index(0))
        self.resize(space(self, 210), space(self, 130))

    def _show_text(self) -> None:
        chosen = self._licences[self.list.currentIndex().row()]
        self.text.setPlainText(f"{chosen.name} · {chosen.licence}\n\n{chosen.text}")
