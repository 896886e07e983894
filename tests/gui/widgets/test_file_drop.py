"""Files that are dropped on a widget."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.file_drop import FileDropFilter

COPY, LEFT, PLAIN = (
    Qt.DropAction.CopyAction,
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
)


@pytest.mark.parametrize("local", [True, False])
def test_local_files_are_accepted_and_links_are_not(
    *, local: bool, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    dropped: list[list[Path]] = []
    FileDropFilter(widget).files_dropped.connect(dropped.append)
    data = QMimeData()
    url = QUrl.fromLocalFile(str(tmp_path)) if local else QUrl("https://example.org/deck")
    data.setUrls([url])
    events = (
        QDragEnterEvent(QPoint(9, 9), COPY, data, LEFT, PLAIN),
        QDragMoveEvent(QPoint(9, 9), COPY, data, LEFT, PLAIN),
        QDropEvent(QPointF(9, 9), COPY, data, LEFT, PLAIN),
    )
    for event in events:
        event.ignore()
        QApplication.sendEvent(widget, event)
    assert [event.isAccepted() for event in events] == [local] * 3
    assert dropped == ([[tmp_path]] if local else [])
