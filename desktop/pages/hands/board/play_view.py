"""A game and all that can be done with it: the board, its keys, menus, steps and log."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMenu,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop.pages.hands.board.board_header import BoardHeader, MessageLine
from desktop.pages.hands.board.board_keys import BoardKey, board_key
from desktop.pages.hands.board.board_widget import BoardWidget
from desktop.pages.hands.board.game_controller import GameController, is_by_effect
from desktop.pages.hands.board.log_list import LineList, LogList, left_lines, plan_words
from desktop.pages.hands.board.steps_row import StepsRow
from desktop.pages.hands.board.tile import Tile
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.layouts import column
from goldfish.play.game import Game, PlayPhase
from goldfish.play.move import Move, MoveKind
from goldfish.play.moves import LegalMove, general_moves

_BESTOWS = "It may be given gold now: Enter gives 1, M lists how much."
_MUST_KEEP = "The mulligan is taken: keep this hand."


class PlayView(QWidget):
    """Shows a game and takes its steps, by mouse and by keys."""

    def __init__(
        self, controller: GameController, session: DeckSession, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._session = session
        self._card: Card | None = None
        self.header = BoardHeader(self)
        self.message = MessageLine(self)
        self._splitter = QSplitter(Qt.Orientation.Vertical, self, childrenCollapsible=False)
        self._upper = QWidget(self._splitter)
        self.scroller = QScrollArea(self._upper)
        self.scroller.setObjectName("ground")
        self.board = BoardWidget(controller, self.scroller.viewport())
        self.board.tab_predecessor = self.header.new
        self.steps = StepsRow(self._upper)
        self.below = QTabWidget(self._splitter)
        self.log = LogList(self)
        self.left = LineList("Left in hand, and why", 2, self)
        self.left.setWordWrap(True)
        self.left.hide()
        self.card = CardView(self)
        self.menu_shown: QMenu | None = None
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.scroller.setWidgetResizable(True)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroller.setWidget(self.board)
        self.below.addTab(self.log, "Log")
        self.below.addTab(self.card, "Card")
        self.below.setAccessibleName("Below the table")
        self.below.tabBar().setAccessibleName("Below the table")
        self.below.setMinimumHeight(space(self, 18))
        gap, splitter = space(self, 1), self._splitter
        column((self.scroller, 1), self.steps, parent=self._upper, margin=0, spacing=gap)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([space(self, 120), space(self, 26)])
        column(self.header, self.message, (splitter, 1), parent=self, margin=0, spacing=gap)

    def _connect(self) -> None:
        controller, board, steps = self._controller, self.board, self.steps
        controller.changed.connect(self._on_changed)
        controller.dealt.connect(self._on_dealt)
        controller.refused.connect(self.message.show_error)
        controller.menu_requested.connect(self.show_menu)
        board.chosen.connect(self._on_tile_chosen)
        for pile in board.piles:
            pile.card_chosen.connect(self._on_card_chosen)
        self.below.currentChanged.connect(self._show_card)
        steps.undo.clicked.connect(controller.undo)
        steps.redo.clicked.connect(controller.redo)
        steps.mulligan.clicked.connect(self.take_mulligan)
        steps.best.clicked.connect(self.place_best)
        steps.next.clicked.connect(self.take_next_step)
        self.log.entry_chosen.connect(controller.go_to_entry)

    def take_next_step(self) -> None:
        """Take the next step of the game."""
        self._controller.do(Move(MoveKind.NEXT))

    def take_mulligan(self) -> None:
        """Take the one mulligan."""
        self._controller.do(Move(MoveKind.MULLIGAN))

    def place_best(self) -> None:
        """Keep the hand, if that is not done yet, and place its best setup."""
        game = self._controller.game
        if game is not None and game.phase is PlayPhase.HAND:
            self._controller.do(Move(MoveKind.KEEP))
        self._controller.place_best()

    def show_menu(self, number: int) -> None:
        """Show the legal moves of a copy as a menu, those for effects below a line."""
        menu = QMenu(self)
        menu.setAccessibleName("Moves")
        for heading, moves in self._move_groups(number):
            if moves and not menu.isEmpty():
                menu.addSection(heading)
            for each in moves:
                menu.addAction(each.words.replace("&", "&&")).setData(each.move)
        if menu.isEmpty():
            menu.addAction("Nothing can be done with it now").setEnabled(False)
        menu.triggered.connect(lambda action: self._controller.do(action.data()))
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu_shown = menu
        tile = self.board.tile(number)
        menu.popup(tile.mapToGlobal(QPoint(0, tile.height())))

    def _move_groups(self, number: int) -> list[tuple[str, list[LegalMove]]]:
        """Return the moves of a copy: its own, its duplicates', those by effects."""
        game, moves = self._controller.game, self._controller.moves
        if game is None:
            return []
        in_play = game.in_play_with(number)
        below = [
            each for copy in (in_play.duplicates if in_play else ()) for each in moves(copy.number)
        ]
        effects = [each for each in moves(number) if is_by_effect(each)]
        return [
            ("", [each for each in moves(number) if not is_by_effect(each)]),
            ("Its duplicates", _of_kinds(below, MoveKind.DISCARD, MoveKind.TAKE_BACK)),
            (
                "By an effect",
                effects + _of_kinds(general_moves(game), MoveKind.DRAW, MoveKind.GOLD),
            ),
        ]

    @override
    def event(self, event: QEvent) -> bool:
        # The window has Ctrl+Z for the deck; on the board it is for the game.
        shortcut = event.type() is QEvent.Type.ShortcutOverride
        if shortcut and isinstance(event, QKeyEvent) and self._key_of(event) is not None:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = self._key_of(event)
        if key is None:
            super().keyPressEvent(event)
        else:
            self._do_key(key)

    def _key_of(self, event: QKeyEvent) -> BoardKey | None:
        """Return what a key stands for here, None while something is typed."""
        if self.header.seed.hasFocus():
            return None
        return board_key(event.key(), event.modifiers())

    def _do_key(self, key: BoardKey) -> None:
        tile = self.board.focus_tile()
        match key.name:
            case "undo":
                self._controller.undo()
            case "redo":
                self._controller.redo()
            case "next":
                self.take_next_step()
            case "best":
                self.place_best()
            case "mulligan":
                self.take_mulligan()
            case "menu" if tile is not None:
                self.show_menu(tile.number)
            case "main" if tile is not None:
                self._controller.do_main(tile.number)
            case "move" if tile is not None and key.move is not None:
                # An illegal one is refused with the reason.
                found = _of_kinds(self._controller.moves(tile.number), key.move)
                self._controller.do(found[0].move if found else Move(key.move, tile.number))

    def _on_tile_chosen(self, tile: Tile) -> None:
        self.scroller.ensureWidgetVisible(tile)
        self._on_card_chosen(tile.face.card)

    def _on_card_chosen(self, card: Card) -> None:
        self._card = card
        self._show_card()

    def _show_card(self) -> None:
        """Show the chosen card's facts, while their tab is shown."""
        cards = self._session.cards
        if self._card is not None and cards and self.below.currentWidget() is self.card:
            self.card.show_card(self._card, cards)

    def _on_dealt(self) -> None:
        focus = QApplication.focusWidget()
        if focus is None or self.isAncestorOf(focus):
            self.board.focus_area(self.board.hand)

    def _on_changed(self) -> None:
        game, controller = self._controller.game, self._controller
        if game is None:
            return
        self.header.show_game(game)
        self.board.show_game(game)
        self.steps.show_game(game, controller)
        self.log.show_game(game)
        self._show_left(game.phase)
        self.message.show_message(self._last_words(game))

    def _last_words(self, game: Game) -> str:
        """Return the message about a state: what was done last."""
        if game.phase is PlayPhase.HAND:
            return "Keep this hand, or take the mulligan." if game.may_mulligan else _MUST_KEEP
        if self._controller.at_plan and self._controller.plan is not None:
            return plan_words(self._controller.plan)
        last = game.log[-1].words
        return last if game.entered is None else f"{last} {_BESTOWS}"

    def _show_left(self, phase: PlayPhase) -> None:
        """Show what the best setup left while it is setup, and the log otherwise."""
        plan = self._controller.plan if phase is PlayPhase.SETUP else None
        shown = self.below.indexOf(self.left) >= 0
        if plan is None and shown:
            if self.below.currentWidget() is self.left:
                self.below.setCurrentWidget(self.log)
            self.below.removeTab(self.below.indexOf(self.left))
        elif plan is not None:
            self.left.show_lines(left_lines(plan))
            if not shown:
                self.below.addTab(self.left, "Left in hand, and why")
                self.below.setCurrentWidget(self.left)


def _of_kinds(moves: Iterable[LegalMove], *kinds: MoveKind) -> list[LegalMove]:
    return [each for each in moves if each.move.kind in kinds]
