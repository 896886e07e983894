"""Ctrl+V on the Decks page: a deck list, or files with decks, from the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from decks.formats.share_code import recognises
from desktop.session.drag_data import local_files


class ListPasteFilter(QObject):
    """Handles the key in the widgets that it watches; a field takes single lines itself.

    Signals:
        list_pasted: a text was pasted.
        files_pasted: files or folders were pasted (a list of Path).
        nothing_pasted: the clipboard has neither.
    """

    list_pasted = Signal(str)
    files_pasted = Signal(list)
    nothing_pasted = Signal()

    def __init__(self, *watched: QWidget) -> None:
        super().__init__(watched[0])
        for widget in watched:
            widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or not event.matches(QKeySequence.StandardKey.Paste):
            return False
        data = QGuiApplication.clipboard().mimeData()
        files, text = local_files(data), data.text().strip()
        is_list = bool(files) or "\n" in text or recognises(text)
        if event.type() is not QEvent.Type.KeyPress or (
            isinstance(watched, QLineEdit) and not is_list
        ):
            return False
        if files:
            self.files_pasted.emit(files)
        elif text:
            self.list_pasted.emit(text)
        else:
            self.nothing_pasted.emit()
        return True
