"""A field for a day that can be typed in full: 2026-11-20."""

from __future__ import annotations

from datetime import date
from typing import cast

from PySide6.QtCore import QDate, QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QDateEdit, QTableView, QWidget
from typing_extensions import override

from desktop.style.palette import colours_of

HYPHEN = "-"


class Calendar(QCalendarWidget):
    """A calendar with room for every row and column, in the colours of the palette.

    Qt leaves border and grid out of what it measures, and cuts what then does not fit.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        layout = self.layout()
        if layout is not None:  # beside the border
            layout.setContentsMargins(1, 1, 1, 1)
        self._colour_days()

    @property
    def table(self) -> QTableView:
        """The table of days; Qt made it, and PySide may forget a reference to it."""
        return self.findChildren(QTableView)[0]

    def _colour_days(self) -> None:
        """Write every day in ink: Qt's red for weekends cannot be read in the dark."""
        heading, day = QTextCharFormat(), QTextCharFormat()
        colours = colours_of(self.palette())
        heading.setForeground(colours.faint)
        heading.setBackground(colours.paper)
        day.setForeground(colours.ink)
        self.setHeaderTextFormat(heading)
        for each in Qt.DayOfWeek:
            self.setWeekdayTextFormat(each, day)

    @override
    def minimumSizeHint(self) -> QSize:
        table = self.table
        model, edge = table.model(), 2 * table.frameWidth()
        more = QSize(model.columnCount() + edge, model.rowCount() + edge)
        return super().minimumSizeHint() + more

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._colour_days()


class DateField(QDateEdit):
    """A date with a calendar.

    Qt moves to the next section by itself once one is complete, and again for the hyphen that is
    typed then; and where everything is selected it skips the year.
    """

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCalendarPopup(True)
        self._has_calendar = False
        self.setDisplayFormat("yyyy-MM-dd")
        self.setAccessibleName(name)

    @property
    def day(self) -> date:
        return cast(date, self.date().toPython())

    def set_day(self, day: date) -> None:
        self.setDate(QDate(day.year, day.month, day.day))

    @override
    def calendarWidget(self) -> QCalendarWidget:
        """Return the calendar, made when it is first needed: it has thirty widgets."""
        if not self._has_calendar:
            self._has_calendar = True
            self.setCalendarWidget(Calendar(self))
        return super().calendarWidget()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Only the mouse opens it.
        self.calendarWidget()
        super().mousePressEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        line, typed = self.lineEdit(), event.text()
        if typed.isdigit() and line.selectedText() == line.text():
            self.setSelectedSection(QDateEdit.Section.YearSection)
        untouched = line.selectedText() == self.sectionText(self.currentSection())
        if typed == HYPHEN and untouched:
            return
        super().keyPressEvent(event)
