"""A game and all that can be done with it: the table, its keys, menus, steps and log."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMenu,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.errors import AppError
from desktop.pages.hands.board.board_header import BoardHeader
from desktop.pages.hands.board.board_keys import BoardKey, table_key
from desktop.pages.hands.board.board_widget import BoardWidget
from desktop.pages.hands.board.game_controller import GameController, is_by_effect
from desktop.pages.hands.board.log_list import LeftList, LogList, plan_words
from desktop.pages.hands.board.message_line import MessageLine
from desktop.pages.hands.board.steps_row import StepsRow
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.cards.card_view import CardView
from goldfish.play.game import Game, Phase
from goldfish.play.move import Move, MoveKind
from goldfish.play.moves import LegalMove, general_offers, main_move

_BESTOWS = "It may be given gold now: Enter gives 1, M lists how much."
_MUST_KEEP = "The mulligan is taken: keep this hand."


class PlayView(QWidget):
    """Shows a sitting and takes its steps, by mouse and by keys.

    Signals:
        card_chosen: a card got the focus or was chosen in a pile (a Card).
    """

    card_chosen = Signal(object)

    def __init__(
        self, controller: GameController, session: DeckSession, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._session = session
        self._card: Card | None = None
        self.header = BoardHeader(self)
        self.message = MessageLine(self)
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._upper = QWidget(self._splitter)
        self.scroller = QScrollArea(self._upper)
        self.scroller.setObjectName("ground")
        self.board = BoardWidget(controller, self.scroller.viewport())
        self.steps = StepsRow(self._upper)
        self.below = QTabWidget(self._splitter)
        self.log = LogList(self)
        self.left = LeftList(self)
        self.card = CardView(self)
        self.menu_shown: QMenu | None = None
        self.left.hide()
        self._lay_out()
        self.board.stand_behind(self.header.new)
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
        splitter = self._splitter
        splitter.setChildrenCollapsible(False)
        gap = space(self, 1)
        top = QVBoxLayout(self._upper)
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(gap)
        top.addWidget(self.scroller, 1)
        top.addWidget(self.steps)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([space(self, 120), space(self, 26)])
        self.below.setMinimumHeight(space(self, 18))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(gap)
        layout.addWidget(self.header)
        layout.addWidget(self.message)
        layout.addWidget(splitter, 1)

    def _connect(self) -> None:
        controller, board, steps = self._controller, self.board, self.steps
        controller.changed.connect(self._on_changed)
        controller.dealt.connect(self._on_dealt)
        controller.refused.connect(self._on_refused)
        board.chosen.connect(self._on_chosen)
        board.asked.connect(self._on_requested)
        board.menu_requested.connect(self.show_menu)
        board.card_chosen.connect(self._choose)
        self.below.currentChanged.connect(self._show_card)
        steps.undo.clicked.connect(controller.undo)
        steps.redo.clicked.connect(controller.redo)
        steps.mulligan.clicked.connect(self._on_mulligan)
        steps.best.clicked.connect(self.place_best)
        steps.next.clicked.connect(self.go_on)
        self.log.entry_chosen.connect(controller.go_to_entry)

    def go_on(self) -> None:
        """Take the next step of the game."""
        self._controller.do(Move(MoveKind.NEXT))

    def place_best(self) -> None:
        """Keep the hand, if it is not kept yet, and place its best setup."""
        game = self._controller.game
        if game is not None and game.phase is Phase.HAND:
            self._controller.do(Move(MoveKind.KEEP))
        self._controller.propose()

    def show_menu(self, number: int) -> None:
        """Show the legal moves of a copy as a menu, those for effects below a line."""
        menu = QMenu(self)
        menu.setAccessibleName("Moves")
        for heading, offers in self._groups(number):
            if not menu.isEmpty():
                menu.addSection(heading)
            for offer in offers:
                action = menu.addAction(offer.words.replace("&", "&&"))
                action.setData(offer.move)
        if menu.isEmpty():
            menu.addAction("Nothing can be done with it now").setEnabled(False)
        menu.triggered.connect(self._on_menu_triggered)
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu_shown = menu
        tile = self.board.tile(number)
        menu.popup(tile.mapToGlobal(QPoint(0, tile.height())))

    def _groups(self, number: int) -> list[tuple[str, list[LegalMove]]]:
        """Return the moves of a copy by groups: its own, its duplicates', those by effects."""
        game = self._controller.game
        if game is None:
            return []
        own = self._controller.offers(number)
        lying = game.standing(number)
        below = [
            each
            for copy in (lying.duplicates if lying else ())
            for each in self._controller.offers(copy.number)
            if each.move.deed in {MoveKind.DISCARD, MoveKind.TAKE_BACK}
        ]
        usual = [each for each in own if not is_by_effect(each)]
        effects = [each for each in own if is_by_effect(each)]
        general = [
            each
            for each in general_offers(game)
            if each.move.deed in {MoveKind.DRAW, MoveKind.GOLD}
        ]
        groups = [("", usual), ("Its duplicates", below), ("By an effect", effects + general)]
        return [(heading, offers) for heading, offers in groups if offers]

    @override
    def event(self, event: QEvent) -> bool:
        # The window has Ctrl+Z for the deck; over the table it is the game's.
        override = event.type() is QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self._key_of(event) is not None:
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
        return table_key(event.key(), event.modifiers())

    def _do_key(self, key: BoardKey) -> None:
        tile = self.board.focus_tile()
        match key.name:
            case "undo":
                self._controller.undo()
            case "redo":
                self._controller.redo()
            case "next":
                self.go_on()
            case "best":
                self.place_best()
            case "mulligan":
                self._on_mulligan()
            case "menu" if tile is not None:
                self.show_menu(tile.number)
            case "main" if tile is not None:
                self._on_requested(tile.number)
            case "deed" if tile is not None and key.deed is not None:
                self._do_deed(tile.number, key.deed)

    def _do_deed(self, number: int, deed: MoveKind) -> None:
        """Do the first legal move of that kind with a copy, else say why there is none."""
        found = next((o for o in self._controller.offers(number) if o.move.deed is deed), None)
        self._controller.do(found.move if found else Move(deed, number))

    def _on_requested(self, number: int) -> None:
        """Do the main move of a copy; where it has none, show all that it has."""
        game = self._controller.game
        move = main_move(game, number) if game is not None else None
        if move is None:
            self.show_menu(number)
        else:
            self._controller.do(move)

    def _on_menu_triggered(self, action: QAction) -> None:
        self._controller.do(action.data())

    def _on_mulligan(self) -> None:
        self._controller.do(Move(MoveKind.MULLIGAN))

    def _on_chosen(self, number: int) -> None:
        game = self._controller.game
        if game is not None:
            self.scroller.ensureWidgetVisible(self.board.tile(number))
            self._choose(game.find(number)[0].card)

    def _choose(self, card: Card) -> None:
        self._card = card
        self._show_card()
        self.card_chosen.emit(card)

    def _show_card(self) -> None:
        """Show the chosen card's facts, while they are in sight."""
        cards = self._session.cards
        if self._card is not None and cards and self.below.currentWidget() is self.card:
            self.card.show_card(self._card, cards)

    def _on_dealt(self) -> None:
        focus = QApplication.focusWidget()
        if focus is None or self.isAncestorOf(focus):
            self.board.focus_area(self.board.hand)

    def _on_refused(self, error: AppError) -> None:
        self.message.refuse(error)

    def _on_changed(self) -> None:
        game, controller = self._controller.game, self._controller
        if game is None:
            return
        self.header.show_game(game)
        self.board.show_game(game)
        self.steps.show_game(game, controller)
        self.log.show_game(game)
        self._show_left(game.phase)
        self.message.say(self._last_words(game))

    def _last_words(self, game: Game) -> str:
        """Return what the line above the table says of a state: what was done last."""
        if game.phase is Phase.HAND:
            return "Keep this hand, or take the mulligan." if game.may_mulligan else _MUST_KEEP
        if self._controller.at_plan and self._controller.plan is not None:
            return plan_words(self._controller.plan)
        last = game.log[-1].words
        return last if game.entered is None else f"{last} {_BESTOWS}"

    def _show_left(self, phase: Phase) -> None:
        """Show what the best setup left while it is setup, and the log otherwise."""
        plan = self._controller.plan if phase is Phase.SETUP else None
        shown = self.below.indexOf(self.left) >= 0
        if plan is None and shown:
            if self.below.currentWidget() is self.left:
                self.below.setCurrentWidget(self.log)
            self.below.removeTab(self.below.indexOf(self.left))
        elif plan is not None:
            self.left.show_plan(plan)
            if not shown:
                self.below.addTab(self.left, "Left in hand, and why")
                self.below.setCurrentWidget(self.left)
