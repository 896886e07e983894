"""Asks for the file that a chart is saved in, and as what."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.runtime.file_writing import file_name

KINDS = {"Picture (*.png)": ".png", "Drawing (*.svg)": ".svg", "Table (*.csv)": ".csv"}


class SaveDialog(QFileDialog):
    """A dialog whose file name follows the kind that is chosen in it."""

    def __init__(self, title: str, folder: str, parent: QWidget | None = None) -> None:
        place = QStandardPaths.StandardLocation.PicturesLocation
        super().__init__(
            parent,
            f"Save the chart “{title}”",
            folder or QStandardPaths.writableLocation(place) or str(Path.home()),
        )
        self._title = title
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setNameFilters(list(KINDS))
        self._name(".png")
        self.filterSelected.connect(self._on_filter_selected)
        self.finished.connect(self.deleteLater)

    def _name(self, ending: str) -> None:
        self.setDefaultSuffix(ending)
        self.selectFile(file_name(self._title, ending))

    def _on_filter_selected(self, chosen: str) -> None:
        ending = KINDS.get(chosen, ".png")
        typed = [Path(each) for each in self.selectedFiles()]
        self.setDefaultSuffix(ending)
        if typed and typed[0].suffix.lower() in KINDS.values():
            self.selectFile(typed[0].with_suffix(ending).name)
