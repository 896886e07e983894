"""The Round tab: its tables, results by keys, and operations by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise

from PySide6.QtCore import QObject, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QPushButton, QWidget

from app.event_commands import CANCEL, ROUND_MENU, Wanted, void_results
from app.event_results import entered
from desktop.pages.events.clock_strip import ClockStrip
from desktop.pages.events.operation_menu import FieldsDialog, OperationMenu
from desktop.pages.events.result_field import ResultField, ResultTable
from desktop.pages.events.time_dialogs import AtTimeDialog, MeleePowerDialog
from desktop.session.event_session import EventSession
from desktop.session.round_timer import RoundTimer
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import buddy_label, column, row, splitter, tip
from desktop.widgets.rows_model import Column, ColumnsModel
from events import operations as ops
from events.chance import new_seed
from events.event_state import BY_STANDINGS, EventState
from events.event_terms import EventStage, GameResult
from events.event_values import TableGame
from events.regulations import regulations
from events.result_text import (
    OPEN_AGAIN,
    RESULT_KEYS,
    SEATS,
    TypedResult,
    game_result_text,
    short_result_text,
    typed_result,
)
from events.round_draw import redrawn_round
from events.shown_round import points_text
from events.standings import standings


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A table with its result (short: `score`), or a player who does not play this round."""

    players: tuple[str, ...]
    names: tuple[str, ...]
    result: str
    game: TableGame | None = None
    more_minutes: int = 0
    score: str = ""
    winner: int | None = None
    playing: bool = False

    @property
    def short_words(self) -> str:
        """Compact form."""
        if self.playing and self.more_minutes:
            return f"playing +{self.more_minutes} min"
        return "playing" if self.playing else self.score or self.result

    @property
    def state_words(self) -> str:
        """The result, or that there is none yet."""
        if not self.playing:
            return self.result
        more = f", {self.more_minutes} minutes more" if self.more_minutes else ""
        pinned = ", stays when drawn again" if self.game and self.game.pinned else ""
        return f"playing{more}{pinned}"


def _name(row: RoundRow, seat: int) -> str:
    return row.names[seat] if seat < len(row.names) else ""


def _won(row: RoundRow, seat: int) -> tuple[Glyph, ...]:
    if row.game is None or len(row.players) != 2:
        return ()
    return (Glyph(icons.LEGAL, tint=True),) if row.winner == seat else (Glyph(""),)


_HOW = {
    GameResult.MODIFIED_WIN: " at time",
    GameResult.MODIFIED_LOSS: " at time",
    GameResult.DRAW: " draw",
    GameResult.INTENTIONAL_DRAW: " intentional",
    GameResult.DOUBLE_LOSS: " both lose",
}
_WINNERS = {
    GameResult.WIN: 0,
    GameResult.MODIFIED_WIN: 0,
    GameResult.LOSS: 1,
    GameResult.MODIFIED_LOSS: 1,
}


def columns_for(seats: int) -> tuple[Column[RoundRow], ...]:
    """Return the columns of a round, one for each seat at a table."""
    return (
        Column(
            title="Table",
            text=lambda row: str(row.game.table) if row.game else "",
            width=8,
            alignment=RIGHT,
        ),
        *(
            Column(
                title=SEATS[seat],
                name=f"Player {SEATS[seat]}",
                text=partial(_name, seat=seat),
                glyphs=partial(_won, seat=seat),
                words=partial(_name, seat=seat),
                width=10,
                share=4,
            )
            for seat in range(seats)
        ),
        Column(
            title="Result",
            text=lambda row: row.short_words,
            words=lambda row: row.state_words,
            width=19,
        ),
    )


class RoundModel(ColumnsModel[RoundRow]):
    """The rows of a round."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            columns_for(2), parent, key=lambda row: row.game.table if row.game else row.players
        )

    def show_round(self, rows: list[RoundRow], seats: int) -> None:
        """Show the rows of a round, with a column for each seat."""
        if len(self.columns) != seats + 2:
            self.beginResetModel()
            self.columns = self.headings = columns_for(seats)
            self.rows = rows
            self.endResetModel()
        else:
            self.update_rows(rows)


def shown_names(state: EventState, number: int) -> dict[str, str]:
    """Return all names, from the second round on with the points before the round."""
    had: dict[str, Fraction] = {}
    if number > 1:
        before = standings(replace(state, rounds=state.rounds[: number - 1]))
        had = {line.player: line.points for line in before}
    return {
        each.id: f"{each.name} ({points_text(had[each.id])})" if each.id in had else each.name
        for each in state.players
    }


def round_rows(
    state: EventState,
    number: int,
    extensions: Mapping[int, int] | None = None,
    shown: Mapping[str, str] | None = None,
) -> list[RoundRow]:
    """Return the rows of a Swiss round; `shown` are the names with the points before it."""
    played, more = state.round(number), extensions or {}
    shown = shown_names(state, number) if shown is None else shown
    names = {each.id: each.name for each in state.players}
    version = state.settings.regulations
    rows = [
        _game_row(
            game,
            tuple([names[each] for each in game.players]),
            tuple([shown[each] for each in game.players]),
            more.get(game.table, 0),
            version,
        )
        for game in sorted(played.games, key=lambda game: game.table)
    ]
    rows.sort(key=lambda row: not row.playing)
    alone = ((played.byes, "has a bye"), (played.losses, "has an unpaired loss"))
    for players, words in alone:
        rows += [RoundRow((each,), (shown[each],), words) for each in players]
    return rows


# A result changes one row of many.
@lru_cache(maxsize=1024)
def _game_row(
    game: TableGame, names: tuple[str, ...], shown: tuple[str, ...], more_minutes: int, version: str
) -> RoundRow:
    result, score, words = game.result, "", ""
    if result is not None:
        points = regulations(version).points_of(result)
        how = " conceded" if game.conceded else _HOW.get(result, "")
        score = f"{points[0]}:{points[1]}{how}"
        words = short_result_text(game, names, points)
    elif game.places:
        words = f"Places {', '.join(map(str, game.places))}"
    return RoundRow(
        game.players,
        shown,
        words,
        game,
        more_minutes,
        score,
        None if result is None else _WINNERS.get(result),
        playing=not game.over,
    )


def about_round(state: EventState, number: int) -> str:
    """Return why the round is paired as it is, and where it departs from the regulations."""
    played = state.round(number)
    parts = [f"Drawn from the seed {played.seed}." if played.seed is not None else ""]
    if played.earlier_seeds:
        parts.append(f"Seeds before: {', '.join(map(str, played.earlier_seeds))}.")
    for each in played.reasons:
        alone = f"{state.player(each.players[0]).name}: " if len(each.players) == 1 else ""
        parts.append(f"• {alone}{each.reason}")
    where = {f"Round {number}", f"Before round {number}", "Pairings"}
    departures = [each.text for each in state.departures if each.where in where]
    if departures:
        parts += ["", "Not as the regulations say:", *(f"• {each}" for each in departures)]
    return "\n".join(each for at, each in enumerate(parts) if each or at)


def redrawn(state: EventState) -> Wanted:
    return ops.RoundRepaired, {"round": redrawn_round(state, new_seed())}


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
    """The possible results of a game of two.

    Signals:
        chosen: a result was chosen (a TypedResult).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Result", parent)
        self.setToolTipsVisible(True)
        self.rules = QMenu("&Rules", self)
        self.rules.setToolTipsVisible(True)
        self._game: TableGame | None = None
        self._state: EventState | None = None
        self.aboutToShow.connect(self.update_results)

    def show_game(self, game: TableGame | None, state: EventState | None) -> None:
        """Be about a game, once the menu is opened; an open one closes if the game has changed."""
        if game != self._game:
            self.hide()
        self._game, self._state = game, state

    def update_results(self) -> None:
        """Offer the results of the game; none where it is no game of two."""
        game, state = self._game, self._state
        self.clear()
        if state is None or game is None or len(game.players) != 2:
            return
        a, b = (state.player(each).name.replace("&", "&&") for each in game.players)
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
        self._fitted: object = None
        # The round that is shown; 0 where none was paired.
        self.number = 0
        self._drawing = self._showing = False
        self.clock = clock
        self.rounds = ComboBox("Round", self, 9)
        self.model = RoundModel(self)
        self.table = ResultTable(
            self.model,
            "Tables of the round",
            self,
            number=lambda each: each.game.table if each.game else None,
        )
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
        number = self.number = int(self.rounds.chosen or 0)
        clock = self._timer.clock
        timed = clock is not None and clock.round == number
        extensions = dict(clock.extensions) if clock and timed else {}
        rows = round_rows(state, number, extensions, self._shown_names(state)) if number else []
        self._showing = True
        self.model.show_round(rows, len(SEATS) if state.kind.at_tables else 2)
        self._showing = False
        self.table.empty_text = "No round yet."
        # Only the results change while they come in.
        longest = max((len(each.short_words) for each in rows), default=0)
        fitted = ({each.names for each in rows}, longest)
        if fitted != self._fitted:
            self._fitted = fitted
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
        left = QWidget(self)
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
        parts = splitter(left, self.about, parent=self, sizes=(210, 80), stretch=(5, 2), gap=3)
        column(parts, parent=self, margin=gap, spacing=gap)
        order: list[QWidget] = [self.rounds, self.result, self.at_time, self.by_hand, self.field]
        for one, other in pairwise([*order, self.table, self.about]):
            self.setTabOrder(one, other)

    def _connect(self) -> None:
        self.rounds.currentIndexChanged.connect(self.show_state)
        self.table.result_begun.connect(self._on_begun_in_table)
        self.table.doubleClicked.connect(lambda _: self.table.begin(""))
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
        self._rounds = self.number = 0

    def _offer_rounds(self, rounds: int) -> None:
        self._rounds = rounds
        with QSignalBlocker(self.rounds):
            self.rounds.set_choices({each: f"Round {each}" for each in range(rounds, 0, -1)})

    def _on_busy_changed(self) -> None:
        """Disable what waits while a round is drawn; a result that is written changes nothing."""
        drawing = self._session.drawing
        if drawing is not self._drawing:
            self._drawing = drawing
            self._show_selected()

    def _show_selected(self) -> None:
        if self._showing:
            return  # it follows, once for all that changes
        state, chosen = self._session.state, self.table.chosen()
        game = chosen.game if chosen else None
        last = state is not None and self.number == len(state.rounds)
        self.commands.show_selection(game=game, last=last)
        self.clock.table = game.table if game else 1
        open_ = game is not None and self.field.isEnabled()
        self.at_time.setEnabled(open_)
        self.results.show_game(game if open_ else None, state)
        self.result.setEnabled(game is not None and open_ and len(game.players) == 2)
        self.field.show_hint()

    def _read(self, text: str) -> TypedResult:
        state = self._session.state
        if state is None or not self.number:
            return TypedResult()
        chosen = self.table.chosen()
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
        """Ask whether the cut or the last pairing goes, which a corrected result has outdated."""
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

    def ask_at_time(self) -> AtTimeDialog | MeleePowerDialog | None:
        """Open the dialog for a game that is not over when time is called."""
        state, chosen = self._session.state, self.table.chosen()
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
