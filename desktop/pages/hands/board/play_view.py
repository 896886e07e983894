"""A game and all that can be done with it: the board, its keys, menus, steps and log."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from typing_extensions import override

from desktop.pages.hands.board.board_header import BoardHeader, MessageLine
from desktop.pages.hands.board.board_keys import BoardKey, board_key
from desktop.pages.hands.board.board_side import BoardSide
from desktop.pages.hands.board.board_widget import BoardWidget
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.log_list import plan_words
from desktop.pages.hands.board.move_buttons import MoveButtons
from desktop.pages.hands.board.move_groups import move_groups, of_kinds
from desktop.pages.hands.board.steps_row import StepsRow
from desktop.pages.hands.board.tile import Tile
from desktop.pages.hands.board.tile_pictures import TilePictures
from desktop.style.fonts import space
from desktop.widgets.cards.hover_card import HoverCard
from desktop.widgets.layouts import column
from goldfish.play.game import Game, PlayPhase, Zone
from goldfish.play.move import Move, MoveKind
from goldfish.play.phases import awaits_plot

_BESTOWS = "You may bestow gold on it now: Enter gives 1, M lists the amounts."
_CHOOSE_PLOT = (
    "Choose a plot: double-click it, or click it and reveal it above (or arrows and Enter)."
)
_SET_UP = "The marked cards are it: B or the button sets them up."
_MUST_KEEP = "The mulligan is taken: keep this hand."


class PlayView(QWidget):
    """Shows a game and takes its steps, by mouse and by keys.

    Signals:
        new_requested: another hand is to be dealt.
        real_hand_shown: the hand was one of a real game, which is to be recorded.
    """

    new_requested = Signal()
    real_hand_shown = Signal()

    def __init__(
        self,
        controller: GameController,
        side: BoardSide,
        hover: HoverCard | None = None,
        pictures: TilePictures | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.side = side
        self.hover = hover
        self.header = BoardHeader(self)
        self.message = MessageLine(self)
        self.steps = StepsRow(self)
        self.board = BoardWidget(controller, self)
        self.board.tab_predecessor = self.steps.last_stop
        self.buttons = MoveButtons(controller, self.board)
        self.pictures = pictures
        self.menu_shown: QMenu | None = None
        parts = (self.header, self.message, self.steps, (self.board, 1))
        column(*parts, parent=self, margin=0, spacing=space(self, 1))
        self._connect()

    def _connect(self) -> None:
        controller, board, steps, side = self._controller, self.board, self.steps, self.side
        controller.changed.connect(self._on_changed)
        controller.dealt.connect(self._on_dealt)
        controller.refused.connect(self.message.show_error)
        controller.menu_requested.connect(self.show_menu)
        board.chosen.connect(self._on_tile_chosen)
        board.hovered.connect(self._on_tile_hovered)
        board.left.connect(self.buttons.leave)
        board.pressed.connect(self._close_overlays)
        for pile in board.piles:
            pile.card_chosen.connect(side.show_card)
        steps.undo.clicked.connect(controller.undo)
        steps.redo.clicked.connect(controller.redo)
        steps.mulligan.clicked.connect(self.take_mulligan)
        steps.best.clicked.connect(self.show_best)
        steps.next.clicked.connect(self.take_next_step)
        self.header.new.clicked.connect(self.new_requested)
        self.header.real.clicked.connect(self.real_hand_shown)
        side.entry_chosen.connect(controller.go_to_entry)
        if self.hover is not None:
            self.hover.is_in_view = side.is_in_view
            self.buttons.closed.connect(self.hover.leave)
            self.board.unfocused.connect(self.hover.leave)
        if self.pictures is not None:
            self.pictures.follow(board)

    def take_next_step(self) -> None:
        """Take the next step of the game: where a plot is to be revealed, the focused one."""
        game, tile = self._controller.game, self.board.focus_tile()
        if game is None or not awaits_plot(game):
            self._controller.do(Move(MoveKind.NEXT))
        elif tile is not None and tile.face.zone is Zone.PLOTS:
            self._controller.do(Move(MoveKind.CHOOSE, tile.number))
        else:
            self.board.focus_first(Zone.PLOTS)
            self.message.show_message(_CHOOSE_PLOT)

    def take_mulligan(self) -> None:
        """Take the one mulligan."""
        self._controller.do(Move(MoveKind.MULLIGAN))

    def show_best(self) -> None:
        """Propose the best setup of the hand; where that is done already, place it."""
        if self._controller.proposed is None:
            self._controller.propose_best()
        else:
            self._controller.place_best()

    def show_menu(self, number: int) -> None:
        """Show the legal moves of a copy as a menu, those for effects below a line."""
        menu = QMenu(self)
        menu.setAccessibleName("Moves")
        for heading, moves in move_groups(self._controller, number):
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
        do = {
            "undo": self._controller.undo,
            "redo": self._controller.redo,
            "next": self.take_next_step,
            "best": self.show_best,
            "mulligan": self.take_mulligan,
            "new": self.new_requested.emit,
            "real": self.real_hand_shown.emit,
            "log": self.side.toggle_log,
        }.get(key.name)
        tile = self.board.focus_tile()
        if do is not None:
            do()
        elif tile is not None:
            self._do_card_key(key, tile)

    def _do_card_key(self, key: BoardKey, tile: Tile) -> None:
        match key.name:
            case "menu":
                self.show_menu(tile.number)
            case "main":
                self._controller.do_main(tile.number)
            case "move" if key.move is not None:
                # An illegal one is refused with the reason.
                found = of_kinds(self._controller.moves(tile.number), key.move)
                self._controller.do(found[0].move if found else Move(key.move, tile.number))

    def _on_tile_chosen(self, tile: Tile) -> None:
        self.side.show_card(tile.face.card)
        if self.hover is not None:
            self.hover.show_beside(tile, tile.face.card, self, by_key=True)

    def _on_tile_hovered(self, tile: Tile) -> None:
        self.buttons.show_on(tile)
        if self.side.shows_cards:
            self.side.show_card(tile.face.card)
        elif self.hover is not None:
            # Beside the whole table: it covers no other card, no message and no step.
            self.hover.show_beside(tile, tile.face.card, self)

    def _close_overlays(self) -> None:
        """Hide what lies over the cards: they are others now, or elsewhere."""
        self.buttons.close_now()
        if self.hover is not None:
            self.hover.leave()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._close_overlays()

    def _on_dealt(self) -> None:
        focus = QApplication.focusWidget()
        if focus is None or self.isAncestorOf(focus):
            self.board.focus_area(self.board.hand)

    def _on_changed(self) -> None:
        game, controller = self._controller.game, self._controller
        if game is None:
            return
        self._close_overlays()
        self.header.show_game(game)
        self.steps.show_game(game, controller)
        self.message.show_message(self._last_words(game))
        self.board.show_game(game)
        self.side.show_game(game, controller.plan, proposed=controller.proposed is not None)

    def _last_words(self, game: Game) -> str:
        """Return the message about a state: what was done last."""
        if self._controller.proposed is not None and self._controller.plan is not None:
            return f"{plan_words(self._controller.plan)} {_SET_UP}"
        if game.phase is PlayPhase.HAND:
            return "Keep this hand, or take the mulligan." if game.may_mulligan else _MUST_KEEP
        if self._controller.at_plan and self._controller.plan is not None:
            return plan_words(self._controller.plan)
        last = game.log[-1].words
        if game.fresh and awaits_plot(game):
            return f"{_CHOOSE_PLOT} {last}"
        return last if game.entered is None else f"{last} {_BESTOWS}"
