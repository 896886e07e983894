"""A game and all that can be done with it: the board, its keys, menus, steps and log."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
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

from carddb.terms import Edition
from core.errors import AppError
from desktop.pages.hands.board.board_keys import BoardKey, board_key
from desktop.pages.hands.board.board_side import BoardSide, plan_words
from desktop.pages.hands.board.board_widget import BoardWidget
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.move_buttons import MoveButtons, move_groups, of_kinds
from desktop.pages.hands.board.tile import Tile
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
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
from goldfish.play.card_moves import awaits_plot, next_words
from goldfish.play.game import Game, Move, MoveKind, PlayPhase, Zone
from validators.problem import Severity

_LABELS = {
    PlayPhase.HAND: "Opening hand",
    PlayPhase.SETUP: "Setup",
    PlayPhase.PLOT: "Plot",
    PlayPhase.DRAW: "Draw",
    PlayPhase.MARSHALING: "Marshal",
    PlayPhase.CHALLENGES: "Challenges",
    PlayPhase.DOMINANCE: "Dominance",
    PlayPhase.STANDING: "Standing",
    PlayPhase.TAXATION: "Taxation",
}
_ORDER = tuple(_LABELS)
BEST, SET_UP = "Best setup", "Set it up"
_REVEAL_TIP = "Reveal the plot that you chose (N or Space)"


class PhaseLabel(QLabel):
    """The name of a phase on the track: done, marked while the game is in it, or to come."""

    def __init__(self, phase: PlayPhase, parent: QWidget) -> None:
        super().__init__(_LABELS[phase], parent)
        self.phase = phase
        inset = space(self, 1)
        self.setContentsMargins(inset, inset // 2, inset, inset // 2)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.scale_lengths()
        self.show_state(now=False, done=False)

    def scale_lengths(self, _: float = 1.0) -> None:
        """Be as wide as the name is at most, in this text size: the track stays where it is."""
        font = self.font()
        self.setFont(sized(font, Size.SMALL, QFont.Weight.DemiBold))
        self.setFixedWidth(self.sizeHint().width())
        self.setFont(font)

    def show_state(self, *, now: bool, done: bool) -> None:
        self.now, self._done = now, done
        weight = QFont.Weight.DemiBold if now else QFont.Weight.Normal
        self.setFont(sized(self.font(), Size.SMALL, weight))
        roles = QPalette.ColorRole
        self.setForegroundRole(roles.WindowText if now else roles.PlaceholderText)
        self.setAccessibleDescription("The game is here" if now else "")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        colours = colours_of(self.palette())
        painter, bar = QPainter(self), max(2, space(self, 1) // 2)
        thin = bar if self.now else max(1, bar // 2)
        colour = colours.accent if self.now or self._done else colours.line
        painter.fillRect(0, self.height() - thin, self.width(), thin, colour)
        painter.end()


class StepsRow(QWidget):
    """The phases as a track with the next step in it, and more buttons, which all have keys.

    Where not all phases fit, only the one that the game is in is shown; then undo and redo are
    arrows, too.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.round = label("", Size.SMALL, weight=QFont.Weight.DemiBold)
        self.phases = tuple(PhaseLabel(phase, self) for phase in _LABELS)
        self._in_use = list(self.phases)
        self.next = self._button("Next", "N or Space")
        # A click leaves the focus on the card that was chosen.
        self.next.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.next.setFont(sized(self.next.font(), Size.BODY, QFont.Weight.DemiBold))
        self.best = self._button(BEST, "B")
        self.mulligan = self._button("Mulligan", "L")
        self.undo = self._button("Undo", "Ctrl+Z")
        self.undo.setAccessibleName("Undo")
        self.redo = self._button("Redo", "Ctrl+Y")
        self.redo.setAccessibleName("Redo")
        self.last_stop = self.redo
        buttons = (self.best, self.mulligan, self.undo, self.redo)
        # Measures other words. Changing the text of a visible button would start another layout,
        # which measures again, without end.
        self._hidden_button = QPushButton(self)
        self._hidden_button.setObjectName("small")
        self._hidden_button.hide()
        self._gap = space(self, 1)
        parts = (self.round, *self.phases, self.next, None, *buttons)
        self._row = row(*parts, parent=self, margin=0, spacing=self._gap // 2)
        for each in self.phases:
            each.hide()

    def show_game(self, game: Game, controller: GameController) -> None:
        past = _ORDER.index(game.phase)
        for number, each in enumerate(self.phases):
            each.show_state(now=number == past, done=number < past)
        # In the second edition there is nothing to do alone while cards stand.
        first = game.edition is Edition.FIRST
        skipped = set() if first else {PlayPhase.STANDING}
        self._in_use = [
            each
            for each in self.phases
            if each.phase.in_round is game.phase.in_round and each.phase not in skipped
        ]
        self.round.setText(f"Round {game.round}")
        self.round.setVisible(game.phase.in_round)
        record = controller.record
        self.undo.setEnabled(record is not None and record.may_undo)
        self.redo.setEnabled(record is not None and record.may_redo)
        self.mulligan.setVisible(game.phase is PlayPhase.HAND)
        self.mulligan.setEnabled(game.may_mulligan)
        proposed = controller.proposed is not None
        self.best.setText(SET_UP if proposed else BEST)
        self.best.setToolTip("Place it as it is marked (B)" if proposed else "Show which cards (B)")
        self.best.setVisible(game.phase in {PlayPhase.HAND, PlayPhase.SETUP})
        self.next.setText(next_words(game))
        self.next.setToolTip(_REVEAL_TIP if awaits_plot(game) else "N or Space")
        # The step leads from the phase before it to the one after it.
        self._row.removeWidget(self.next)
        self._row.insertWidget(self._row.indexOf(self.phases[past]) + 1, self.next)
        self._show_phases()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_phases()

    @override
    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(min(least.width(), self._width_with(self._now(), wide=False)), least.height())

    def _now(self) -> list[PhaseLabel]:
        return [each for each in self.phases if each.now]

    def _show_phases(self) -> None:
        wide = self._width_with(self._in_use, wide=True) <= self.width()
        for each in self.phases:
            each.setVisible(each.now or (wide and each in self._in_use))
        self._label_history(wide=wide)

    def _label_history(self, *, wide: bool) -> None:
        for button, words in zip((self.undo, self.redo), _history_words(wide=wide), strict=True):
            button.setText(words)

    def _width_with(self, phases: Iterable[PhaseLabel], *, wide: bool) -> int:
        shown = [self.next, self.best, self.mulligan]
        widths = [each.minimumSizeHint().width() for each in shown if not each.isHidden()]
        for words in _history_words(wide=wide):
            self._hidden_button.setText(words)
            widths.append(self._hidden_button.minimumSizeHint().width())
        widths += [each.sizeHint().width() for each in phases]
        widths += [] if self.round.isHidden() else [self.round.sizeHint().width()]
        return sum(widths) + self._gap // 2 * (len(widths) + 1)

    def _button(self, text: str, keys: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("small")
        button.setToolTip(f"{text} ({keys})" if text != "Next" else keys)
        button.setAccessibleDescription(f"Key: {keys}")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button


def _history_words(*, wide: bool) -> tuple[str, str]:
    """Return what is on the buttons of undo and redo: words, or arrows."""
    return ("Undo", "Redo") if wide else ("\N{LEFTWARDS ARROW}", "\N{RIGHTWARDS ARROW}")


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
        self.words.setText(words)
        self.words.setToolTip(tip(words))
        self.words.setAccessibleDescription(words)
        self._sign.hide()

    def show_error(self, error: AppError) -> None:
        self.show_message(error.text)
        self._sign.show()

    @property
    def shows_error(self) -> bool:
        return not self._sign.isHidden()


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
        hover: HoverCard,
        thumbnails: CardThumbnails | None,
        parent: QWidget,
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
        if thumbnails is not None:
            TilePictures(thumbnails, self.board)
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
        board.tile_signals.hovered.connect(self._on_tile_hovered)
        board.tile_signals.left.connect(self.buttons.leave)
        board.tile_signals.pressed.connect(self._close_overlays)
        for pile in board.piles:
            pile.card_chosen.connect(side.show_card)
        steps.undo.clicked.connect(controller.undo)
        steps.redo.clicked.connect(controller.redo)
        steps.mulligan.clicked.connect(self.take_mulligan)
        steps.best.clicked.connect(self.show_best)
        steps.next.clicked.connect(self.take_next_step)
        self.header.new.clicked.connect(self.new_requested)
        self.header.real.clicked.connect(self.real_hand_shown)
        side.log.entry_chosen.connect(controller.go_to_entry)
        self.hover.is_in_view = side.is_in_view
        self.buttons.closed.connect(self.hover.leave)
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
            self.message.show_message(_CHOOSE_PLOT)

    def take_mulligan(self) -> None:
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
        """Return the command of a key, None while the user types into the seed field."""
        if self.header.seed.hasFocus():
            return None
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
        self.buttons.show_on(tile)
        if self.side.shows_cards:
            self.side.show_card(tile.face.card)
        else:
            # Beside the whole table: it covers no other card, no message and no step.
            self.hover.show_beside(tile, tile.face.card, self)

    def _close_overlays(self) -> None:
        """Hide the popups over the cards, which have changed or moved."""
        self.buttons.close_now()
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
