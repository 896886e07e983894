"""The Bracket tab: the tree, its games as a table, and results by keys."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSplitter, QWidget
from typing_extensions import override

from desktop.pages.events.at_time_dialog import AtTimeDialog
from desktop.pages.events.bracket_view import BracketView
from desktop.pages.events.melee_power_dialog import MeleePowerDialog
from desktop.pages.events.result_field import ResultField, begins_result
from desktop.session.event_session import EventSession
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import buddy_label, give_way, label
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events import operations as ops
from events.bracket import seats_of, seed_of
from events.bracket_tree import elimination_title
from events.event_state import EventState
from events.event_terms import EventStage, GameResult
from events.event_values import BracketGame
from events.regulations import LEVEL_AT_TIME
from events.result_keys import HOW_KEYS, TypedResult, typed_bracket_result
from events.time_called import TimeStep


@dataclass(frozen=True, slots=True)
class BracketRow:
    """A game of the elimination with its players by name."""

    round: int
    round_name: str
    game: BracketGame
    names: tuple[str, ...]

    @property
    def result(self) -> str:
        """Who goes on, and why."""
        game = self.game
        if game.winner is None:
            return "" if game.over else "playing"
        if game.places:
            order = sorted(zip(game.places, self.names, strict=True))
            return ", ".join(f"{place}. {name}" for place, name in order)
        winner = self.names[game.players.index(game.winner)]
        return f"{winner} ({game.how})" if game.how not in {"", "win"} else winner


COLUMNS: tuple[Column[BracketRow], ...] = (
    Column(title="Round", text=lambda each: each.round_name, width=14, faint=True),
    Column(title="Game", text=lambda each: str(each.game.number), width=7, alignment=RIGHT),
    Column(title="Players", text=lambda each: " · ".join(each.names), width=14, share=5),
    Column(
        title="Goes on",
        text=lambda each: each.result,
        glyphs=lambda each: (Glyph(icons.LEGAL, tint=True),) if each.game.winner else (),
        width=12,
        share=4,
    ),
)


class BracketModel(ColumnsModel[BracketRow]):
    """The games, those that are played first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: BracketRow) -> object:
        return row.round, row.game.number


class BracketTable(RowsTable[BracketRow]):
    """The games; a letter on a row begins its result.

    Signals:
        result_begun: a result is typed (the game, the letter).
    """

    result_begun = Signal(int, str)

    def __init__(self, model: BracketModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Games of the elimination", parent)
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        begun, chosen = begins_result(event), self.selected()
        if begun is not None and chosen:
            self.result_begun.emit(chosen[0].game.number, begun)
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Do not look for rows by their first letter: letters are results."""


def bracket_rows(state: EventState) -> list[BracketRow]:
    """Return all games so far, the newest round first, before all those that are played."""
    rows = []
    for played in reversed(state.elimination):
        name = elimination_title(len(played.games), seats_of(state))
        for game in played.games:
            names = tuple(_named(state, each) for each in game.players)
            rows.append(BracketRow(played.number, name, game, names))
    return sorted(rows, key=lambda each: each.game.over)


def _named(state: EventState, player: str) -> str:
    seed, name = seed_of(state, player), state.player(player).name
    return f"{name} ({seed})" if seed else name


class BracketPanel(QWidget):
    """Tree above, table below; both show the same selected game."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = BracketModel(self)
        self.table = BracketTable(self.model, self)
        self.table.empty_text = "The elimination begins with the cut."
        self.view = BracketView()
        self.scroller = QScrollArea(self)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setAccessibleName("Bracket as a tree")
        self.scroller.setWidget(self.view)
        self.scroller.setWidgetResizable(True)
        self.field = ResultField("Result by keys", self._read, self._known, self)
        self.at_time = QPushButton("At &time…", self)
        self.winner = label(size=Size.LARGE)
        give_way(self.winner)
        gap = space(self, 2)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.addWidget(self.scroller)
        splitter.addWidget(self.table)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(gap)
        splitter.setSizes([space(self, 90), space(self, 50)])
        entry = row(
            buddy_label("Resu&lt", self.field, Size.SMALL),
            self.field,
            (self.field.hint, 1),
            self.at_time,
            spacing=gap,
        )
        column(self.winner, entry, (splitter, 1), parent=self, margin=gap, spacing=gap)
        self.table.selectionModel().selectionChanged.connect(self._show_selected)
        self.table.result_begun.connect(self.field.begin)
        self.view.chosen.connect(lambda number, game: self.table.select([(number, game)]))
        self.field.entered.connect(self._on_entered)
        self.at_time.clicked.connect(self.ask_at_time)

    def show_state(self) -> None:
        """Show the elimination of the event on screen."""
        state = self._session.state
        if state is None:
            return
        self.view.show_state(state)
        self.model.update_rows(bracket_rows(state))
        self.table.fit_columns()
        if (chosen := next(iter(self.table.selected()), None)) is None or chosen.game.over:
            self._select_next()
        self.field.setEnabled(state.stage is EventStage.ELIMINATION and bool(state.elimination))
        name = state.player(state.winner).name if state.winner else ""
        self.winner.setText(f"Winner: {name}" if name else "")
        self.winner.setVisible(bool(name))
        self._show_selected()

    def _select_next(self) -> None:
        """Select the first game that is played."""
        games = [each for each in self.model.rows if not each.game.over]
        if games:
            first = min(games, key=lambda each: each.game.number)
            self.table.select([self.model.key(first)])

    def _show_selected(self) -> None:
        chosen = next(iter(self.table.selected()), None)
        self.view.select(*((chosen.round, chosen.game.number) if chosen else (0, 0)))
        played = chosen is not None and len(chosen.names) > 1
        self.at_time.setEnabled(played and self.field.isEnabled())
        self.field.show_hint()

    def _read(self, text: str) -> TypedResult:
        state = self._session.state
        if state is None or not state.elimination:
            return TypedResult()
        chosen = next(iter(self.table.selected()), None)
        if chosen is not None and not text.strip()[:1].isdigit() and len(chosen.game.players) > 1:
            text = f"{chosen.game.number}{text}"  # without a number it is the selected game
        return typed_bracket_result(text, state, self._round_of(text, state))

    def _round_of(self, text: str, state: EventState) -> int:
        """Return the round of what is typed: where that game is open, or that of the selection."""
        number, last = "".join(filter(str.isdigit, text)), state.elimination[-1]
        chosen = next(iter(self.table.selected()), None)
        open_ = any(str(each.number) == number and not each.over for each in last.games)
        if chosen is not None and number == str(chosen.game.number) and not open_:
            return chosen.round
        return last.number

    def _game(self, number: int, game: int | None) -> BracketRow | None:
        return next(
            (each for each in self.model.rows if (each.round, each.game.number) == (number, game)),
            None,
        )

    def _known(self, typed: TypedResult) -> str:
        state = self._session.state
        if state is None:
            return ""
        known = self._game(self._round_of(str(typed.number), state), typed.number)
        if known is None or known.game.winner is None:
            return ""
        goes_on = "" if known.game.places else " goes on"
        return f"{known.round_name}, game {known.game.number}: {known.result}{goes_on}."

    def _on_entered(self, typed: TypedResult) -> None:
        state = self._session.state
        if state is not None:
            number = self._round_of(str(typed.number), state)
            self._enter(self._game(number, typed.number), typed)

    def _enter(self, known: BracketRow | None, typed: TypedResult) -> None:
        if known is None:
            return
        self._session.do(
            ops.BracketResultCorrected if known.game.winner else ops.BracketResultEntered,
            round=known.round,
            game=known.game.number,
            winner=typed.winner,
            how=typed.how,
            places=typed.places,
        )

    def ask_at_time(self) -> AtTimeDialog | MeleePowerDialog | None:
        """Open the dialog for a game that is not over when time is called."""
        state, chosen = self._session.state, next(iter(self.table.selected()), None)
        if state is None or chosen is None or len(chosen.game.players) < 2:
            return None
        if state.kind.at_tables:
            return self._ask_for_power(chosen, state)
        first, second = chosen.game.players
        one, other = seed_of(state, first), seed_of(state, second)
        names = (state.player(first).name, state.player(second).name)
        higher = int(other < one) if one and other else None
        dialog = AtTimeDialog(state.regulations, names, self, elimination=True, higher_seed=higher)

        def on_ruled(result: GameResult) -> None:
            won = first if result is GameResult.MODIFIED_WIN else second
            level = dialog.ruling is not None and dialog.ruling.step is TimeStep.HIGHER_SEED
            how = LEVEL_AT_TIME if level else HOW_KEYS["m"]
            self._enter(chosen, TypedResult(winner=won, how=how))

        dialog.ruled.connect(on_ruled)
        dialog.open()
        return dialog

    def _ask_for_power(self, chosen: BracketRow, state: EventState) -> MeleePowerDialog:
        players = chosen.game.players
        dialog = MeleePowerDialog([state.player(each).name for each in players], self)

        def on_ruled(places: tuple[int, ...]) -> None:
            self._enter(chosen, TypedResult(winner=players[places.index(1)], places=places))

        dialog.ruled.connect(on_ruled)
        dialog.open()
        return dialog
