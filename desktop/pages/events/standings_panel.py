"""The Standings tab: the order, and for the selected player the parts of each tiebreaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QPushButton, QSplitter, QWidget
from typing_extensions import override

from carddb.errors import AppError
from carddb.files import write_file
from carddb.terms import Faction
from desktop.session.event_session import EventSession
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import give_way, label
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events.bracket import final_ranking
from events.event_state import EventState
from events.event_terms import EventStage
from events.shown_round import points_text
from events.standings import Standing, Standings, standings
from events.standings_csv import standings_csv
from events.standings_paper import DECIDED_BY, decimal_text, melee_form_lines


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings with the player's name, and his place in the final ranking."""

    line: Standing
    name: str
    faction: Faction | None
    place: int | None = None
    left: bool = False

    @property
    def decided(self) -> str:
        """What gave the player his place; nothing where points alone did."""
        return DECIDED_BY[self.line.decided_by]


def _glyphs(row: StandingRow) -> tuple[Glyph, ...]:
    return (Glyph(icons.faction_glyph(row.faction), row.faction),) if row.faction else ()


COLUMNS: tuple[Column[StandingRow], ...] = (
    Column(title="Swiss", text=lambda row: str(row.line.rank), width=7, alignment=RIGHT),
    Column(
        title="Final",
        name="Final ranking",
        text=lambda row: str(row.place or ""),
        width=7,
        alignment=RIGHT,
    ),
    Column(
        title="Player",
        text=lambda row: f"{row.name} (left)" if row.left else row.name,
        glyphs=_glyphs,
        width=14,
        share=1,
    ),
    Column(title="Points", text=lambda row: points_text(row.line.points), width=9, alignment=RIGHT),
    Column(title="Rounds", text=lambda row: str(row.line.rounds), width=8, alignment=RIGHT),
    Column(title="Wins", text=lambda row: str(row.line.wins), width=7, alignment=RIGHT),
    Column(
        title="SoS",
        name="Strength of schedule",
        text=lambda row: decimal_text(row.line.sos),
        tooltip=lambda row: str(row.line.sos),
        width=10,
        alignment=RIGHT,
    ),
    Column(
        title="xSoS",
        name="Extended strength of schedule",
        text=lambda row: decimal_text(row.line.xsos),
        tooltip=lambda row: str(row.line.xsos),
        width=10,
        alignment=RIGHT,
    ),
    Column(title="Place by", text=lambda row: row.decided, width=14, faint=True),
)
PARTS: tuple[Column[StandingRow], ...] = (
    Column(title="Opponent", text=lambda row: row.name, width=12, share=1),
    Column(title="Points", text=lambda row: points_text(row.line.points), width=9, alignment=RIGHT),
    Column(title="Rounds", text=lambda row: str(row.line.rounds), width=8, alignment=RIGHT),
    Column(
        title="Average",
        text=lambda row: decimal_text(row.line.average),
        tooltip=lambda row: str(row.line.average),
        width=10,
        alignment=RIGHT,
    ),
    Column(title="SoS", text=lambda row: decimal_text(row.line.sos), width=10, alignment=RIGHT),
)


class StandingsModel(ColumnsModel[StandingRow]):
    """All lines, the first first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: StandingRow) -> str:
        return row.line.player


class PartsModel(ColumnsModel[StandingRow]):
    """The opponents of a player; one who was met twice stands there twice."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(PARTS, parent)

    @override
    def key(self, row: StandingRow) -> object:
        return id(row)


def standing_rows(state: EventState, table: Standings) -> list[StandingRow]:
    """Return the standings as rows, with the final ranking once the elimination has begun."""
    places: dict[str, int] = {}
    if state.elimination or state.stage is EventStage.FINISHED:
        places = {player: at for at, player in enumerate(final_ranking(state), start=1)}
    return [_row(state, line, places.get(line.player)) for line in table.lines]


def _row(state: EventState, line: Standing, place: int | None = None) -> StandingRow:
    player = state.player(line.player)
    faction = Faction(player.faction) if player.faction in set(Faction) else None
    return StandingRow(line, player.name, faction, place, not player.active)


def sum_words(line: Standing, parts: Sequence[Standing]) -> str:
    """Return how SoS and xSoS of a line add up from its opponents."""
    if not parts:
        return "No opponents yet: SoS and xSoS are 0."
    averages = " + ".join(f"{points_text(each.points)}/{each.rounds}" for each in parts)
    strengths = " + ".join(decimal_text(each.sos) for each in parts)
    return "\n".join(
        (
            f"SoS = ({averages}) / {len(parts)} = {_exact(line.sos)}",
            f"xSoS = ({strengths}) / {len(parts)} = {_exact(line.xsos)}",
        )
    )


def _exact(value: Fraction) -> str:
    shown = decimal_text(value)
    return f"{value} = {shown}" if value.denominator > 1 else shown


class StandingsPanel(QWidget):
    """Standings above, the sums of the selected line at the right."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._standings: Standings | None = None
        self.model, self.parts_model = StandingsModel(self), PartsModel(self)
        self.table = RowsTable(self.model, "Standings", self)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.empty_text = "No standings yet."
        self.parts = RowsTable(self.parts_model, "Opponents of the selected player", self)
        self.who = label(wraps=True)
        self.sums = label(wraps=True)
        self.rulings = label(size=Size.SMALL, faint=True, wraps=True)
        for each in (self.who, self.sums, self.rulings):
            give_way(each)
        self.export = QPushButton("Save as &CSV…", self)
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(self._show_parts)
        self.export.clicked.connect(self._on_export_clicked)

    def show_state(self) -> None:
        """Show the standings of the event on screen."""
        state = self._session.state
        if state is None:
            return
        self._standings = standings(state)
        self.model.update_rows(standing_rows(state, self._standings))
        if self.model.rows and not self.table.selected():
            self.table.select([self.model.rows[0].line.player])
        self.table.fit_columns()
        rules = [f"By {state.regulations.source}.", *_form_words(state)]
        departures = [f"{each.where}: {each.text}" for each in state.departures]
        self.rulings.setText(
            " ".join((*rules, "Rulings of this program:", *state.regulations.rulings))
            + ("\nNot as the regulations say: " + " ".join(departures) if departures else "")
        )
        self._show_parts()

    def save(self, file: Path) -> None:
        """Write the standings as CSV."""
        state = self._session.state
        if state is None:
            return
        try:
            write_file(file, standings_csv(state).encode("utf-8"))
        except AppError as error:
            self._session.failed.emit(error)
        else:
            self._session.done.emit(f"The standings are in {file.name}.")

    def _lay_out(self) -> None:
        gap = space(self, 2)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        side = QWidget(splitter)
        column(
            self.who, (self.parts, 1), self.sums, self.rulings, row(self.export, None),
            parent=side, margin=0, spacing=gap,
        )  # fmt: skip
        splitter.addWidget(self.table)
        splitter.addWidget(side)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(space(self, 3))
        splitter.setSizes([space(self, 190), space(self, 100)])
        splitter.setStretchFactor(0, 5)
        splitter.setStretchFactor(1, 2)
        column(splitter, parent=self, margin=gap)

    def _show_parts(self) -> None:
        state, table = self._session.state, self._standings
        chosen = next(iter(self.table.selected()), None)
        if state is None or table is None or chosen is None:
            self.parts_model.show_rows([])
            self.who.clear()
            self.sums.clear()
            return
        parts = table.parts(chosen.line.player)
        self.parts_model.show_rows(_row(state, each) for each in parts)
        self.parts.fit_columns()
        line = chosen.line
        byes = f", {line.byes} of them byes" if line.byes else ""
        self.who.setText(
            f"{chosen.name}: {points_text(line.points)} points from {line.rounds} rounds, "
            f"{line.wins} wins{byes}. Place by {chosen.decided}."
        )
        self.sums.setText(sum_words(line, parts))

    def _on_export_clicked(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save the standings", "standings.csv", "CSV (*.csv)"
        )
        if chosen:
            self.save(Path(chosen))


def _form_words(state: EventState) -> list[str]:
    return list(melee_form_lines(state.settings.melee)) if state.kind.at_tables else []
