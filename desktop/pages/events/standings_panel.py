"""The Standings tab: the order, and for the selected player the parts of each tiebreaker."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from fractions import Fraction

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from carddb.terms import Faction
from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from desktop.session.event_session import EventSession
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column, give_way, label, splitter
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import NarrowTable
from events.event_state import EventState
from events.papers import melee_form_lines
from events.shown_round import ShownStanding, ShownStandings, decimal_text, shown_standings

# The heights of two opponents and of three lines of rulings, in quarters of the font's.
_LEAST_PARTS, _LEAST_RULINGS = 17, 13


def _glyphs(row: ShownStanding) -> tuple[Glyph, ...]:
    code = row.player.faction
    if code not in set(Faction):
        return ()
    return (Glyph(icons.faction_glyph(Faction(code)), Faction(code)),)


COLUMNS: tuple[Column[ShownStanding], ...] = (
    Column(title="Swiss", text=lambda row: str(row.line.rank), width=6, alignment=RIGHT),
    Column(
        title="Final",
        name="Final ranking",
        text=lambda row: str(row.place or ""),
        width=7,
        alignment=RIGHT,
    ),
    Column(title="Player", text=lambda row: row.label, glyphs=_glyphs, width=20, share=1),
    Column(title="Points", text=lambda row: row.points, width=9, alignment=RIGHT),
    Column(title="Rounds", text=lambda row: str(row.line.rounds), width=8, alignment=RIGHT),
    Column(title="Wins", text=lambda row: str(row.line.wins), width=7, alignment=RIGHT),
    Column(
        title="SoS",
        name="Strength of schedule",
        text=lambda row: row.sos,
        tooltip=lambda row: str(row.line.sos),
        width=10,
        alignment=RIGHT,
    ),
    Column(
        title="xSoS",
        name="Extended strength of schedule",
        text=lambda row: row.xsos,
        tooltip=lambda row: str(row.line.xsos),
        width=10,
        alignment=RIGHT,
    ),
    Column(title="Place by", text=lambda row: row.decided_by, width=14, faint=True),
)
FINAL, PLAYER = 1, 2
# Hidden in a narrow window: what decided the place, rounds, wins, xSoS.
DROPPED = (8, 4, 5, 7)
PARTS: tuple[Column[ShownStanding], ...] = (
    Column(title="Opponent", text=lambda row: row.player.name, width=12, share=1),
    Column(title="Points", text=lambda row: row.points, width=9, alignment=RIGHT),
    Column(title="Rounds", text=lambda row: str(row.line.rounds), width=8, alignment=RIGHT),
    Column(
        title="Average",
        text=lambda row: decimal_text(row.line.average),
        tooltip=lambda row: str(row.line.average),
        width=10,
        alignment=RIGHT,
    ),
    Column(title="SoS", text=lambda row: row.sos, width=10, alignment=RIGHT),
)


def standings_model(parent: QObject | None = None) -> ColumnsModel[ShownStanding]:
    return ColumnsModel(COLUMNS, parent, key=lambda row: row.line.player)


def _standings_of(state: EventState, report: Progress) -> ShownStandings:
    report(0, 1)
    return shown_standings(state)


def sum_words(row: ShownStanding, parts: Sequence[ShownStanding]) -> str:
    """Return how SoS and xSoS of a row add up from its opponents."""
    if not parts:
        return "No opponents yet: SoS and xSoS are 0."
    averages = " + ".join(f"{each.points}/{each.line.rounds}" for each in parts)
    strengths = " + ".join(each.sos for each in parts)
    return "\n".join(
        (
            f"SoS = ({averages}) / {len(parts)} = {_exact(row.line.sos)}",
            f"xSoS = ({strengths}) / {len(parts)} = {_exact(row.line.xsos)}",
        )
    )


def _exact(value: Fraction) -> str:
    shown = decimal_text(value)
    return f"{value} = {shown}" if value.denominator > 1 else shown


class StandingsPanel(QWidget):
    """Standings above, the sums of the selected line at the right."""

    def __init__(
        self, session: EventSession, tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._standings = ShownStandings(())
        self._query: BackgroundQuery[EventState, ShownStandings] = BackgroundQuery(
            tasks, _standings_of, self, delay_ms=0
        )
        self._query.answered.connect(self._on_answered)
        session.opened.connect(self._query.forget)
        self.model = standings_model(self)
        # By identity: an opponent who was met twice is there twice.
        self.parts_model = ColumnsModel(PARTS, self, key=id)
        self.table = NarrowTable(self.model, "Standings", self, main=PLAYER, dropped=DROPPED)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.empty_text = "No standings yet."
        self.parts = NarrowTable(
            self.parts_model, "Opponents of the selected player", self, main=0, dropped=(4, 2)
        )
        self.who = label(wraps=True)
        self.sums = label(wraps=True)
        self.rulings = QPlainTextEdit(self, readOnly=True)
        self.rulings.setAccessibleName("Regulations and rulings")
        self.rulings.setTabChangesFocus(True)
        self.rulings.setFont(sized(self.font(), Size.SMALL))
        self.rulings.setFrameShape(QFrame.Shape.NoFrame)
        for each in (self.who, self.sums):
            give_way(each)
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(self._show_parts)

    def show_state(self) -> None:
        """Show the standings of the event on screen."""
        state = self._session.state
        if state is None:
            return
        self._query.ask(state)
        if self._query.is_fresh and self._query.answer is not None:
            self._show(state, self._query.answer)

    def _on_answered(self, answer: ShownStandings) -> None:
        state = self._query.question
        if state is not None and state is self._session.state:
            self._show(state, answer)

    def _show(self, state: EventState, shown: ShownStandings) -> None:
        self._standings = shown
        self.model.update_rows(shown.rows)
        if self.model.rows and not self.table.selected():
            self.table.select([self.model.rows[0].line.player])
        ranked = any(row.place for row in self.model.rows)
        self.table.unused = frozenset() if ranked else frozenset({FINAL})
        self.table.fit_columns()
        rules = [f"By {state.regulations.source}.", *_form_words(state)]
        departures = [f"{each.where}: {each.text}" for each in state.departures]
        self.rulings.setPlainText(
            " ".join((*rules, "Rulings of this program:", *state.regulations.rulings))
            + ("\nNot as the regulations say: " + " ".join(departures) if departures else "")
        )
        self._show_parts()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        side = QWidget(self)
        self.parts.setMinimumHeight(space(self, _LEAST_PARTS))
        self.rulings.setMinimumHeight(space(self, _LEAST_RULINGS))
        column(
            self.who, (self.parts, 2), self.sums, (self.rulings, 1),
            parent=side, margin=0, spacing=gap,
        )  # fmt: skip
        parts = splitter(self.table, side, parent=self, sizes=(190, 100), stretch=(5, 2), gap=3)
        column(parts, parent=self, margin=gap)

    def _show_parts(self) -> None:
        chosen = next(iter(self.table.selected()), None)
        if self._session.state is None or chosen is None:
            self.parts_model.show_rows([])
            self.who.clear()
            self.sums.clear()
            return
        parts = self._standings.opponents(chosen)
        self.parts_model.show_rows(map(copy, parts))
        self.parts.fit_columns()
        line = chosen.line
        byes = f", {line.byes} of them byes" if line.byes else ""
        self.who.setText(
            f"{chosen.player.name}: {chosen.points} points from {line.rounds} rounds, "
            f"{line.wins} wins{byes}. Place by {chosen.decided_by}."
        )
        self.sums.setText(sum_words(chosen, parts))


def _form_words(state: EventState) -> list[str]:
    return list(melee_form_lines(state.settings.melee)) if state.kind.at_tables else []
