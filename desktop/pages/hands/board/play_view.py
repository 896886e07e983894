"""A game and all that can be done with it: the board, its keys, menus, steps and log."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)
from typing_extensions import override

from core.errors import AppError
from desktop.pages.hands.board.board_keys import BoardKey, board_key
from desktop.pages.hands.board.board_side import BoardSide, plan_words
from desktop.pages.hands.board.board_widget import BoardWidget
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.move_buttons import MoveButtons, move_groups, of_kinds
from desktop.pages.hands.board.steps_row import StepsRow
from desktop.pages.hands.board.tile import Tile
from desktop.style.fonts import Size, sized, space
from desktop.widgets.card_delegate import LEFT
from desktop.widgets.cards.card_pictures import (
    CardThumbnails,
    Look,
    ThumbnailRequest,
    nearest_first,
)
from desktop.widgets.cards.hover_card import HoverCard
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import OneLine, column, label, row, tip, wrapped
from goldfish.play.card_moves import awaits_plot
from goldfish.play.game import Game, Move, MoveKind, PlayPhase, Zone
from validators.problem import Severity


class SeedField(QLineEdit):
    """Shows the seed of the deal; another one is typed, and Enter deals it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._seed = ""
        self.setAccessibleName("Seed")
        self.setAccessibleDescription("A whole number; Enter deals its hand.")
        self.setToolTip("The same seed deals the same hands; Enter deals another")
        self.setMaxLength(20)

    def show_seed(self, seed: int) -> None:
        """Show the seed of the game on the board."""
        self._seed = str(seed)
        self.setText(self._seed)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._seed:
            self.setText(self._seed)


class BoardHeader(QWidget):
    """The deck that was dealt, seed, new hand, and the gold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.deck = OneLine("", self)
        self.deck.setFont(sized(self.deck.font(), Size.BODY, QFont.Weight.DemiBold))
        self.deck.setForegroundRole(QPalette.ColorRole.WindowText)
        self.seed = SeedField(self)
        self.seed.setMaximumWidth(space(self, 18))
        self.new = QPushButton("New hand")
        self.new.setToolTip("Deal another hand (H)")
        self.new.setAccessibleDescription("Key: H")
        self.real = QPushButton("Real hand…")
        self.real.setToolTip("This was a real hand: record the game that began with it (R)")
        self.real.setAccessibleDescription("Records the game that began with this hand. Key: R")
        self.gold = label("", Size.LARGE, weight=QFont.Weight.DemiBold)
        seed = label("Seed", faint=True)
        seed.setBuddy(self.seed)
        parts = ((self.deck, 1), seed, self.seed, self.new, self.real, self.gold)
        row(*parts, parent=self, margin=0, spacing=space(self, 2))

    def show_game(self, game: Game) -> None:
        """Show the deck and the gold of a game: in setup how much of the budget is spent."""
        self.deck.setText(game.deck.name)
        self.deck.setAccessibleName(f"Deck: {game.deck.name}")
        if not self.seed.hasFocus():
            self.seed.show_seed(game.seed)
        budget = game.rules.gold
        gold, meaning = f"{game.gold} gold", "Gold in your pool"
        if not game.phase.in_round:
            spent = 0 if game.phase is PlayPhase.HAND else budget - game.gold
            gold, meaning = f"{spent} of {budget} gold", "Spent in setup"
        self.gold.setText(gold)
        self.gold.setAccessibleName(f"Gold: {gold}")
        self.gold.setToolTip(meaning)


class TwoLines(QLabel):
    """A text in at most two lines, the second one elided where it does not fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        lines = wrapped(self.text(), self.fontMetrics(), self.width(), 2)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(LEFT), "\n".join(lines))
        painter.end()


class MessageLine(QWidget):
    """The last line of the log, or, with a sign, why something could not be done.

    It is as high with one line of words as with two, so that what is below stays where it is.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = GlyphLabel(space(self, 4), self)
        self._sign.show_glyphs([Glyph("sign/note", Severity.WARNING, "Not possible")])
        self.words = TwoLines(self)
        self.words.setAccessibleName("Message")
        self.again = QPushButton("Deal again")
        self.again.setObjectName("small")
        self.again.setToolTip("The deck has changed: deal it as it is now, with the same seed")
        parts = (self._sign, (self.words, 1), self.again)
        row(*parts, parent=self, margin=0, spacing=space(self, 1))
        self.again.hide()
        self._sign.hide()
        self.scale_lengths()

    def scale_lengths(self, _: float = 1.0) -> None:
        """Be as high as two lines are in this text size."""
        lines = 2 * self.words.fontMetrics().lineSpacing()
        self.setFixedHeight(max(lines + 2, self.again.sizeHint().height()))

    def show_message(self, words: str) -> None:
        """Show what was done."""
        self.words.setText(words)
        self.words.setToolTip(tip(words))
        self.words.setAccessibleDescription(words)
        self._sign.hide()

    def show_error(self, error: AppError) -> None:
        """Show why something could not be done."""
        self.show_message(error.text)
        self._sign.show()

    @property
    def shows_error(self) -> bool:
        """Whether the text says why something could not be done."""
        return not self._sign.isHidden()


class TilePictures(QObject):
    """Gives the tiles of a board the pictures of their cards, as large as they are shown."""

    def __init__(self, thumbnails: CardThumbnails, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._board: BoardWidget | None = None

    def follow(self, board: BoardWidget) -> None:
        """Show the pictures of the cards on a board from now on."""
        self._board = board
        board.arranged.connect(self._want)
        board.installEventFilter(self)
        self._thumbnails.renewed.connect(self._want)
        self._thumbnails.ready.connect(self._show)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._want()
        return False

    def _want(self) -> None:
        board = self._board
        tiles = [each for each in board.shown_tiles() if not each.face.strip] if board else []
        if board is None or not tiles or not board.isVisible():
            self._thumbnails.withdraw()
            return
        width = round(max(each.width() for each in tiles) * board.devicePixelRatioF())
        cards = {each.face.card.code: ThumbnailRequest(each.face.card, "") for each in tiles}
        places = [(each.mapTo(board, each.rect().center()), each.face.card) for each in tiles]
        nearest = nearest_first(places, board.rect().center())
        self._thumbnails.want(cards.values(), Look(width, drawn=False), nearest)
        for tile in tiles:
            self._show(tile.face.card.code)

    def _show(self, code: str) -> None:
        """Show the picture of a card, or that there is none."""
        found = self._thumbnails.picture(code)
        for tile in self._board.shown_tiles() if self._board else ():
            if tile.face.card.code == code and tile.picture is not found:
                tile.picture = found
                tile.update()


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
