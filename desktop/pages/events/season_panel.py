"""The Season tab: players over several events, and who is the same player in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QWidget,
)

from app import season as table
from core.errors import AppError
from desktop.dialogs.simple_dialogs import SimpleDialog, ask_for_file, write_and_report
from desktop.pages.events.event_panel import columns_of
from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
from desktop.widgets.form import Field, Form
from desktop.widgets.layouts import column, label, row
from desktop.widgets.menus import Menu
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import NarrowTable
from events.event_state import EventState
from events.season import USUAL_POINTS, Season, SeasonPeople, SeasonRules, season_of

_MOST_EVENTS = 99
_MOST_NAMES = 5
_PLAYER = 1
# Hidden in a narrow window: games, events, places.
_DROPPED = (5, 3, 4)
_FORM = (
    (
        Field(
            "best", "Events that &count (0: all)", QSpinBox, bounds=(0, _MOST_EVENTS),
            help="The best events of each player count",
        ),
        Field(
            "points", "&Points by place", QLineEdit,
            help="For the places from the first on, with commas between them",
        ),
    ),
)  # fmt: skip


class SamePlayersDialog(SimpleDialog):
    """Asks which names of several events are one player in all of them."""

    def __init__(self, names: Sequence[str], people: SeasonPeople, parent: QWidget) -> None:
        super().__init__("Same players", "Save", parent)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Names in several events")
        for name in names:
            is_apart = people.key(name) in people.apart
            state = Qt.CheckState.Unchecked if is_apart else Qt.CheckState.Checked
            QListWidgetItem(name, self.list).setCheckState(state)
        self.lay_out(
            label(
                "These names are in several events. Check those that are the same player in all "
                "of them. Your answers are saved.",
                wraps=True,
            ),
            self.list,
        )

    def answered(self, people: SeasonPeople) -> SeasonPeople:
        """Return these answers with those of the dialog."""
        for each in map(self.list.item, range(self.list.count())):
            is_same = each.checkState() is Qt.CheckState.Checked
            people = table.with_answer(people, each.text(), same=is_same)
        return people


_Question = tuple[tuple[EventState, ...], SeasonRules, SeasonPeople]


def _season_of(question: _Question, report: Progress) -> Season:
    report(0, 1)
    return season_of(*question)


class SeasonPanel(QWidget):
    """The season of some events, added up in the background."""

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._states: tuple[EventState, ...] = ()
        self._home = Path()
        self._people = SeasonPeople()
        # Why the answers that were saved cannot be read.
        self._damage = ""
        self.season = season_of(())
        self._query: BackgroundQuery[_Question, Season] = BackgroundQuery(tasks, _season_of, self)
        self._query.answered.connect(self._on_answered)
        self._query.changed.connect(self._update_buttons)
        usual = ", ".join(map(str, USUAL_POINTS))
        self.form = Form(_FORM, {"best": 0, "points": usual}, self)
        field = self.form["points"]
        field.setMinimumWidth(space(self, 16))
        field.setMaximumWidth(space(self, 64))
        field.setCursorPosition(0)
        if isinstance(line := self.form.layout(), QBoxLayout):
            line.setStretchFactor(field, 9)
        self.model = ColumnsModel(columns_of(table.SEASON), key=id)
        self.table = NarrowTable(self.model, "Season", self, main=_PLAYER, dropped=_DROPPED)
        self.table.empty_text = "No event is finished yet."
        self.words = label(wraps=True, faint=True)
        self.same_players = push_button("&Same players…", self, clicked=self.ask_same_players)
        self.files = Menu("Save", self)
        self.files.addAction("Save as &CSV…", self._save_csv)
        self.files.addAction("Save as P&DF…", self._save_pdf)
        self.save = push_button("S&ave", self)
        self.save.setMenu(self.files)
        gap = space(self, 2)
        margin = (2 * gap, gap, 2 * gap, gap)
        head = row((self.form, 1), self.same_players, self.save, margin=margin, spacing=gap)
        below = row((self.words, 1), margin=margin)
        column(head, (self.table, 1), below, parent=self, margin=0, spacing=0)
        self.form.changed.connect(self.show_season)

    def show_events(self, states: Sequence[EventState], home: Path) -> None:
        """Show the season of events; `home` is where the answers to who is who are saved."""
        self._states, self._home = tuple(states), home
        self._damage = ""
        try:
            self._people = table.read_people(home)
        except AppError as error:
            self._damage = error.text
        self._query.forget()
        self.show_season()

    def show_season(self) -> None:
        """Show the season by the fields, or what is wrong with them."""
        values = self.form.values
        try:
            points = table.points_of(values["points"])
        except AppError as error:
            self._query.withdraw()
            self.words.setText(error.text)
            return
        rules = SeasonRules(points=points, best=values["best"] or None)
        self._query.ask((self._states, rules, self._people))

    def _on_answered(self, season: Season) -> None:
        self.season = season
        self.model.update_rows(season.lines)
        self._update_buttons()
        asked = table.unanswered_words(season, _MOST_NAMES) if season.unanswered else ""
        words = self._damage or f"{table.season_words(season)} {asked}"
        self.words.setText(words.rstrip())

    def _update_buttons(self) -> None:
        """Enable the buttons only while the season is that of the fields."""
        self.same_players.setEnabled(self._query.is_fresh and bool(self.season.repeated))
        self.save.setEnabled(self._query.is_fresh and bool(self.season.lines))

    def ask_same_players(self) -> SamePlayersDialog:
        dialog = SamePlayersDialog(self.season.repeated, self._people, self)

        def save() -> None:
            self._people = dialog.answered(self._people)
            try:
                table.save_people(self._home, self._people)
                self._damage = ""
            except AppError as error:
                self._damage = error.text
            self._query.forget()
            self.show_season()

        dialog.accepted.connect(save)
        dialog.open()
        return dialog

    def _save_csv(self) -> None:
        self._save("CSV (*.csv)", ".csv", table.season_csv(self.season).encode("utf-8", "replace"))

    def _save_pdf(self) -> None:
        from desktop.pdf.event_papers import event_papers_pdf  # noqa: PLC0415 - when asked for
        from desktop.pdf.paper_painter import usual_paper  # noqa: PLC0415 - when asked for

        paper = event_papers_pdf([table.season_paper(self.season)], usual_paper())
        self._save("PDF (*.pdf)", ".pdf", paper)

    def _save(self, kinds: str, ending: str, data: bytes) -> None:
        def save(path: Path) -> None:
            write_and_report(path, data, self.words.setText)

        ask_for_file("Save the season", "", f"Season{ending}", save, self, kinds)
