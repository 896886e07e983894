"""A game and all that can be done with it: the board, buttons on its cards, keys, menus, log."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QWidget
from shiboken6 import isValid
from typing_extensions import override

from core.errors import AppError
from desktop.pages.hands.board.board_header import BoardHeader, StepsRow
from desktop.pages.hands.board.board_keys import BoardKey, board_key
from desktop.pages.hands.board.board_side import BoardSide, plan_words
from desktop.pages.hands.board.board_widget import BoardWidget
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import Tile
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.card_pictures import nearest_first
from desktop.widgets.cards.card_thumbnails import CardThumbnails, Look, ThumbnailRequest
from desktop.widgets.cards.hover_card import HoverCard
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column, label, row
from desktop.widgets.menus import Menu
from desktop.widgets.message_bar import toast_of
from goldfish.play.card_moves import awaits_plot
from goldfish.play.game import Game, Move, MoveKind, Zone
from goldfish.play.moves import LegalMove, general_moves, price_of
from goldfish.play.setup_moves import copy_names
from validators.problem import Severity


class TilePictures(QObject):
    """Gives the tiles of a board the pictures of their cards, as large as they are shown."""

    def __init__(self, thumbnails: CardThumbnails, board: BoardWidget) -> None:
        super().__init__(board)
        self._thumbnails, self._board = thumbnails, board
        board.arranged.connect(self._want)
        board.installEventFilter(self)
        thumbnails.renewed.connect(self._want)
        thumbnails.ready.connect(self._show)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._want()
        return False

    def _want(self) -> None:
        board = self._board
        tiles = [each for each in board.shown_tiles() if not each.face.strip]
        if not tiles or not board.isVisible():
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
        found = self._thumbnails.picture(code)
        for tile in self._board.shown_tiles():
            if tile.face.card.code == code and tile.picture is not found:
                tile.picture = found
                tile.update()


def move_groups(controller: GameController, number: int) -> list[tuple[str, list[LegalMove]]]:
    """Return the legal moves of a copy with headings: its own, its duplicates', by effects."""
    game, moves = controller.game, controller.moves
    if game is None:
        return []
    in_play = game.in_play_with(number)
    duplicates = in_play.duplicates if in_play else ()
    below = [each for copy in duplicates for each in moves(copy.number)]
    general = of_kinds(general_moves(game), MoveKind.DRAW, MoveKind.GOLD)
    return [
        ("", controller.own_moves(number)),
        ("Its duplicates", of_kinds(below, MoveKind.DISCARD, MoveKind.TAKE_BACK)),
        ("By an effect", controller.effect_moves(number) + general),
    ]


def of_kinds(moves: Iterable[LegalMove], *kinds: MoveKind) -> list[LegalMove]:
    return [each for each in moves if each.move.kind in kinds]


# More of the game's own moves are in the menu: an attachment has one for each bearer.
_MOST = 2
MORE = "\N{HORIZONTAL ELLIPSIS}"


class MoveButtons(QFrame):
    """Says above the card under the mouse what may be done with it, or what it lacks; keys do, too.

    What does not fit there is in the menu behind the last button.

    Signals:
        closed: the mouse is neither on the buttons nor on their card.
    """

    closed = Signal()

    def __init__(self, controller: GameController, board: QWidget) -> None:
        super().__init__(board)
        self._controller, self._board = controller, board
        self.tile: Tile | None = None
        self.buttons: list[QPushButton] = []
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName("Moves of this card")
        self.price = label("", Size.SMALL)
        margin = space(self, 1)
        self._row = row(self.price, parent=self, margin=margin // 2, spacing=margin // 2)
        self.price.setContentsMargins(margin, margin, margin, margin)
        self.hide()

    def show_on(self, tile: Tile, card: QRect) -> None:
        """Show the moves of a tile, whose card is seen at a place of the board."""
        if tile is self.tile and self.isVisible():
            return
        for each in self.buttons:
            each.hide()
            each.deleteLater()
        self.tile, self.buttons = tile, []
        moves = self._controller.own_moves(tile.number)[:_MOST]
        moves = moves or self._controller.effect_moves(tile.number)[:_MOST]
        for legal in moves:
            self._add(legal.words, partial(self._controller.do, legal.move))
        if moves:
            self._add(MORE, partial(self._controller.menu_requested.emit, tile.number), "All moves")
        words = "" if moves else self._lack(tile.number)
        self.price.setText(words)
        self.price.setVisible(bool(words))
        self.setVisible(bool(moves or words))
        if moves or words:
            self._row.activate()
            size = self.sizeHint()
            left = max(0, min(card.left(), self._board.width() - size.width()))
            # It touches the card, so that the mouse never leaves both on its way.
            self.setGeometry(QRect(QPoint(left, max(0, card.top() - size.height())), size))
            self.raise_()

    def leave(self) -> None:
        """Hide, unless the mouse is on the buttons or on their card by now."""
        QTimer.singleShot(0, self, self._leave)

    def close_now(self) -> None:
        self.tile = None
        self.hide()

    def _leave(self) -> None:
        on_card = self.tile is not None and isValid(self.tile) and self.tile.underMouse()
        if not self.underMouse() and not on_card:
            self.close_now()
            self.closed.emit()

    def _lack(self, number: int) -> str:
        """Return why a card of the hand cannot be paid for; empty where gold is not the reason."""
        game = self._controller.game
        price = price_of(game, number) if game is not None else None
        if game is None or price is None or price <= game.gold:
            return ""
        return f"{price} gold, you have {game.gold}"

    def _add(self, words: str, do: partial[None], spoken: str = "") -> None:
        made = push_button(
            words.replace("&", "&&"), self, spoken, kind="small", name=spoken or words
        )
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.clicked.connect(lambda: self._on_clicked(do))
        self._row.addWidget(made)
        self.buttons.append(made)

    def _on_clicked(self, do: partial[None]) -> None:
        self.close_now()
        do()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.leave()


_BESTOWS = "You may bestow gold on it now: Enter gives 1, M lists the amounts."
_CHOOSE_PLOT = (
    "Choose a plot: double-click it, or click it and reveal it above (or arrows and Enter)."
)
_NOT_POSSIBLE = Glyph("sign/note", Severity.WARNING, "Not possible")


class PlayView(QWidget):
    """Shows a game and takes its steps, by mouse and by keys.

    Signals:
        new_requested: another hand is to be dealt.
        hand_requested: the cards of the hand are to be chosen.
        real_hand_shown: the hand was one of a real game, which is to be recorded.
    """

    new_requested = Signal()
    hand_requested = Signal()
    real_hand_shown = Signal()

    def __init__(
        self,
        controller: GameController,
        side: BoardSide,
        hover: HoverCard,
        thumbnails: CardThumbnails,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.side = side
        self.hover = hover
        self.header = BoardHeader(self)
        self.steps = StepsRow(self)
        self.board = BoardWidget(controller, self)
        self.board.tab_predecessor = self.steps.next
        self.buttons = MoveButtons(controller, self.board)
        TilePictures(thumbnails, self.board)
        gap = space(self, 1)
        above = column(self.header, self.steps, margin=(3 * gap, 0, 0, 2 * gap), spacing=gap)
        column(above, (self.board, 1), parent=self, margin=0, spacing=0)
        self._connect()

    def _connect(self) -> None:
        controller, board, steps, side = self._controller, self.board, self.steps, self.side
        controller.changed.connect(self._on_changed)
        controller.dealt.connect(self._on_dealt)
        controller.refused.connect(self.show_error)
        controller.menu_requested.connect(self.show_menu)
        board.chosen.connect(self._on_tile_chosen)
        board.tile_signals.hovered.connect(self._on_tile_hovered)
        board.tile_signals.left.connect(self.buttons.leave)
        board.tile_signals.pressed.connect(self._close_overlays)
        for pile in board.piles:
            pile.card_chosen.connect(side.show_card)
        header = self.header
        header.undo.clicked.connect(controller.undo)
        header.redo.clicked.connect(controller.redo)
        steps.mulligan.clicked.connect(self.take_mulligan)
        steps.best.clicked.connect(self.show_best)
        steps.next.clicked.connect(self.take_next_step)
        header.new.clicked.connect(self.new_requested)
        header.enter.clicked.connect(self.hand_requested)
        header.real.clicked.connect(self.real_hand_shown)
        header.fill_menu(
            {
                "New hand": ("H", self.new_requested.emit),
                "Enter a hand…": ("E", self.hand_requested.emit),
                "Record this game…": ("R", self.real_hand_shown.emit),
                "Seed…": ("", header.seed_popup.open),
                "Copy this hand and setup": ("", self.copy_setup),
                "Best setup": ("B", self.show_best),
                "Log": ("G", side.toggle_log),
            }
        )
        log = side.log
        log.opened.connect(lambda: controller.go_to_entry(log.currentIndex().row()))
        self.hover.is_in_view = side.is_in_view
        self.buttons.closed.connect(self._close_overlays)
        board.tile_signals.unfocused.connect(self.hover.leave)

    def take_next_step(self) -> None:
        """Take the next step of the game: where a plot is to be revealed, the focused one."""
        game, tile = self._controller.game, self.board.focus_tile()
        if game is None or not awaits_plot(game):
            self._controller.do(Move(MoveKind.NEXT))
        elif tile is not None and tile.face.zone is Zone.PLOTS:
            self._controller.do(Move(MoveKind.CHOOSE, tile.number))
        else:
            self.board.focus_first(Zone.PLOTS)
            toast_of(self).show_message(_CHOOSE_PLOT)

    def take_mulligan(self) -> None:
        self._controller.do(Move(MoveKind.MULLIGAN))

    def show_best(self) -> None:
        """Propose the best setup of the hand; where that is done already, place it."""
        if self._controller.proposed is None:
            self._controller.propose_best()
        else:
            self._controller.place_best()

    def copy_setup(self) -> None:
        """Copy the names of the hand and of what is in play."""
        game = self._controller.game
        if game is not None:
            lines = [f"{game.deck.name}, seed {game.seed}", f"Hand: {copy_names(game.hand)}"]
            if game.in_play:
                lines.append(f"In play: {copy_names(each.copy for each in game.in_play)}")
            QGuiApplication.clipboard().setText("\n".join(lines))
            toast_of(self).show_message("Copied this hand and setup")

    def show_error(self, error: AppError) -> None:
        """Say why a step cannot be taken; the game stays as it is."""
        toast_of(self).show_message(error.text, sign=_NOT_POSSIBLE)

    def show_menu(self, number: int) -> None:
        """Show the legal moves of a copy as a menu, those for effects below a line."""
        menu = Menu(parent=self)
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
        return board_key(event.key(), event.modifiers())

    def _do_key(self, key: BoardKey) -> None:
        controller, tile = self._controller, self.board.focus_tile()
        do = {
            "undo": controller.undo,
            "redo": controller.redo,
            "next": self.take_next_step,
            "best": self.show_best,
            "mulligan": self.take_mulligan,
            "new": self.new_requested.emit,
            "enter": self.hand_requested.emit,
            "real": self.real_hand_shown.emit,
            "log": self.side.toggle_log,
        }.get(key.name)
        if do is not None:
            do()
        elif tile is None:
            return
        elif key.name == "menu":
            self.show_menu(tile.number)
        elif key.name == "main":
            controller.do_main(tile.number)
        elif key.move is not None:
            # An illegal one is refused with the reason.
            found = of_kinds(controller.moves(tile.number), key.move)
            controller.do(found[0].move if found else Move(key.move, tile.number))

    def _on_tile_chosen(self, tile: Tile) -> None:
        self.side.show_card(tile.face.card)
        self.hover.show_beside(tile, tile.face.card, self, by_key=True)

    def _on_tile_hovered(self, tile: Tile) -> None:
        self.buttons.show_on(tile, self.board.lift(tile))
        if self.side.shows_cards:
            self.side.show_card(tile.face.card)
        else:
            # Beside the whole table: it covers no other card, no message and no step.
            self.hover.show_beside(tile, tile.face.card, self)

    def _close_overlays(self) -> None:
        """Hide the popups over the cards, which have changed or moved."""
        self.buttons.close_now()
        self.board.lift(None)
        self.hover.leave()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._close_overlays()

    def _on_dealt(self) -> None:
        focus = QApplication.focusWidget()
        if focus is None or self.isAncestorOf(focus):
            self.board.focus_first(Zone.HAND)

    def _on_changed(self) -> None:
        game, controller = self._controller.game, self._controller
        if game is None:
            return
        self._close_overlays()
        self.header.show_game(game, controller)
        self.steps.show_game(game, controller)
        self.board.show_game(game)
        self.side.show_game(game, controller.plan, proposed=controller.proposed is not None)
        self._show_done(game)

    def _show_done(self, game: Game) -> None:
        """Show the last step with a way to take it back; nothing where steps were undone."""
        record, toast = self._controller.record, toast_of(self)
        if record is None or record.may_redo or not record.may_undo:
            toast.leave()
        elif self._controller.proposed is None:
            toast.show_message(
                self._last_words(game), self._controller.undo, lambda: not self.isHidden()
            )

    def _last_words(self, game: Game) -> str:
        """Return the message about a state: what was done last."""
        if self._controller.at_plan and self._controller.plan is not None:
            return plan_words(self._controller.plan)
        last = game.log[-1].words
        if game.fresh and awaits_plot(game):
            return f"{_CHOOSE_PLOT} {last}"
        return last if game.entered is None else f"{last} {_BESTOWS}"
