"""The Round tab: its tables, results by keys, and operations by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.event_commands import CANCEL, ROUND_MENU, Wanted, void_results
from app.event_results import entered, result_choices
from app.event_rows import RoundRow, Seat, about_round, round_rows, seats_before
from app.phones.reports import table_flags
from desktop.pages.events.clock_panel import ClockPanel
from desktop.pages.events.event_panel import SideLayout
from desktop.pages.events.operation_menu import FieldsDialog, OperationMenu
from desktop.pages.events.result_panel import ResultPanel
from desktop.pages.events.round_table import RoundModel, RoundTable
from desktop.pages.events.time_dialogs import AtTimeDialog, MeleePowerDialog
from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import Size, sized, space
from desktop.widgets.buttons import push_button
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.find_field import FindField
from desktop.widgets.layouts import column, label, row, tip
from desktop.widgets.menus import Menu
from desktop.widgets.segments import Segments
from events import operations as ops
from events.chance import new_seed
from events.event_state import BY_STANDINGS, EventState
from events.event_terms import EventStage, GameResult
from events.event_values import TableGame
from events.result_text import (
    SEATS,
    TypedResult,
    game_result_text,
    typed_result,
)
from events.round_draw import redrawn_round

# The segments: all tables, those that play, and those with a result. Each has the end of the
# sentence that says that it is empty.
_SHOWN = {None: ("All", ""), True: ("Open", " is open"), False: ("In", " has a result")}


def redrawn(state: EventState) -> Wanted:
    return ops.RoundRepaired, {"round": redrawn_round(state, new_seed())}


class ResultMenu(Menu):
    """The possible results of a game of two.

    Signals:
        chosen: a result was chosen (a TypedResult).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Resul&t", parent)
        self.setToolTipsVisible(True)
        self.rules = Menu("&Rules", self)
        self.rules.setToolTipsVisible(True)
        self._game: TableGame | None = None
        self._state: EventState | None = None
        self.aboutToShow.connect(self.update_results)

    def show_game(self, game: TableGame | None, state: EventState | None) -> None:
        """Set the game of the menu; close it if it is open and shows another game."""
        if game != self._game:
            self.hide()
        self._game, self._state = game, state

    def update_results(self) -> None:
        """Offer the results of the game; none unless two play."""
        game, state = self._game, self._state
        self.clear()
        if state is None or game is None or len(game.players) != 2:
            return
        for each in result_choices(state, game):
            if each.begins_group:
                self.addSeparator()
            action = self.addAction(f"{each.words.replace('&', '&&')}\t{each.keys}")
            action.setToolTip(tip(each.rules or f"{each.words}. Keys: {each.keys}"))
            action.setStatusTip(each.rules)
            action.triggered.connect(partial(self.chosen.emit, each.typed))
        self.addSeparator()
        self.addMenu(self.rules)


class RoundPanel(ResultPanel[RoundRow]):
    """Shows a Swiss round; the last one unless another is chosen to correct it."""

    table: RoundTable

    def __init__(
        self,
        session: EventSession,
        clock: ClockPanel,
        timer: RoundTimer,
        parent: QWidget | None = None,
    ) -> None:
        self.model = RoundModel()
        super().__init__(session, RoundTable(self.model, "Tables of the round"), parent)
        self._timer = timer
        self._rounds = 0
        self._pairings: list[tuple[str, ...]] = []
        # Tables whose results are typed and not yet written.
        self._entering: set[int] = set()
        self._back_to_table = False
        self._seats: tuple[object, dict[str, Seat]] | None = None
        # The round that is shown; 0 where none was paired.
        self.number = 0
        self._showing = False
        self._chosen: RoundRow | None = None
        self._about: tuple[object, ...] = ()
        self.clock = clock
        self.rounds = ComboBox("Round", self, 6)
        self.rounds.setObjectName("title")
        self.rounds.setFont(sized(self.font(), Size.LARGE, QFont.Weight.DemiBold))
        self.search = FindField("Search the tables", "Player or table", self)
        self.shown: Segments[bool | None] = Segments(
            "Tables", [(words, value) for value, (words, _) in _SHOWN.items()], None, self
        )
        self.commands = OperationMenu(
            "Round", ROUND_MENU, session, self, {"again": lambda: session.draw(redrawn)}
        )
        self.results = ResultMenu(self)
        first = self.commands.actions()[0]
        self.commands.insertMenu(first, self.results)
        self.commands.insertSeparator(first)
        self.by_hand = push_button("&By hand", self)
        self.by_hand.setMenu(self.commands)
        self.about = self.reading_box("Why the round is paired like this")
        self.heading = label("Pairings", weight=QFont.Weight.DemiBold)
        gap = space(self, 2)
        SideLayout(self.side, column(self.heading, (self.about, 1), margin=0, spacing=gap // 2))
        self.search.setMaximumWidth(space(self, 50))
        top = row(
            self.rounds, self.shown, None, (self.search, 8),
            margin=(2 * gap, gap, 2 * gap, 0), spacing=gap,
        )  # fmt: skip
        head = self.head(self.rounds, self.shown, self.search, after=[self.by_hand])
        column(top, head, (self.table, 1), parent=self, margin=0, spacing=0)
        self._connect()

    @override
    def show_event(self, state: EventState) -> None:
        is_new = len(state.rounds) > self._rounds
        last = state.rounds[-1] if state.rounds else None
        pairings = [each.players for each in last.games] if last else []
        if pairings != self._pairings:
            self._pairings = pairings
            self.field.clear()  # a half-typed result belongs to the players who sat there
        if is_new:
            self._showing = True
            self.search.clear()
            self.shown.parts[None].setChecked(True)
            self._showing = False
        if len(state.rounds) != self._rounds:
            self._rounds = len(state.rounds)
            with QSignalBlocker(self.rounds):
                numbers = range(self._rounds, 0, -1)
                self.rounds.set_choices({each: f"Round {each}" for each in numbers})
            self.number = int(self.rounds.chosen or 0)
        number = self.number
        clock = self._timer.clock
        timed = clock is not None and clock.round == number
        extensions = dict(clock.extensions) if clock and timed else {}
        notes = self._session.notes
        flags: Mapping[int, str] = {}
        if last is not None and number == last.number and (notes.reports or notes.calls):
            flags = table_flags(state, notes)
        seats_now = self._seats_of(state) if number else {}
        rows = round_rows(state, number, extensions, seats_now, flags) if number else []
        self._showing = True
        seats = len(SEATS) if state.kind.at_tables else 2
        self.table.show_round(self._filtered(rows), seats, draws=state.regulations.has_draws)
        self._showing = False
        above = (self.rounds, self.shown, self.search, self.field, self.field.hint)
        for each in (*above, self.at_time, self.by_hand, self.heading):
            each.setVisible(number > 0)
        self._show_about(state)
        self.field.setEnabled(number > 0 and state.stage is not EventStage.FINISHED)
        self.by_hand.setEnabled(number > 0)
        if is_new:
            self._entering.clear()
            self._select_next(0)
            self.field.setFocus()
        self.show_selected()

    def _filtered(self, rows: list[RoundRow]) -> list[RoundRow]:
        """Return the rows that the search and the segments leave; count those of each segment."""
        wanted, value = self.search.text().strip(), self.shown.value
        found = [each for each in rows if each.matches(wanted)]
        parts = {
            None: found,
            True: [each for each in found if each.playing],
            False: [each for each in found if each.game and not each.playing],
        }
        for which, (words, _) in _SHOWN.items():
            self.shown.parts[which].setText(f"{words} {len(parts[which])}")
        what = "such player or table" if wanted else "table"
        self.table.empty_text = f"No {what}{_SHOWN[value][1]}." if rows else "No round yet."
        return parts[value]

    def _show_about(self, state: EventState) -> None:
        """Show why the round is paired like this; results do not change it."""
        number = self.number
        reasons = state.rounds[number - 1].reasons if number else ()
        about = (number, reasons, state.players, state.departures)
        if about != self._about:
            self._about = about
            self.about.setPlainText(about_round(state, number) if number else "")

    def _seats_of(self, state: EventState) -> dict[str, Seat]:
        """Return the players with the points before the round, which stay as results come in."""
        key = (state.settings, state.rounds[: self.number - 1], state.players)
        if self._seats is None or self._seats[0] != key:
            self._seats = key, seats_before(state, self.number)
        return self._seats[1]

    def _connect(self) -> None:
        self.rounds.currentIndexChanged.connect(self._on_round_chosen)
        self.table.doubleClicked.connect(lambda _: self.table.begin(""))
        self.table.result_chosen.connect(self.on_entered)
        self.results.chosen.connect(self.on_entered)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._on_menu_requested)
        self.clock.extended.connect(self.show_state)
        self._session.drawing_changed.connect(self.show_selected)
        self._session.notes_changed.connect(self._on_notes_changed)
        self.shown.chosen.connect(self._on_filtered)
        self.search.textChanged.connect(self._on_filtered)
        for signal in (self.search.returnPressed, self.search.left_downwards):
            signal.connect(self.table.setFocus)

    def begin_event(self) -> None:
        """Forget what was typed and chosen for the previous event."""
        self.field.clear()
        self._entering.clear()
        self.rounds.clear()
        self._rounds = self.number = 0

    def _on_notes_changed(self) -> None:
        if self.isVisible():
            self.show_state()

    def _on_filtered(self) -> None:
        if self._showing:
            return
        self.show_state()
        if self.model.rows and not self.table.selected():
            self.table.select([self.model.rows[0].key])

    def _on_round_chosen(self) -> None:
        self.number = int(self.rounds.chosen or 0)
        self.show_state()

    @override
    def show_selected(self) -> None:
        if self._showing:
            return  # it is called once after all changes
        state, chosen = self._session.state, self.table.chosen()
        self._chosen = chosen
        game = chosen.game if chosen else None
        last = state is not None and self.number == len(state.rounds)
        self.commands.show_selection(game=game, last=last)
        self.clock.table = game.table if game else 1
        open_ = game is not None and self.field.isEnabled()
        self.at_time.setEnabled(open_)
        self.results.show_game(game if open_ else None, state)
        self.results.setEnabled(game is not None and open_ and len(game.players) == 2)
        self.field.show_hint()

    @override
    def read(self, text: str) -> TypedResult:
        state = self._session.state
        if state is None or not self.number:
            return TypedResult()
        chosen = self._chosen
        if chosen is not None and chosen.game is not None and not text.strip()[:1].isdigit():
            text = f"{chosen.game.table}{text}"  # without a number it is the selected table
        elif not text.strip() and state.round(self.number).over:
            return TypedResult(hint="All results are in.")
        return typed_result(text, state, self.number)

    def _game(self, state: EventState, table: int | None) -> TableGame | None:
        return state.round(self.number).game_at(table) if self.number else None

    @override
    def known(self, typed: TypedResult) -> str:
        state = self._session.state
        game = self._game(state, typed.number) if state else None
        if state is None or game is None or not game.over:
            return ""
        return f"Table {game.table}: {game_result_text(state, game)}."

    @override
    def begin_result(self, number: int, typed: str) -> None:
        """Go on in the field; the focus comes back with the next table."""
        self._back_to_table = True
        super().begin_result(number, typed)

    @override
    def on_entered(self, typed: TypedResult) -> None:
        table = typed.number or 0
        if (state := self._session.state) is not None:
            self._enter(self.number, self._game(state, table), typed)
        self._showing = True
        self._select_next(table)
        self._showing = False
        self.show_selected()
        if self._back_to_table:
            self._back_to_table = False
            self.table.setFocus()

    def _select_next(self, table: int) -> None:
        """Select the next table that plays, at once: its result may be typed already."""
        playing = [each.game.table for each in self.model.rows if each.game and each.playing]
        left = sorted(set(playing) - self._entering)
        if left:
            self.table.select([next((each for each in left if each > table), left[0])])
        else:
            self.table.clearSelection()

    def _enter(self, number: int, game: TableGame | None, typed: TypedResult) -> None:
        if game is None:
            return
        wanted = entered(number, game, typed, corrects=game.over)
        self._entering.add(game.table)
        self._session.do_all(
            lambda _: [wanted],
            partial(self._on_written, game.table, self._session.state),
            partial(self._on_not_entered, game.table),
        )

    def _on_written(self, table: int, before: EventState | None) -> None:
        """Ask what becomes of a cut or a pairing that does not follow the standings any more."""
        self._entering.discard(table)
        state = self._session.state
        if state is None or before is None:
            return
        for each in state.departures:
            if each.text.startswith(BY_STANDINGS) and each not in before.departures:
                self._ask_to_take_back(each.text)

    def _ask_to_take_back(self, by_standings: str) -> None:
        """Ask whether to take back the cut or pairing that a corrected result has outdated."""
        state = self._session.state
        if state is None:
            return
        what = "cut" if state.seeds else f"pairing of round {len(state.rounds)}"
        question = f"{by_standings.removesuffix('.')}; take the {what} back?"
        parts = (question, void_results(state), "If you leave it, the event notes that.")
        note = "\n".join(filter(None, parts))
        dialog = FieldsDialog(f"Take the {what} back", "Take it back", note, self)
        dialog.cancel.setText("Leave it")
        dialog.cancel.setDefault(True)
        dialog.cancel.setFocus()
        values = {"reason": "A result before it was corrected."}
        dialog.ask(lambda: self._session.do_all(lambda now: [CANCEL.wanted(now, values)]))

    def _on_not_entered(self, table: int) -> None:
        self._entering.discard(table)
        self.table.select([table])

    @override
    def on_ruled(
        self,
        chosen: RoundRow,
        dialog: AtTimeDialog | MeleePowerDialog,
        ruling: GameResult | tuple[int, ...],
    ) -> None:
        game = chosen.game
        if game is None:
            return
        typed = (
            TypedResult(game.table, result=ruling)
            if isinstance(ruling, GameResult)
            else TypedResult(game.table, places=ruling)
        )
        self._enter(chosen.round, game, typed)
        self._select_next(game.table)

    def _on_menu_requested(self, where: QPoint) -> None:
        self.commands.popup(self.table.viewport().mapToGlobal(where))
