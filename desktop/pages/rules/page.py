"""The Rules page: a field, the list of rules, and beside it a rule, the round or what changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QTabWidget,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Edition
from core.errors import AppError
from desktop.pages.rules.entry_list import ChangesPanel, EntryList, EntryView, entry_rows
from desktop.pages.rules.round_view import RoundView
from desktop.pages.rules.rules_keys import BACK, COPY, FORWARD, RULES_KEYS, SEARCH
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.session.rule_search import RuleQuestion, RuleSearch
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.layouts import FlowLayout, column, label, row
from desktop.widgets.message_bar import MessageBar
from rulebook.entry import Entry, EntryFilter, filter_from_text
from rulebook.entry_search import SECTION_TITLES, EntrySection
from rulebook.entry_text import entries_as_text
from rulebook.pocket_sheet import SheetPage, pocket_sheet
from rulebook.reading_history import ReadingHistory
from rulebook.rule_book import rule_book

if TYPE_CHECKING:
    from desktop.widgets.cards.large_card import LargeCard
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from core.files import file_name, write_file
from desktop.runtime.tasks import Progress, Task

POCKET_SHEET = "Judge's pocket sheet"


@dataclass(frozen=True, slots=True)
class RulePaper:
    """What is printed: sheets of rules under a title, as of a day."""

    title: str
    day: str
    sheets: tuple[SheetPage, ...]


_DOWN = {Qt.Key.Key_Down, Qt.Key.Key_PageDown}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class RuleField(QLineEdit):
    """A line for words, a card's name, an id or the number of a ruling.

    Signals:
        left_downwards: the focus is to move to the list.
        confirmed: Enter was pressed: the best rule is to be opened.
    """

    left_downwards = Signal()
    confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Search the rules: words, a card, 1.2")
        self.setAccessibleName("Search the rules")
        self.setClearButtonEnabled(True)
        # Otherwise a dropped deck file would become its path; the window opens it instead.
        self.setAcceptDrops(False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _DOWN:
            self.left_downwards.emit()
        elif event.key() in _ENTER:
            self.confirmed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.clear()
        else:
            super().keyPressEvent(event)


class RuleFilters(QWidget):
    """Says which entries are listed and found.

    Signals:
        changed: another filter was chosen.
    """

    changed = Signal()

    def __init__(self, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edition = ComboBox("Edition of the rules", self, 13)
        self.edition.set_choices({None: "Both editions"} | EDITIONS)
        self.kind = ComboBox("Kind of rules", self, 13)
        self.kind.set_choices({None: "Every kind", **SECTION_TITLES})
        self.on_day = QCheckBox("In force &on", self)
        self.day = DateField("Day", self)
        self.day.set_day(today)
        self.day.setEnabled(False)
        pair = QWidget(self)
        gap = space(self, 2)
        row(self.on_day, self.day, parent=pair, margin=0, spacing=gap // 2)
        self.setLayout(FlowLayout(gap, self.edition, self.kind, pair))
        self.edition.currentIndexChanged.connect(self.changed)
        self.kind.currentIndexChanged.connect(self.changed)
        self.day.dateChanged.connect(self.changed)
        self.on_day.toggled.connect(self._on_day_toggled)

    @property
    def filter(self) -> EntryFilter:
        day = self.day.day if self.on_day.isChecked() else None
        return EntryFilter(self.edition.chosen, self.kind.chosen, day)

    def restore(self, chosen: EntryFilter) -> None:
        """Show a filter as chosen, and say nothing."""
        with QSignalBlocker(self):
            self.edition.choose(chosen.edition)
            self.kind.choose(chosen.kind)
            self.on_day.setChecked(chosen.day is not None)
            if chosen.day is not None:
                self.day.set_day(chosen.day)

    def _on_day_toggled(self, on: bool) -> None:  # noqa: FBT001 - Qt's own
        self.day.setEnabled(on)
        self.changed.emit()


CONTENTS = "term.contents"
# Places of the history that are no entries.
ROUND, CHANGES = "round", "changes"
_BACK, _FORWARD = Qt.MouseButton.BackButton, Qt.MouseButton.ForwardButton


class RulesPage(QWidget):
    """Shows rules; what was shown before and after is reached as in a browser.

    Signals:
        said: something was done (a sentence for the status bar).
    """

    said = Signal(str)

    def __init__(
        self,
        tasks: TaskRunner,
        settings: Settings,
        today: Callable[[], date],
        pictures: CardPictures,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.book = rule_book()
        self.history = ReadingHistory()
        self._tasks, self._settings = tasks, settings
        self._today, self._pictures = today, pictures
        self._cards: LoadedCards | None = None
        self._large: LargeCard | None = None
        self._opens_best = False
        self.found = RuleSearch(self.book, tasks, self)
        self._pdf_task: Task | None = None
        self.message_bar = MessageBar(self)
        self.field = RuleField(self)
        self.filters = RuleFilters(today(), self)
        self.filters.restore(filter_from_text(settings.rule_filters))
        self.back = QPushButton("&Back", self)
        self.forward = QPushButton("For&ward", self)
        self.copy = QPushButton("&Copy", self)
        self.print = QPushButton("&Print", self)
        self.count = label(size=Size.SMALL, faint=True)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.list = EntryList("Rules", self.splitter)
        self.tabs = QTabWidget(self.splitter)
        self.view = EntryView(self.tabs)
        edition = self.filters.filter.edition or Edition.SECOND
        self.round = RoundView(self.book, edition, self.tabs)
        self.changes = ChangesPanel(self.book, self.tabs)
        self._lay_out()
        self._connect()
        self._ask()
        self._go(self.history.visit(CONTENTS))

    def receive_cards(self, cards: LoadedCards) -> None:
        self._cards = cards
        self.view.receive_cards(cards)

    def open_rule(self, entry_id: str) -> None:
        """Show an entry; say so where there is none of this id."""
        if entry_id not in self.book:
            self.message_bar.show_failure(f"There is no rule “{entry_id}” in this version.")
            return
        self.message_bar.hide()
        self._go(self.history.visit(entry_id))

    def begin(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def go_back(self) -> None:
        if self.history.can_go_back:
            self._go(self.history.back())

    def go_forward(self) -> None:
        if self.history.can_go_forward:
            self._go(self.history.forward())

    @property
    def chosen_entries(self) -> list[Entry]:
        """The selected entries, or else the one that is shown."""
        shown = self.view.text.entry
        selected = self.list.selected_entries
        if len(selected) > 1 or shown is None:
            return selected
        return [shown]

    def copy_text(self) -> None:
        entries = self.chosen_entries
        QGuiApplication.clipboard().setText(entries_as_text(entries, self.card_name))
        words = f"“{entries[0].title}”" if len(entries) == 1 else f"{len(entries)} rules"
        self.said.emit(f"Copied {words}.")

    def card_name(self, code: str) -> str:
        return self._cards.named(code) if self._cards else code

    def selection_paper(self) -> RulePaper:
        entries = self.chosen_entries
        title = entries[0].title if len(entries) == 1 else "Rules"
        return self._paper(title, (SheetPage(title, tuple(entries)),))

    def list_paper(self) -> RulePaper:
        return self._paper("Rules", (SheetPage("Rules", tuple(self.list.entries)),))

    def pocket_paper(self) -> RulePaper:
        """Return the judge's pocket sheet of the edition that is chosen, else of the second."""
        edition = self.filters.filter.edition or Edition.SECOND
        title = f"{POCKET_SHEET}, {edition.label.lower()}"
        return self._paper(title, pocket_sheet(self.book, edition))

    def _paper(self, title: str, sheets: tuple[SheetPage, ...]) -> RulePaper:
        day = self.filters.filter.day
        words = f"in force on {day}" if day else f"as of {self._today()}"
        return RulePaper(title, words, sheets)

    def _choose_file(self, make_paper: Callable[[], RulePaper]) -> None:
        paper = make_paper()
        name = file_name(paper.title, ".pdf")
        chosen, _ = QFileDialog.getSaveFileName(self, paper.title, name, "PDF (*.pdf)")
        if chosen:
            self.write_pdf(Path(chosen), paper)

    def write_pdf(self, file: Path, paper: RulePaper) -> None:
        """Write a paper as PDF in a worker, if it has rules and no other one is being written."""
        if self._pdf_task is not None or not any(each.entries for each in paper.sheets):
            return

        def write(progress: Progress) -> str:
            from desktop.pdf.rule_pages import rules_pdf  # noqa: PLC0415 - when asked for

            progress(0, 1)
            pdf = rules_pdf(paper.sheets, paper.title, paper.day, self.card_name)
            write_file(file, pdf, waits=False)
            return file.name

        self._pdf_task = task = Task(write)
        task.succeeded.connect(self._on_pdf_written)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_pdf_finished)
        self.print.setEnabled(False)
        self._tasks.start(task)

    def _on_pdf_written(self, name: str) -> None:
        self.said.emit(f"Saved “{name}”.")

    def _on_pdf_finished(self) -> None:
        self._pdf_task = None
        self.print.setEnabled(True)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self.list.empty_text = "No rule was found."
        self.tabs.addTab(self.view, "Rule")
        self.tabs.addTab(self.round, "The round")
        self.tabs.addTab(self.changes, "What changed")
        self.tabs.setAccessibleName("Beside the list of rules")
        here = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for each, key in ((self.back, BACK), (self.forward, FORWARD)):
            # The button's own shortcut would press it a tenth of a second later.
            QShortcut(QKeySequence(key), self, each.click, context=here)
            native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
            each.setToolTip(f"{RULES_KEYS[key]} ({native})")
        self.copy.setToolTip(RULES_KEYS[COPY])
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(space(self, 3))
        self.list.setMinimumWidth(space(self, 56))
        self.tabs.setMinimumWidth(space(self, 70))
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 7)
        self.splitter.setSizes((300, 700))
        menu = QMenu("Print", self.print)
        for text, paper in (
            ("The &selected rules…", self.selection_paper),
            ("All &listed rules…", self.list_paper),
            (f"{POCKET_SHEET.replace('pocket', '&pocket')}…", self.pocket_paper),
        ):
            menu.addAction(text, partial(self._choose_file, paper))
        self.print.setMenu(menu)
        top = row((self.field, 1), self.back, self.forward, self.copy, self.print, spacing=gap)
        middle = row((self.filters, 1), self.count, spacing=gap)
        parts = (self.message_bar, top, middle, (self.splitter, 1))
        column(*parts, parent=self, margin=space(self, 3), spacing=gap)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._ask)
        self.field.left_downwards.connect(self.list.step_in)
        self.field.confirmed.connect(self._on_confirmed)
        self.filters.changed.connect(self._on_filters_changed)
        self.found.found.connect(self._on_found)
        self.list.passed.connect(lambda entry_id: self._go(self.history.pass_by(entry_id)))
        self.list.typed.connect(self._on_typed)
        self.list.left_upwards.connect(lambda: self.field.setFocus(Qt.FocusReason.OtherFocusReason))
        requests = (self.view.text.rule_requested, self.round.entry_requested)
        for signal in (self.list.chosen, *requests, self.changes.entry_requested):
            signal.connect(self.open_rule)
        self.view.cards.card_chosen.connect(self._show_large)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self.copy.clicked.connect(self.copy_text)
        # Lists and texts use every button of the mouse themselves.
        for view in (self.list, self.view.text, self.view.cards, self.changes.list):
            view.viewport().installEventFilter(self)
        watch_cards(self.view.cards)

    def _ask(self) -> None:
        self._opens_best = False
        self.found.ask(RuleQuestion(self.field.text(), self.filters.filter, self._cards))

    def _on_found(self, sections: tuple[EntrySection, ...]) -> None:
        self.list.show_rows(entry_rows(sections))
        count = len(self.list.entries)
        self.count.setText(f"{count} rule{'s' * (count != 1)}")
        best = self.list.entries[0].id if sections and self.field.text().strip() else ""
        if best and self._opens_best:
            self._open_best()
        elif best:
            self._go(self.history.pass_by(best))
        else:
            self._select_shown()

    def _on_confirmed(self) -> None:
        """Open the best rule; it may still have to be found."""
        if self.found.pending:
            self._opens_best = True
        elif self.field.text().strip() and self.list.entries:
            self._open_best()

    def _open_best(self) -> None:
        self._opens_best = False
        self.open_rule(self.list.entries[0].id)
        self.view.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_filters_changed(self) -> None:
        self._settings.rule_filters = self.filters.filter.text
        self._ask()

    def _on_typed(self, text: str) -> None:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.setText(text)

    def _on_tab_changed(self) -> None:
        shown, entry = self.tabs.currentWidget(), self.view.text.entry
        places = {self.round: ROUND, self.changes: CHANGES}
        place = next((name for each, name in places.items() if each is shown), "")
        place = place or (entry.id if entry else CONTENTS)
        if place != self.history.current:
            self.history = self.history.visit(place)
            self._update_buttons()

    def _go(self, history: ReadingHistory) -> None:
        self.history = history
        place = history.current
        others: dict[str, QWidget] = {ROUND: self.round, CHANGES: self.changes}
        if place in self.book:
            self.view.show_entry(self.book.entry(place))
            if [each.id for each in self.list.selected_entries] != [place]:
                self._select_shown()
        self.tabs.setCurrentWidget(others.get(place, self.view))
        self._update_buttons()

    def _select_shown(self) -> None:
        """Select the shown rule in the list, except for the contents page."""
        shown = self.history.current
        self.list.select([] if shown == CONTENTS else [shown])

    def _update_buttons(self) -> None:
        self.back.setEnabled(self.history.can_go_back)
        self.forward.setEnabled(self.history.can_go_forward)

    def _show_large(self, card: Card) -> None:
        from desktop.widgets.cards.large_card import LargeCard  # noqa: PLC0415 - when asked for

        if self._cards is None:
            return
        if self._large is None:
            self._large = LargeCard(self.window(), self._pictures)
        self._large.open_over(self.view.cards)
        self._large.show_card(card, self._cards, CardDeckInfo())

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self.message_bar.show_failure(error.text)

    def _by_mouse(self, event: QMouseEvent) -> bool:
        if event.button() not in {_BACK, _FORWARD}:
            return False
        if event.type() is QEvent.Type.MouseButtonPress:
            (self.go_back if event.button() is _BACK else self.go_forward)()
        return True

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return isinstance(event, QMouseEvent) and self._by_mouse(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._by_mouse(event):
            super().mousePressEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        # The menu's own Ctrl+F leads to the Build page, unless somebody here wants the key.
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()) == QKeySequence(SEARCH)
        ):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if QKeySequence(event.keyCombination()) == QKeySequence(SEARCH):
            self.begin()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_text()
        else:
            super().keyPressEvent(event)
