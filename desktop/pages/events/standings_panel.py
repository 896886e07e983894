"""The Standings tab: the order, and for the selected player the parts of each tiebreaker."""

from __future__ import annotations

from copy import copy

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.event_tables import OPPONENTS, STANDINGS, sum_words
from core.text_format import count_of
from desktop.pages.events.event_panel import EventPanel, SideLayout, Signs, columns_of
from desktop.pages.events.players_panel import faction_glyph
from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from desktop.session.event_session import EventSession
from desktop.style.fonts import space
from desktop.widgets.layouts import column, give_way, label
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import NarrowTable
from events.event_state import EventState
from events.papers import melee_form_lines
from events.shown_round import ShownStanding, ShownStandings, shown_standings

# The least height of the rulings, as `space` counts it.
_LEAST_RULINGS = 24


SIGNS: Signs = {"Player": lambda row: faction_glyph(row.player)}
FINAL, PLAYER = 1, 2
# Hidden in a narrow window: what decided the place, rounds, wins, xSoS.
DROPPED = (8, 4, 5, 7)


def standings_model() -> ColumnsModel[ShownStanding]:
    return ColumnsModel(columns_of(STANDINGS, SIGNS), key=lambda row: row.line.player)


def _standings_of(state: EventState, report: Progress) -> ShownStandings:
    report(0, 1)
    return shown_standings(state)


class StandingsPanel(EventPanel):
    """Standings above, the sums of the selected line at the right."""

    def __init__(
        self, session: EventSession, tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self._standings = ShownStandings(())
        self._query: BackgroundQuery[EventState, ShownStandings] = BackgroundQuery(
            tasks, _standings_of, self, delay_ms=0
        )
        self._query.answered.connect(self._on_answered)
        session.opened.connect(self._query.forget)
        self.model = standings_model()
        # By identity: an opponent who was met twice is there twice.
        self.parts_model = ColumnsModel(columns_of(OPPONENTS), key=id)
        self.table = NarrowTable(self.model, "Standings", self, main=PLAYER, dropped=DROPPED)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.empty_text = "No standings yet."
        self.parts = NarrowTable(
            self.parts_model, "Opponents of the selected player", self, main=0, dropped=(4, 2)
        )
        self.who = label(wraps=True)
        self.sums = label(wraps=True)
        self.rulings = self.reading_box("Regulations and rulings")
        for each in (self.who, self.sums):
            give_way(each)
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(self._show_parts)

    @override
    def show_event(self, state: EventState) -> None:
        self._query.ask(state)
        if self._query.is_fresh and self._query.answer is not None:
            self._show(state, self._query.answer)

    def _on_answered(self, answer: ShownStandings) -> None:
        state = self._query.question
        if state is not None and state is self._session.state:
            self._show(state, answer)

    def _show(self, state: EventState, shown: ShownStandings) -> None:
        self._standings = shown
        ranked = any(row.place for row in shown.rows)
        self.table.unused = frozenset() if ranked else frozenset({FINAL})
        self.model.update_rows(shown.rows)
        if self.model.rows and not self.table.selected():
            self.table.select([self.model.rows[0].line.player])
        form = melee_form_lines(state.settings.melee) if state.kind.at_tables else ()
        rules = [f"By {state.regulations.source}.", *form]
        departures = [f"{each.where}: {each.text}" for each in state.departures]
        self.rulings.setPlainText(
            " ".join((*rules, "Rulings of this program:", *state.regulations.rulings))
            + ("\nNot as the regulations say: " + " ".join(departures) if departures else "")
        )
        self._show_parts()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self.rulings.setMinimumHeight(space(self, _LEAST_RULINGS))
        parts = (self.who, self.parts, self.sums, (self.rulings, 1))
        SideLayout(self.side, column(*parts, margin=0, spacing=gap))
        column(self.table, parent=self, margin=0)

    def _show_parts(self) -> None:
        chosen = next(iter(self.table.selected()), None)
        self.parts.setVisible(chosen is not None)
        if self._session.state is None or chosen is None:
            self.parts_model.show_rows([])
            self.who.clear()
            self.sums.clear()
            return
        parts = self._standings.opponents(chosen)
        self.parts_model.show_rows(map(copy, parts))
        headings, rows = self.parts.horizontalHeader(), self.parts.verticalHeader().length()
        self.parts.setFixedHeight(headings.sizeHint().height() + rows + 2 * self.parts.frameWidth())
        line = chosen.line
        points = f"{chosen.points} point{'s' * (line.points != 1)}"
        byes = f", {line.byes} of them by a bye" if line.byes else ""
        self.who.setText(
            f"{chosen.player.name}: {points} from {count_of(line.rounds, 'round')}, "
            f"{count_of(line.wins, 'win')}{byes}. Place by {chosen.decided_by}."
        )
        self.sums.setText(sum_words(chosen, parts))
