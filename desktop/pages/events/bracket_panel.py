"""The Bracket tab: the tree, its games as a table, and results by keys."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from app.event_results import bracket_entered
from app.event_rows import BracketRow, bracket_rows
from app.event_tables import BRACKET
from desktop.pages.events.event_panel import Signs, columns_of
from desktop.pages.events.result_panel import ResultPanel, ResultTable
from desktop.pages.events.time_dialogs import AtTimeDialog, MeleePowerDialog
from desktop.session.event_session import EventSession
from desktop.style.fonts import Size, scaled_font, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.glyphs import GOOD
from desktop.widgets.layouts import column, give_way, label, splitter
from desktop.widgets.rows_model import ColumnsModel
from events.bracket import TreeGame, TreePlace, TreeRound, bracket_tree, seed_of
from events.event_state import EventState
from events.event_terms import EventStage, GameResult
from events.regulations import LEVEL_AT_TIME
from events.result_text import HOW_KEYS, TypedResult, typed_bracket_result
from events.time_called import TimeStep

# How much larger than the text a small bracket is drawn at most. The usual and the least width of
# a game and the gap between two rounds, as `space` counts them; below _NARROW, names are small.
_LARGEST = 1.5
_WIDTH, _LEAST_WIDTH, _NARROW, _GAP = 56, 29, 36, 5
_EMPTY = "The elimination begins with the cut."
_SIDE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class BracketView(QWidget):
    """Columns of games, each joined with the one that its winner plays next.

    Signals:
        chosen: a game was clicked (its round, its number).
    """

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rounds: tuple[TreeRound, ...] = ()
        self.selected = (0, 0)
        self._scale = 1.0
        self._width = 0
        self.setAccessibleName("Bracket")

    def show_state(self, state: EventState) -> None:
        """Show the elimination of an event."""
        self._rounds = bracket_tree(state) if state.elimination else ()
        names = [f"{each.title}: games {len(each.games)}" for each in self._rounds]
        self.setAccessibleDescription("; ".join(names) or _EMPTY)
        self.setMinimumSize(self._size(_LEAST_WIDTH))
        self.updateGeometry()
        self._fit()
        self.update()

    def select(self, number: int, game: int) -> None:
        self.selected = (number, game)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return self._size(_WIDTH)

    def _size(self, width: int) -> QSize:
        """Return the size of the bracket where games have this width."""
        if not self._rounds:
            return QSize(space(self, 60), space(self, 20))
        last, gap = self._place(0, len(self._rounds[0].games) - 1, 1.0), space(self, 4)
        right = space(self, len(self._rounds) * (width + _GAP) - _GAP)
        return QSize(right + 2 * gap, last.bottom() + gap)

    def _fit(self) -> None:
        """Draw a small bracket larger where there is room, and narrower games where it lacks."""
        usual = self.sizeHint()
        fitting = min(self.width() / usual.width(), self.height() / usual.height())
        self._scale = max(1.0, min(fitting, _LARGEST))
        lacking = max(0, usual.width() - self.width())
        self._width = round(space(self, _WIDTH) * self._scale)
        self._width -= lacking // max(1, len(self._rounds))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def place_of(self, column: int, row: int) -> QRect:
        """Return where the game of a round is painted, both counted from 0 as they are drawn."""
        return self._place(column, row, self._scale)

    def _place(self, column: int, row: int, scale: float) -> QRect:
        games = self._rounds[column].games
        line = round(self.fontMetrics().height() * scale * 5 / 4)
        height, gap = len(games[0].places) * line + 4, round(space(self, _GAP) * scale)
        step = (height + gap // 3) * len(self._rounds[0].games)
        middle = step * (2 * row + 1) // (2 * len(games))
        left, top = space(self, 4) + column * (self._width + gap), line * 3 // 2
        return QRect(left, top + middle - height // 2, self._width, height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), colours_of(self.palette())
        if not self._rounds:
            painter.setPen(colours.faint)
            middle = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(self.rect(), middle, _EMPTY)
        for place, each in enumerate(self._rounds):
            painter.setFont(sized(self.font(), Size.SMALL))
            painter.setPen(colours.faint)
            first = self.place_of(place, 0)
            heading = QRect(first.left(), 0, first.width(), space(self, 6))
            painter.drawText(heading, _SIDE, each.title)
            for line, game in enumerate(each.games):
                self._paint_line(painter, place, line)
                self._paint_game(painter, place, game, self.place_of(place, line))
        painter.end()

    def _paint_line(self, painter: QPainter, column: int, row: int) -> None:
        """Join a game with the one that its winner plays."""
        if column + 1 == len(self._rounds):
            return
        feeding = len(self._rounds[column].games) // len(self._rounds[column + 1].games)
        here, there = self.place_of(column, row), self.place_of(column + 1, row // feeding)
        middle = (here.right() + there.left()) // 2
        painter.setPen(colours_of(self.palette()).line)
        painter.drawLine(here.right() + 1, here.center().y(), middle, here.center().y())
        painter.drawLine(middle, here.center().y(), middle, there.center().y())
        painter.drawLine(middle, there.center().y(), there.left(), there.center().y())

    def _paint_game(self, painter: QPainter, column: int, game: TreeGame, rect: QRect) -> None:
        colours = colours_of(self.palette())
        chosen = self.selected == (column + 1, game.number)
        ground, outline = colours.track, None
        if chosen:
            ground, outline = colours.selection, colours.accent
        fill(painter, rect, ground, corner(self.fontMetrics()), outline)
        gap, line = space(self, 2), (rect.height() - 4) // len(game.places)
        for seat, each in enumerate(game.places):
            top = rect.top() + 2 + seat * line
            self._paint_player(
                painter, each, QRect(rect.left() + gap, top, rect.width() - 2 * gap, line)
            )

    def _paint_player(self, painter: QPainter, each: TreePlace, place: QRect) -> None:
        colours = colours_of(self.palette())
        weight = QFont.Weight.DemiBold if each.won else QFont.Weight.Normal
        size = Size.SMALL if self._width < space(self, _NARROW) else Size.BODY
        painter.setFont(scaled_font(sized(self.font(), size, weight), self._scale))
        painter.setPen(colours.faint if each.lost or not each.name else colours.ink)
        text = each.name or each.text
        seeded = f"{each.seed}  {text}" if each.seed else text
        elided = painter.fontMetrics().elidedText(
            seeded, Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, _SIDE, elided)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        for place, each in enumerate(self._rounds):
            for line, game in enumerate(each.games):
                if self.place_of(place, line).contains(at):
                    self.chosen.emit(place + 1, game.number)


def bracket_model() -> ColumnsModel[BracketRow]:
    signs: Signs = {"Goes on": lambda each: (GOOD,) if each.game.winner else ()}
    columns = columns_of(BRACKET, signs, inset=True)
    return ColumnsModel(columns, key=lambda each: (each.round, each.game.number))


class BracketPanel(ResultPanel[BracketRow]):
    """Tree above, table below; both show the same selected game."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        self.model = bracket_model()
        super().__init__(session, ResultTable(self.model, "Games of the elimination"), parent)
        self.table.setObjectName("inset")
        self.view = BracketView()
        self.scroller = QScrollArea(self)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setAccessibleName("Bracket as a tree")
        self.scroller.setWidget(self.view)
        self.scroller.setWidgetResizable(True)
        self.winner = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        self.winner.setContentsMargins(space(self, 4), space(self, 2), 0, 0)
        give_way(self.winner)
        parts = splitter(self.scroller, self.table, parent=self, sizes=(90, 50), vertical=True)
        column(self.winner, self.head(), (parts, 1), parent=self, margin=0, spacing=0)
        self.view.chosen.connect(lambda number, game: self.table.select([(number, game)]))

    @override
    def show_event(self, state: EventState) -> None:
        self.view.show_state(state)
        self.model.update_rows(bracket_rows(state))
        if (chosen := self.table.chosen()) is None or chosen.game.over:
            self._select_next()
        for each in (self.field, self.field.hint, self.at_time, self.table):
            each.setVisible(bool(state.elimination))
        self.field.setEnabled(state.stage is EventStage.ELIMINATION)
        name = state.player(state.winner).name if state.winner else ""
        self.winner.setText(f"Winner: {name}" if name else "")
        self.winner.setVisible(bool(name))
        self.show_selected()

    def _select_next(self) -> None:
        games = [each for each in self.model.rows if not each.game.over]
        if games:
            first = min(games, key=lambda each: each.game.number)
            self.table.select([self.model.key(first)])

    @override
    def show_selected(self) -> None:
        chosen = self.table.chosen()
        self.view.select(*((chosen.round, chosen.game.number) if chosen else (0, 0)))
        played = chosen is not None and len(chosen.names) > 1
        self.at_time.setEnabled(played and self.field.isEnabled())
        self.field.show_hint()

    @override
    def read(self, text: str) -> TypedResult:
        state = self._session.state
        if state is None or not state.elimination:
            return TypedResult()
        chosen = self.table.chosen()
        if chosen is not None and not text.strip()[:1].isdigit() and len(chosen.game.players) > 1:
            text = f"{chosen.game.number}{text}"  # without a number it is the selected game
        return typed_bracket_result(text, state, self._round_of(text, state))

    def _round_of(self, text: str, state: EventState) -> int:
        """Return the round of what is typed: where that game is open, or that of the selection."""
        number, last = "".join(filter(str.isdigit, text)), state.elimination[-1]
        chosen = self.table.chosen()
        open_ = any(str(each.number) == number and not each.over for each in last.games)
        if chosen is not None and number == str(chosen.game.number) and not open_:
            return chosen.round
        return last.number

    def _typed_game(self, typed: TypedResult) -> BracketRow | None:
        """Return the game that a result was typed for."""
        state = self._session.state
        if state is None:
            return None
        key = (self._round_of(str(typed.number), state), typed.number)
        return next((each for each in self.model.rows if self.model.key(each) == key), None)

    @override
    def known(self, typed: TypedResult) -> str:
        known = self._typed_game(typed)
        if known is None or known.game.winner is None:
            return ""
        goes_on = "" if known.game.places else " goes on"
        return f"{known.round_name}, game {known.game.number}: {known.result}{goes_on}."

    @override
    def on_entered(self, typed: TypedResult) -> None:
        self._enter(self._typed_game(typed), typed)
        self.show_selected()

    def _enter(self, known: BracketRow | None, typed: TypedResult) -> None:
        if known is not None:
            corrects = known.game.winner is not None
            wanted = bracket_entered(known.round, known.game, typed, corrects=corrects)
            self._session.do_all(lambda _: [wanted])

    @override
    def seeds(self, chosen: BracketRow) -> dict[str, Any]:
        state = self._session.state
        one, other = (seed_of(state, each) if state else None for each in chosen.game.players)
        return {"elimination": True, "higher_seed": int(other < one) if one and other else None}

    @override
    def on_ruled(
        self,
        chosen: BracketRow,
        dialog: AtTimeDialog | MeleePowerDialog,
        ruling: GameResult | tuple[int, ...],
    ) -> None:
        players = chosen.game.players
        if isinstance(dialog, MeleePowerDialog):
            places = dialog.places
            typed = TypedResult(winner=players[places.index(1)], places=places)
        else:
            won = players[ruling is not GameResult.MODIFIED_WIN]
            level = dialog.ruling is not None and dialog.ruling.step is TimeStep.HIGHER_SEED
            typed = TypedResult(winner=won, how=LEVEL_AT_TIME if level else HOW_KEYS["m"])
        self._enter(chosen, typed)
