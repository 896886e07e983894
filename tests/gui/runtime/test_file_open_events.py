"""Files that the system of a Mac gives to the program."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from desktop.runtime.single_instance import FileOpenEvents


@pytest.mark.parametrize(
    ("system", "opened"), [("darwin", ["/decks/a.o8d"]), ("linux", []), ("win32", [])]
)
def test_a_double_clicked_file_is_opened(
    qapp: QApplication, system: str, opened: list[str]
) -> None:
    events, files = FileOpenEvents(qapp, system), list[str]()
    events.file_requested.connect(files.append)
    qapp.sendEvent(qapp, QFileOpenEvent("/decks/a.o8d"))
    qapp.removeEventFilter(events)
    assert files == opened
