"""What changed between two versions of a document: rules that came, went or are others."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.pages.rules.entry_list import EntryList, entry_rows
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import buddy_label, label
from desktop.widgets.layouts import FlowLayout, column, row
from rulebook.entry import Entry
from rulebook.entry_copy import days_text
from rulebook.entry_sections import SECTION_TITLES, EntrySection
from rulebook.rule_book import RuleBook
from rulebook.rule_documents import (
    DOCUMENTS,
    FAQ,
    RuleChanges,
    RuleDocument,
    changes_between,
    documents_of,
)

UNKNOWN = {FAQ: "What FAQ 1.3 and 3.0 brought is not known here by itself."}


def change_sections(changes: RuleChanges) -> tuple[EntrySection, ...]:
    """Return the changes in sections; a changed rule stands there before and after."""
    sections = (
        EntrySection(
            "Changed: before and after", tuple(e for pair in changes.changed for e in pair)
        ),
        EntrySection("New", changes.came),
        EntrySection("Gone", changes.went),
        EntrySection("Meanwhile, with new cards and lists", changes.others),
    )
    return tuple(each for each in sections if each.entries)


def summary(changes: RuleChanges, before: RuleDocument, after: RuleDocument) -> str:
    """Return the changes as a sentence, and what is not known of them."""
    numbers = f"{len(changes.changed)} changed, {len(changes.came)} new, {len(changes.went)} gone"
    also = f"; {len(changes.others)} more came or went with cards" if changes.others else ""
    between = f"{before.name} ({before.day}) to {after.name} ({after.day})"
    words = f"{between}: {numbers}{also}. {UNKNOWN.get(before.series, '')}"
    return words.strip()


def _note(entry: Entry) -> str:
    days = f"{entry.since or ''} to {entry.until}" if entry.until else days_text(entry)
    return f"{SECTION_TITLES[entry.kind]} · {days}"


class ChangesPanel(QWidget):
    """Two fields for the versions, and the list of what differs.

    Signals:
        entry_requested: an entry is to be read (its id).
    """

    entry_requested = Signal(str)

    def __init__(self, book: RuleBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self.before = ComboBox("From", self)
        self.after = ComboBox("To", self)
        for each in DOCUMENTS:
            if each is not documents_of(each.series)[-1]:
                self.before.addItem(f"{each.name}, {each.day}", each)
        self.before.widen_list()
        self.summary = label(wraps=True, faint=True)
        self.list = EntryList("Rules that changed", self)
        self.list.empty_text = "Nothing changed."
        fields = FlowLayout(space(self, 2))
        for text, field in (("From", self.before), ("to", self.after)):
            field.setMinimumContentsLength(22)
            pair = QWidget(self)
            parts = (buddy_label(text, field), field)
            row(*parts, parent=pair, margin=0, spacing=space(self, 1))
            fields.addWidget(pair)
        gap = space(self, 2)
        column(fields, self.summary, (self.list, 1), parent=self, margin=gap, spacing=gap)
        self.before.currentIndexChanged.connect(self._on_before_changed)
        self.after.currentIndexChanged.connect(self._show)
        self.list.chosen.connect(self.entry_requested)
        self._on_before_changed()

    def _on_before_changed(self) -> None:
        """Offer what follows the older version, the newest first."""
        before: RuleDocument = self.before.currentData()
        self.after.blockSignals(True)  # noqa: FBT003 - Qt's own
        self.after.clear()
        for each in reversed(documents_of(before.series)):
            if each.day > before.day:
                self.after.addItem(f"{each.name}, {each.day}", each)
        self.after.widen_list()
        self.after.blockSignals(False)  # noqa: FBT003 - Qt's own
        self._show()

    def _show(self) -> None:
        before, after = self.before.currentData(), self.after.currentData()
        changes = changes_between(self._book.entries, before, after)
        self.list.show_rows(entry_rows(change_sections(changes), _note))
        self.summary.setText(summary(changes, before, after))
