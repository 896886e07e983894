"""Files that are dropped on a widget."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.session.drag_data import local_files


class FileDropFilter(QObject):
    """Lets a widget accept local files; what else is dragged is left to the widget."""

    files_dropped = Signal(list)  # of Path

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The events of entering and moving are drop events, too.
        if not isinstance(event, QDropEvent) or not (files := local_files(event.mimeData())):
            return False
        event.acceptProposedAction()
        if event.type() is QEvent.Type.Drop:
            self.files_dropped.emit(files)
        return True
