"""The Round tab: the tables, results by keys, and what is done by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QSplitter,
    QWidget,
)

from app.event_commands import CANCEL, ROUND_MENU, Wanted, void_results
from core.text_format import shortened
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.pages.events.at_time_dialog import AtTimeDialog
from desktop.pages.events.clock_strip import ClockStrip
from desktop.pages.events.fields_dialog import FieldsDialog, number_box
from desktop.pages.events.operation_menu import OperationMenu
from desktop.pages.events.result_field import ResultField
from desktop.pages.events.round_table import (
    RoundModel,
    RoundRow,
    RoundTable,
    about_round,
    round_rows,
    shown_names,
)
from desktop.session.event_session import EventSession, new_seed
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import buddy_label, column, label, row, tip
from events import operations as ops
from events.event_state import BY_STANDINGS, EventState
from events.event_terms import EventStage, GameResult
from events.event_values import TableGame
from events.melee_tables import SEATS, places_by_power
from events.result_text import OPEN_AGAIN, RESULT_KEYS, TypedResult, game_result_text, typed_result
from events.round_draw import redrawn_round
from events.time_called import USUAL_TOTAL

MOST_POWER = 200


def redrawn(state: EventState) -> Wanted:
    """Return the last round drawn anew from another seed."""
    return ops.RoundRepaired, {"round": redrawn_round(state, new_seed())}


class MeleePowerDialog(SimpleDialog):
    """Asks for power and total of each player; whoever needs as much shares a place.

    Signals:
        ruled: the places are known and are to be entered (a tuple by seat).
    """

    ruled = Signal(object)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__("Time at the table", "Enter the places", parent)
        self._names = tuple(map(shortened, names))
        self.power = self._numbers("power", 0)
        self.totals = self._numbers("total power to win", USUAL_TOTAL)
        body, grid = QWidget(self), QGridLayout()
        column(grid, parent=body, margin=0)
        for at, text in enumerate(("Power", "Total to win"), start=1):
            grid.addWidget(label(text, Size.SMALL, faint=True), 0, at)
        for line, name in enumerate(self._names):
            grid.addWidget(label(name), line + 1, 0)
            grid.addWidget(self.power[line], line + 1, 1)
            grid.addWidget(self.totals[line], line + 1, 2)
        for box in (*self.power, *self.totals):
            box.valueChanged.connect(self._update)
        self.answer = label(wraps=True)
        self.lay_out(body, self.answer)
        self.accepted.connect(lambda: self.ruled.emit(self.places))
        self._update()
        self.power[0].setFocus()
        self.power[0].selectAll()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each player, by seat."""
        values = ([box.value() for box in boxes] for boxes in (self.power, self.totals))
        return places_by_power(*values)

    def _numbers(self, of: str, value: int) -> list[QSpinBox]:
        return [number_box(f"{name}: {of}", 0, MOST_POWER, value) for name in self._names]

    def _update(self) -> None:
        placed = sorted(zip(self.places, self._names, strict=True))
        self.answer.setText(", ".join(f"{place}. {name}" for place, name in placed))


_WORDS = {
    "aw": "{a} wins",
    "am": "{a} wins at time",
    "ac": "{a} wins, {b} concedes",
    "bw": "{b} wins",
    "bm": "{b} wins at time",
    "bc": "{b} wins, {a} concedes",
    "dd": "Draw at time",
    "di": "Intentional draw",
    "xx": "Both lose",
}
_DRAWS = {GameResult.DRAW, GameResult.INTENTIONAL_DRAW}
_PARTS = {"bw", "dd", "xx"}


def result_rules(result: GameResult, version: str) -> str:
    """Return what the regulations say of a result that is not usual; nothing of the others."""
    match result:
        case GameResult.INTENTIONAL_DRAW:
            return (
                f"Regulations {version} allow it in Swiss rounds alone, while a leader is present; "
                "each player has the points of a draw."
            )
        case GameResult.DOUBLE_LOSS:
            return f"By the organizer's decision: regulations {version} know no double loss."
    return ""


class ResultMenu(QMenu):
    """What a game of two can come to.

    Signals:
        chosen: a result was chosen (a TypedResult).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Result", parent)
        self.setToolTipsVisible(True)
        self.rules = QMenu("&Rules", self)
        self.rules.setToolTipsVisible(True)
        self._offered: object = None

    def show_game(self, game: TableGame | None, state: EventState | None) -> None:
        """Offer the results of a game; none where there is no game of two."""
        names = [state.player(each).name for each in game.players] if state and game else []
        offered = (game, names, state.settings if state else None)
        if offered == self._offered:
            return  # the menu may be open, and another window have changed another game
        self._offered = offered
        self.hide()
        self.clear()
        if state is None or game is None or len(game.players) != 2:
            return
        a, b = (each.replace("&", "&&") for each in names)
        regulations = state.regulations
        has_draws = regulations.has_draws
        for keys, (result, conceded) in RESULT_KEYS.items():
            if result in _DRAWS and not has_draws:
                continue
            if keys in _PARTS:
                self.addSeparator()
            typed = TypedResult(game.table, result=result, conceded=conceded, done=True)
            self._add(
                _WORDS[keys].format(a=a, b=b),
                keys,
                typed,
                result_rules(result, regulations.version),
            )
        if game.over:
            self._add("Open again", OPEN_AGAIN, TypedResult(game.table, opened=True, done=True))
        self.addSeparator()
        self.addMenu(self.rules)

    def _add(self, words: str, keys: str, typed: TypedResult, rules: str = "") -> None:
        action = self.addAction(f"{words}\t{keys}")
        action.setToolTip(tip(rules or f"{words.replace('&&', '&')}. Keys: {keys}"))
        action.setStatusTip(rules)
        action.triggered.connect(lambda: self.chosen.emit(typed))


class RoundPanel(QWidget):
    """Shows a Swiss round; the last one unless another is chosen to correct it."""

    def __init__(
        self,
        session: EventSession,
        clock: ClockStrip,
        timer: RoundTimer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._timer = session, timer
        self._rounds = 0
        self._pairings: list[tuple[str, ...]] = []
        # Tables whose results are typed and not yet written.
        self._entering: set[int] = set()
        self._back_to_table = False
        self._names: tuple[object, dict[str, str]] | None = None
        self._drawing = self._showing = False
        self.clock = clock
        self.rounds = ComboBox("Round", self, 9)
        self.model = RoundModel(self)
        self.table = RoundTable(self.model, self)
        self.field = ResultField("Result by keys", self._read, self._known, self)
        self.results = ResultMenu(self)
        self.result = QPushButton("&Choose result", self)
        self.result.setAccessibleName("Choose the result of the selected table")
        self.result.setToolTip("The result of the selected table")
        self.result.setMenu(self.results)
        self.at_time = QPushButton("At &time…", self)
        self.commands = OperationMenu(
            "Round", ROUND_MENU, session, self, {"again": lambda: session.draw(redrawn)}
        )
        self.by_hand = QPushButton("&By hand", self)
        self.by_hand.setMenu(self.commands)
        self.about = QPlainTextEdit(self, readOnly=True)
        self.about.setAccessibleName("Why the round is paired like this")
        self.about.setTabChangesFocus(True)
        self.about.setMinimumWidth(space(self, 28))
        self._lay_out()
        self._connect()

    @property
    def number(self) -> int:
        """The number of the round that is shown; 0 where none was paired."""
        return int(self.rounds.chosen or 0)

    def show_state(self) -> None:
        """Show the event on screen; a new round comes into view."""
        state = self._session.state
        if state is None:
            return
        is_new = len(state.rounds) > self._rounds
        pairings = [each.players for each in state.current.games] if state.current else []
        if pairings != self._pairings:
            self._pairings = pairings
            self.field.clear()  # half a result is of the players who sat there
        if len(state.rounds) != self._rounds:
            self._offer_rounds(len(state.rounds))
        number = self.number
        clock = self._timer.clock
        timed = clock is not None and clock.round == number
        extensions = dict(clock.extensions) if clock and timed else {}
        rows = round_rows(state, number, extensions, self._shown_names(state)) if number else []
        self._showing = True
        self.model.show_round(rows, SEATS if state.kind.at_tables else 2)
        self._showing = False
        self.table.empty_text = "No round yet."
        self.table.fit_columns()
        self.table.viewport().update()
        self.about.setPlainText(about_round(state, number) if number else "")
        self.field.setEnabled(number > 0 and state.stage is not EventStage.FINISHED)
        self.by_hand.setEnabled(number > 0)
        if is_new:
            self._entering.clear()
            self._select_next(0)
            self.field.setFocus()
        self._show_selected()

    def _shown_names(self, state: EventState) -> dict[str, str]:
        """Return the names with the points before the round; they stay while results come in."""
        key = (state.settings, state.rounds[: self.number - 1], state.players)
        if self._names is None or self._names[0] != key:
            self._names = key, shown_names(state, self.number)
        return self._names[1]

    def _lay_out(self) -> None:
        gap = space(self, 2)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        left = QWidget(splitter)
        top = row(
            buddy_label("Rou&nd", self.rounds, Size.SMALL), self.rounds, None, self.result,
            self.at_time, self.by_hand, spacing=gap,
        )  # fmt: skip
        entry = row(
            buddy_label("Resu&lt", self.field, Size.SMALL),
            self.field,
            (self.field.hint, 1),
            spacing=gap,
        )
        column(top, entry, (self.table, 1), parent=left, margin=0, spacing=gap)
        splitter.addWidget(left)
        splitter.addWidget(self.about)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(space(self, 3))
        splitter.setSizes([space(self, 210), space(self, 80)])
        splitter.setStretchFactor(0, 5)
        splitter.setStretchFactor(1, 2)
        column(splitter, parent=self, margin=gap, spacing=gap)
        order = (self.rounds, self.result, self.at_time, self.by_hand, self.field)
        for one, other in zip(order, (*order[1:], self.table), strict=True):
            self.setTabOrder(one, other)
        self.setTabOrder(self.table, self.about)

    def _connect(self) -> None:
        self.rounds.currentIndexChanged.connect(self.show_state)
        self.table.result_begun.connect(self._on_begun_in_table)
        self.results.chosen.connect(self._on_entered)
        self.table.selectionModel().selectionChanged.connect(self._show_selected)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._on_menu_requested)
        self.field.entered.connect(self._on_entered)
        self.at_time.clicked.connect(self.ask_at_time)
        self.clock.extended.connect(self.show_state)
        self._session.busy_changed.connect(self._on_busy_changed)

    def begin_event(self) -> None:
        """Forget what was typed and chosen for the event before."""
        self.field.clear()
        self._entering.clear()
        self.rounds.clear()
        self._rounds = 0

    def _offer_rounds(self, rounds: int) -> None:
        self._rounds = rounds
        with QSignalBlocker(self.rounds):
            self.rounds.set_choices({each: f"Round {each}" for each in range(rounds, 0, -1)})

    def _selected(self) -> RoundRow | None:
        return next(iter(self.table.selected()), None)

    def _on_busy_changed(self) -> None:
        """Disable what waits while a round is drawn; a result that is written changes nothing."""
        drawing = self._session.drawing
        if drawing is not self._drawing:
            self._drawing = drawing
            self._show_selected()

    def _show_selected(self) -> None:
        if self._showing:
            return  # it follows, once for all that changes
        state, chosen = self._session.state, self._selected()
        game = chosen.game if chosen else None
        last = state is not None and self.number == len(state.rounds)
        self.commands.show_selection(game=game, last=last)
        self.clock.table = game.table if game else 1
        open_ = game is not None and self.field.isEnabled()
        self.at_time.setEnabled(open_)
        self.results.show_game(game if open_ else None, state)
        self.result.setEnabled(not self.results.isEmpty())
        self.field.show_hint()

    def _read(self, text: str) -> TypedResult:
        state = self._session.state
        if state is None or not self.number:
            return TypedResult()
        chosen = self._selected()
        if chosen is not None and chosen.game is not None and not text.strip()[:1].isdigit():
            text = f"{chosen.game.table}{text}"  # without a number it is the selected table
        elif not text.strip() and state.round(self.number).over:
            return TypedResult(hint="All results are in.")
        return typed_result(text, state, self.number)

    def _game(self, state: EventState, table: int | None) -> TableGame | None:
        games = state.round(self.number).games if self.number else ()
        return next((each for each in games if each.table == table), None)

    def _known(self, typed: TypedResult) -> str:
        """Return the result that a table has already, as a sentence."""
        state = self._session.state
        game = self._game(state, typed.number) if state else None
        if state is None or game is None or not game.over:
            return ""
        return f"Table {game.table}: {game_result_text(state, game)}."

    def _on_begun_in_table(self, table: int, typed: str) -> None:
        """Go on in the field; the focus comes back with the next table."""
        self._back_to_table = True
        self.field.begin(table, typed)

    def _on_entered(self, typed: TypedResult) -> None:
        table = typed.number or 0
        if (state := self._session.state) is not None:
            self._enter(self.number, self._game(state, table), typed)
        self._select_next(table)
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
        table = game.table
        self._entering.add(table)
        self._session.do(
            ops.ResultCorrected if game.over else ops.ResultEntered,
            then=partial(self._on_written, table, self._session.state),
            otherwise=partial(self._on_not_entered, table),
            round=number,
            table=table,
            result=typed.result,
            places=typed.places,
            conceded=typed.conceded,
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
        """Ask whether the cut or the last pairing goes, which a corrected result has outdated."""
        state = self._session.state
        if state is None:
            return
        what = "cut" if state.seeds else f"pairing of round {len(state.rounds)}"
        question = f"{by_standings.removesuffix('.')}; take the {what} back?"
        parts = (question, void_results(state), "If you leave it, the event notes that.")
        note = "\n".join(filter(None, parts))
        dialog = FieldsDialog(f"Take the {what} back", "Take it back", {}, note, self)
        dialog.cancel.setText("Leave it")
        dialog.cancel.setDefault(True)
        dialog.cancel.setFocus()
        values = {"reason": "A result before it was corrected."}
        dialog.ask(lambda: self._session.do_all(lambda now: [CANCEL.wanted(now, values)]))

    def _on_not_entered(self, table: int) -> None:
        self._entering.discard(table)
        self.table.select([table])

    def ask_at_time(self) -> AtTimeDialog | MeleePowerDialog | None:
        """Open the dialog for a game that is not over when time is called."""
        state, chosen = self._session.state, self._selected()
        if state is None or chosen is None or chosen.game is None:
            return None
        number, game = self.number, chosen.game
        names = [state.player(each).name for each in game.players]

        def on_ruled(ruling: GameResult | tuple[int, ...]) -> None:
            # The game as the dialog was opened for it: it may have a result of another window.
            if isinstance(ruling, GameResult):
                self._enter(number, game, TypedResult(game.table, result=ruling))
            else:
                self._enter(number, game, TypedResult(game.table, places=ruling))
            self._select_next(game.table)

        dialog: AtTimeDialog | MeleePowerDialog = (
            MeleePowerDialog(names, self)
            if state.kind.at_tables
            else AtTimeDialog(state.regulations, (names[0], names[1]), self)
        )
        dialog.ruled.connect(on_ruled)
        dialog.open()
        return dialog

    def _on_menu_requested(self, where: QPoint) -> None:
        self.commands.popup(self.table.viewport().mapToGlobal(where))
