"""A field for a day that can be typed as it is written: 2026-11-20."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDateEdit, QWidget
from typing_extensions import override

HYPHEN = "-"


class DayEdit(QDateEdit):
    """A date with a calendar.

    Qt goes to the next part by itself once one is whole, and once more for the hyphen that is typed
    then; and where everything is selected it leaves out the year.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCalendarPopup(True)
        self.setDisplayFormat("yyyy-MM-dd")
        self.setAccessibleName(name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        line, typed = self.lineEdit(), event.text()
        if typed.isdigit() and line.selectedText() == line.text():
            self.setSelectedSection(QDateEdit.Section.YearSection)
        untouched = line.selectedText() == self.sectionText(self.currentSection())
        if typed == HYPHEN and untouched:
            return
        super().keyPressEvent(event)
