"""The Rules page: a field, the list of rules, a rule or what changed, and the round."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QPushButton,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Edition
from core.errors import AppError
from core.files import file_name, write_file
from core.text_format import count_of
from desktop.pages.rules.entry_list import ChangesPanel, EntryList, EntryView
from desktop.pages.rules.round_view import RoundView
from desktop.pages.rules.rules_keys import BACK, COPY, FORWARD, RULES_KEYS, SEARCH
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.session.rule_search import RuleQuestion, RuleSearch
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.find_field import FindField
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.layouts import column, label, row, splitter
from desktop.widgets.menus import Menu
from desktop.widgets.message_bar import MessageBar
from rulebook.entry import Entry, EntryFilter, filter_from_text
from rulebook.entry_rows import entry_rows
from rulebook.entry_search import SECTION_TITLES, EntrySection
from rulebook.entry_text import entries_as_text
from rulebook.reading_history import ReadingHistory
from rulebook.rule_book import rule_book
from rulebook.rule_papers import POCKET_SHEET, RulePaper, pocket_paper, rules_paper

if TYPE_CHECKING:
    from desktop.widgets.cards.large_card import LargeCard


class RuleFilters(QPushButton):
    """A button that names the chosen filter; a click opens the filter's fields.

    Signals:
        changed: another filter was chosen.
    """

    changed = Signal()

    def __init__(self, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edition = ComboBox("Edition of the rules", self, 22)
        self.edition.set_choices({None: "Both editions"} | EDITIONS)
        self.kind = ComboBox("Kind of rules", self, 22)
        self.kind.set_choices({None: "Every kind", **SECTION_TITLES})
        self.on_day = QCheckBox("In force &on", self)
        self.day = DateField("Day", self)
        self.day.set_day(today)
        self.day.setEnabled(False)
        self.popup = Popup("Filters of the rules", self, stays=True)
        gap = space(self, 2)
        day = row(self.on_day, (self.day, 1), spacing=gap)
        parts = (self.edition, self.kind, day)
        column(*parts, parent=self.popup, margin=2 * gap, spacing=gap)
        self.clicked.connect(self.popup.show_below)
        self.edition.currentIndexChanged.connect(self._on_changed)
        self.kind.currentIndexChanged.connect(self._on_changed)
        self.day.dateChanged.connect(self._on_changed)
        self.on_day.toggled.connect(self._on_changed)
        self._on_changed()

    @property
    def filter(self) -> EntryFilter:
        day = self.day.day if self.on_day.isChecked() else None
        return EntryFilter(self.edition.chosen, self.kind.chosen, day)

    def restore(self, chosen: EntryFilter) -> None:
        """Show a filter as chosen, without emitting `changed`."""
        with QSignalBlocker(self):
            self.edition.choose(chosen.edition)
            self.kind.choose(chosen.kind)
            self.on_day.setChecked(chosen.day is not None)
            if chosen.day is not None:
                self.day.set_day(chosen.day)

    def _on_changed(self) -> None:
        self.day.setEnabled(self.on_day.isChecked())
        chosen = self.filter
        parts = (
            self.edition.currentText() if chosen.edition else "",
            self.kind.currentText() if chosen.kind else "",
            f"on {chosen.day}" if chosen.day else "",
        )
        self.setText(", ".join(filter(None, parts)) or "Filters")
        self.setAccessibleName(f"Filters of the rules: {self.text()}")
        self.changed.emit()


CONTENTS = "term.contents"
# A place in the history that is not an entry.
CHANGES = "changes"
_BACK, _FORWARD = Qt.MouseButton.BackButton, Qt.MouseButton.ForwardButton


class RulesPage(QWidget):
    """Shows rules, with Back and Forward as in a browser.

    Signals:
        said: something was done (a sentence for the toast).
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
        self.field = FindField("Search the rules", "Search the rules: words, a card, 1.2", self)
        self.filters = RuleFilters(today(), self)
        self.filters.restore(filter_from_text(settings.rule_filters))
        self.back = self._button("&Back", self.go_back, BACK)
        self.forward = self._button("For&ward", self.go_forward, FORWARD)
        self.copy = push_button("&Copy", self, RULES_KEYS[COPY], self.copy_text)
        self.print = push_button("&Print", self)
        self.compare = push_button("What changed", self)
        self.compare.setCheckable(True)
        self.count = label(size=Size.SMALL, faint=True)
        self.list = EntryList("Rules", self)
        self.view = EntryView(self)
        self.changes = ChangesPanel(self.book, self)
        self.stack = QStackedWidget(self)
        for each in (self.view, self.changes):
            self.stack.addWidget(each)
        edition = self.filters.filter.edition or Edition.SECOND
        self.round = RoundView(self.book, edition, self)
        self._lay_out()
        self._connect()
        self._ask()
        left_at = settings.rule_place
        known = left_at in self.book or left_at == CHANGES
        self._go(self.history.visit(left_at if known else CONTENTS))

    def _button(self, text: str, does: Callable[[], None], key: str) -> QPushButton:
        """Return a button with a key; the shortcut of a QPushButton would click it with a delay."""
        here = Qt.ShortcutContext.WidgetWithChildrenShortcut
        native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        made = push_button(text, self, f"{RULES_KEYS[key]} ({native})", does)
        QShortcut(QKeySequence(key), self, made.click, context=here)
        return made

    def receive_cards(self, cards: LoadedCards) -> None:
        self._cards = cards
        self.view.receive_cards(cards)

    def open_rule(self, entry_id: str) -> None:
        """Show an entry, or a message if there is no entry with this id."""
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
        """The selected entries, or the shown entry if fewer than two are selected."""
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
        return rules_paper(self.chosen_entries, self._moment)

    def list_paper(self) -> RulePaper:
        return rules_paper(self.list.entries, self._moment, "Rules")

    def pocket_paper(self) -> RulePaper:
        """Return the judge's pocket sheet of the chosen edition, by default of the second."""
        edition = self.filters.filter.edition or Edition.SECOND
        return pocket_paper(self.book, edition, self._moment)

    @property
    def _moment(self) -> str:
        day = self.filters.filter.day
        return f"in force on {day}" if day else f"as of {self._today()}"

    def _choose_file(self, make_paper: Callable[[], RulePaper]) -> None:
        from desktop.dialogs.simple_dialogs import ask_for_file  # noqa: PLC0415 - when asked for

        paper, folder = make_paper(), self._settings.last_folder
        save, name = partial(self.write_pdf, paper=paper), file_name(paper.title, ".pdf")
        ask_for_file(paper.title, folder, name, save, self)

    def write_pdf(self, file: Path, paper: RulePaper) -> None:
        """Write a paper as PDF in a worker, if it has rules and no other paper is being written."""
        if self._pdf_task is not None or not any(each.entries for each in paper.sheets):
            return

        def write(progress: Progress) -> str:
            from desktop.pdf.paper_painter import usual_paper  # noqa: PLC0415 - when asked for
            from desktop.pdf.rule_pages import rules_pdf  # noqa: PLC0415 - when asked for

            progress(0, 1)
            size = usual_paper()
            pdf = rules_pdf(paper.sheets, paper.title, paper.day, self.card_name, size)
            write_file(file, pdf, waits=False)
            return file.name

        self._pdf_task = task = Task(write)
        task.succeeded.connect(lambda name: self.said.emit(f"Saved “{name}”."))
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_pdf_finished)
        self.print.setEnabled(False)
        self._tasks.start(task)

    def _on_pdf_finished(self) -> None:
        self._pdf_task = None
        self.print.setEnabled(True)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self.list.empty_text = "No rule was found."
        self.list.setObjectName("ground")
        self.list.setMinimumWidth(space(self, 44))
        self.stack.setMinimumWidth(space(self, 50))
        self.round.setMinimumWidth(space(self, 58))
        self.field.setMinimumWidth(space(self, 30))
        self.field.setMaximumWidth(space(self, 105))
        menu = Menu("Print", self.print)
        for text, paper in (
            ("The &selected rules…", self.selection_paper),
            ("All &listed rules…", self.list_paper),
            (f"{POCKET_SHEET.replace('pocket', '&pocket')}…", self.pocket_paper),
        ):
            menu.addAction(text, partial(self._choose_file, paper))
        self.print.setMenu(menu)
        top = row(
            (self.field, 4), gap, self.count, self.filters, None,
            self.compare, self.back, self.forward, self.copy, self.print,
            margin=(gap, gap, gap, gap), spacing=gap // 2,
        )  # fmt: skip
        parts = splitter(
            self.list, self.stack, self.round, parent=self, sizes=(71, 151, 82),
            stretch=(1, 3, 1), gap=1,
        )  # fmt: skip
        column(self.message_bar, top, (parts, 1), parent=self, margin=0, spacing=0)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._ask)
        self.field.left_downwards.connect(self.list.step_in)
        self.field.returnPressed.connect(self._on_confirmed)
        self.filters.changed.connect(self._on_filters_changed)
        self.found.found.connect(self._on_found)
        self.list.passed.connect(lambda entry_id: self._go(self.history.pass_by(entry_id)))
        self.list.typed.connect(self._on_typed)
        self.list.left_upwards.connect(lambda: self.field.setFocus(Qt.FocusReason.OtherFocusReason))
        requests = (self.view.text.rule_requested, self.round.entry_requested)
        for signal in (self.list.chosen, *requests, self.changes.list.chosen):
            signal.connect(self.open_rule)
        self.view.cards.card_chosen.connect(self._show_large)
        self.compare.clicked.connect(self._on_compare_clicked)
        # Lists and texts accept every mouse button, so the page sees Back and Forward first.
        for view in (self.list, self.view.text, self.view.cards, self.changes.list):
            view.viewport().installEventFilter(self)
        watch_cards(self.view.cards)

    def _ask(self) -> None:
        self._opens_best = False
        self.found.ask(RuleQuestion(self.field.text(), self.filters.filter, self._cards))

    def _on_found(self, sections: tuple[EntrySection, ...]) -> None:
        self.list.show_rows(entry_rows(sections))
        self.count.setText(count_of(len(self.list.entries), "rule"))
        best = self.list.entries[0].id if sections and self.field.text().strip() else ""
        if best and self._opens_best:
            self._open_best()
        elif best:
            self._go(self.history.pass_by(best))
        else:
            self._select_shown()

    def _on_confirmed(self) -> None:
        """Open the best rule, at once or when the search has found it."""
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

    def _on_compare_clicked(self) -> None:
        entry = self.view.text.entry
        shown = entry.id if entry else CONTENTS
        self._go(self.history.visit(CHANGES if self.compare.isChecked() else shown))

    def _go(self, history: ReadingHistory) -> None:
        self.history = history
        place = self._settings.rule_place = history.current
        if place in self.book:
            self.view.show_entry(self.book.entry(place))
            if [each.id for each in self.list.selected_entries] != [place]:
                self._select_shown()
        self.stack.setCurrentWidget(self.changes if place == CHANGES else self.view)
        self.compare.setChecked(place == CHANGES)
        self.back.setEnabled(history.can_go_back)
        self.forward.setEnabled(history.can_go_forward)

    def _select_shown(self) -> None:
        """Select the shown rule in the list, except for the contents page."""
        shown = self.history.current
        self.list.select([] if shown == CONTENTS else [shown])

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
        # Ctrl+F of the menu opens the Build page, unless the focused page accepts the key.
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
