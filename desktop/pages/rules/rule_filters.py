"""The fields of the filter: edition, kind, and the day on which rules are in force."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from carddb.terms import Edition
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.layouts import FlowLayout, row
from rulebook.entry import EntryKind
from rulebook.entry_filter import EntryFilter
from rulebook.entry_sections import SECTION_TITLES


class RuleFilters(QWidget):
    """Says which entries are listed and found.

    Signals:
        changed: another filter was chosen.
    """

    changed = Signal()

    def __init__(self, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edition = ComboBox("Edition of the rules", self)
        self.edition.addItem("Both editions", "")
        for edition in (Edition.SECOND, Edition.FIRST):
            self.edition.addItem(edition.label, edition.value)
        self.kind = ComboBox("Kind of rules", self)
        self.kind.addItem("Every kind", "")
        for kind, title in SECTION_TITLES.items():
            self.kind.addItem(title, kind.value)
        for field in (self.edition, self.kind):
            field.setMinimumContentsLength(13)
        self.on_day = QCheckBox("In force &on", self)
        self.day = DateField("Day", self)
        self.day.setDate(QDate(today.year, today.month, today.day))
        self.day.setEnabled(False)
        pair = QWidget(self)
        gap = space(self, 2)
        row(self.on_day, self.day, parent=pair, margin=0, spacing=gap // 2)
        flow = FlowLayout(gap)
        self.setLayout(flow)
        for each in (self.edition, self.kind, pair):
            flow.addWidget(each)
        self.edition.currentIndexChanged.connect(self.changed)
        self.kind.currentIndexChanged.connect(self.changed)
        self.day.dateChanged.connect(self.changed)
        self.on_day.toggled.connect(self._on_day_toggled)

    @property
    def filter(self) -> EntryFilter:
        """What is chosen."""
        edition, kind = self.edition.currentData(), self.kind.currentData()
        chosen = self.day.date()
        day = date(chosen.year(), chosen.month(), chosen.day()) if self.on_day.isChecked() else None
        return EntryFilter(
            Edition(edition) if edition else None, EntryKind(kind) if kind else None, day
        )

    def restore(self, chosen: EntryFilter) -> None:
        """Show a filter as chosen, and say nothing."""
        with QSignalBlocker(self):
            self.edition.setCurrentIndex(self.edition.findData(chosen.edition or ""))
            self.kind.setCurrentIndex(self.kind.findData(chosen.kind or ""))
            self.on_day.setChecked(chosen.day is not None)
            if chosen.day is not None:
                self.day.setDate(QDate(chosen.day.year, chosen.day.month, chosen.day.day))

    def _on_day_toggled(self, on: bool) -> None:  # noqa: FBT001 - Qt's own
        self.day.setEnabled(on)
        self.changed.emit()
