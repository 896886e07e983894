"""Above the table: the deck and its buttons, the phases, the gold and the next step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from carddb.terms import Edition
from desktop.pages.hands.board.game_controller import GameController
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import LEFT
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.layouts import Title, column, label, row
from desktop.widgets.menus import Menu
from goldfish.play.card_moves import awaits_plot, next_words
from goldfish.play.game import Game, PlayPhase

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
BEST, SET_UP = "Best setup", "Set it up"
_REVEAL_TIP = "Reveal the plot that you chose (N or Space)"
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)


class SeedPopup(Popup):
    """The seed of the deal; another one is typed, and Enter deals it."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__("Seed", owner, stays=True)
        self.seed = 0
        self.field = QLineEdit(self, maxLength=20)
        self.field.setAccessibleName("Seed")
        words = label("The same seed deals the same hand. Enter deals another.", Size.SMALL)
        words.setBuddy(self.field)
        gap = space(self, 1)
        column(words, self.field, parent=self, margin=3 * gap, spacing=gap)

    def show_seed(self, seed: int) -> None:
        self.seed = seed
        self.field.setText(str(seed))

    def open(self) -> None:
        self.show_seed(self.seed)
        self.show_below()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)


class BoardHeader(QWidget):
    """The deck that was dealt, what to do with the hand, undo and redo; the rest under “…”."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.deck = Title(parent=self)
        policies = QSizePolicy.Policy
        self.deck.setSizePolicy(policies.Preferred, policies.Preferred)
        self.deck.setMinimumWidth(1)
        self.new = self._button("New hand", "Deal another hand", "H")
        self.enter = self._button("Enter a hand…", "Choose the cards of the hand yourself", "E")
        self.real = self._button(
            "Record this game…", "This was a real hand: record the game that began with it", "R"
        )
        changed = "The deck has changed: deal it as it is now, with the same seed"
        self.again = push_button("Deal again", self, changed, kind="link")
        self.again.hide()
        self.menu = Menu(parent=self)
        self.more = GlyphButton(icons.MORE, "More", self, menu=self.menu)
        self.undo = GlyphButton(icons.UNDO, "Undo", self, "Ctrl+Z")
        self.redo = GlyphButton(icons.REDO, "Redo", self, "Ctrl+Y")
        self.seed_popup = SeedPopup(self.more)
        self.seed = self.seed_popup.field
        gap = space(self, 1)
        parts = (self.deck, 2 * gap, self.again, self.new, self.enter, self.real, self.more)
        row(*parts, None, self.undo, self.redo, parent=self, margin=0, spacing=gap // 2)
        self.setFixedHeight(space(self, 10))

    def fill_menu(self, commands: Mapping[str, tuple[str, Callable[[], object]]]) -> None:
        """Offer commands by what they are called, each with its key."""
        for words, (key, does) in commands.items():
            self.menu.addAction(f"{words}\t{key}" if key else words, does)

    def show_game(self, game: Game, controller: GameController) -> None:
        self.deck.setText(game.deck.name)
        self.deck.setAccessibleName(f"Deck: {game.deck.name}")
        self.seed_popup.show_seed(game.seed)
        record = controller.record
        self.undo.setEnabled(record is not None and record.may_undo)
        self.redo.setEnabled(record is not None and record.may_redo)
        self._show_buttons()

    def offer_again(self, *, offered: bool) -> None:
        """Show the button that deals the deck again as it is now."""
        self.again.setVisible(offered)
        self._show_buttons()

    def _button(self, text: str, words: str, key: str) -> QPushButton:
        made = push_button(text, self, f"{words} ({key})")
        made.setAccessibleDescription(f"{words}. Key: {key}")
        return made

    def _show_buttons(self) -> None:
        """Show the buttons that have room beside the name; the menu has all of them."""
        again = () if self.again.isHidden() else (self.again,)
        taken = (*again, self.new, self.more, self.undo, self.redo)
        name = min(self.deck.sizeHint().width(), space(self, 60))
        room = self.width() - name - sum(each.sizeHint().width() for each in taken) - space(self, 6)
        for button in (self.enter, self.real):
            room -= button.sizeHint().width() + space(self, 1)
            button.setVisible(room >= 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_buttons()


class Stepper(QWidget):
    """The phases in a line: done with a sign, the current one on a ground, later ones faint.

    Where not all of them fit, the current one and those beside it are shown.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.steps: Sequence[str] = ()
        self.current = 0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_step(self, steps: Sequence[str], current: int) -> None:
        self.steps, self.current = steps, current
        self.setAccessibleName(f"Phase: {steps[current]}, {current + 1} of {len(steps)}")
        self.updateGeometry()
        self.update()

    @property
    def in_sight(self) -> range:
        """The steps that are shown, none where not even the current one fits."""
        if self.minimumSizeHint().width() - space(self, 4) > self.width():
            return range(0)
        first, last = self.current, self.current + 1
        room = self.width() - self._width(self.current)
        while last < len(self.steps) and room >= self._width(last):
            room -= self._width(last)
            last += 1
        while first and room >= self._width(first - 1):
            first -= 1
            room -= self._width(first)
        return range(first, last)

    def _width(self, number: int) -> int:
        """Return the width of a step with the line that leads to it, current or not."""
        bold = QFontMetrics(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        sign = space(self, 3) if number < self.current else 0
        line = space(self, 4) if number else 0
        return line + sign + space(self, 4) + bold.horizontalAdvance(self.steps[number])

    @override
    def sizeHint(self) -> QSize:
        return QSize(sum(map(self._width, range(len(self.steps)))), space(self, 7))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(self.current) if self.steps else 0, space(self, 7))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = colours_of(self.palette()), QPainter(self)
        left, high, pad = 0, space(self, 7), space(self, 2)
        top, weights = (self.height() - high) // 2, QFont.Weight
        shown = self.in_sight
        for number in shown:
            place = QRect(left, top, self._width(number), high)
            left += place.width()
            if number > shown.start:
                painter.fillRect(place.left() + pad // 2, self.height() // 2, pad, 1, colours.quiet)
                place.setLeft(place.left() + 2 * pad)
            current = number == self.current
            if current:
                fill(painter, place, colours.selection, corner(self.fontMetrics()))
            elif number < self.current:
                side = space(self, 3)
                sign = QRect(place.left(), top + (high - side) // 2, side, side)
                icons.paint(painter, sign, icons.DONE, colours.legal)
                place.setLeft(sign.right() - pad // 2)
            weight = weights.DemiBold if current else weights.Medium
            painter.setFont(sized(self.font(), Size.BODY, weight))
            painter.setPen(colours.ink if number <= self.current else colours.faint)
            painter.drawText(place, _MIDDLE, self.steps[number])
        painter.end()


class GoldLabel(QLabel):
    """The gold, large, its number in a coin: "3 gold", in setup "3 of 8 gold"."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(sized(self.font(), Size.LARGE, QFont.Weight.DemiBold))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.is_brief = False

    def be_brief(self, *, brief: bool) -> None:
        """Show the coin alone, or the word too."""
        self.is_brief = brief
        self.updateGeometry()

    @property
    def _parts(self) -> tuple[str, str]:
        number, _, word = self.text().rpartition(" ")
        return number, word

    def _coin(self) -> int:
        inside = self.fontMetrics().horizontalAdvance(self._parts[0])
        return max(space(self, 8), inside + space(self, 4))

    @override
    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self._parts[1])
        word = 0 if self.is_brief else space(self, 2) + words + 1
        return QSize(self._coin() + word, space(self, 8))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter, high = colours_of(self.palette()), QPainter(self), space(self, 8)
        number, word = self._parts
        coin = QRect(0, (self.height() - high) // 2, self._coin(), high)
        fill(painter, coin, colours.gold, high / 2)
        painter.setPen(colours.ink)
        painter.drawText(coin, _MIDDLE, number)
        beside = self.rect().adjusted(coin.width() + space(self, 2), 0, 0, 0)
        painter.drawText(beside, LEFT, "" if self.is_brief else word)
        painter.end()


class StepsRow(QWidget):
    """The phases, the gold, and the next step, the one primary button of the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.round = label("", weight=QFont.Weight.DemiBold)
        self.stepper = Stepper(self)
        self.gold = GoldLabel(self)
        self.mulligan = self._button("Mulligan", "L", "quiet")
        self.best = self._button(BEST, "B", "quiet")
        self.next = self._button("Next", "N or Space", "primary")
        # A click leaves the focus on the card that was chosen.
        self.next.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        gap = space(self, 1)
        buttons = (self.mulligan, self.best, 2 * gap, self.next)
        parts = (self.round, (self.stepper, 1), self.gold, 2 * gap, *buttons)
        row(*parts, parent=self, margin=0, spacing=gap)
        self.setFixedHeight(space(self, 8))  # as high without the gold as with it

    def show_game(self, game: Game, controller: GameController) -> None:
        # In the second edition there is nothing to do alone while cards stand.
        skipped = set() if game.edition is Edition.FIRST else {PlayPhase.STANDING}
        in_use = [
            each for each in _LABELS if each.in_round is game.phase.in_round and each not in skipped
        ]
        self.stepper.show_step([_LABELS[each] for each in in_use], in_use.index(game.phase))
        self.round.setText(f"Round {game.round}")
        self.round.setVisible(game.phase.in_round)
        self._show_gold(game)
        self.mulligan.setVisible(game.phase is PlayPhase.HAND)
        self.mulligan.setEnabled(game.may_mulligan)
        proposed = controller.proposed is not None
        self.best.setText(SET_UP if proposed else BEST)
        self.best.setToolTip("Place it as it is marked (B)" if proposed else "Show which cards (B)")
        self.best.setVisible(game.phase in {PlayPhase.HAND, PlayPhase.SETUP})
        self.next.setText(next_words(game))
        self.next.setToolTip(_REVEAL_TIP if awaits_plot(game) else "N or Space")
        self._fit()

    def _fit(self) -> None:
        """Leave out the word beside the gold where the current phase needs its room."""
        parts = (self.round, self.gold, self.mulligan, self.best, self.next)
        self.gold.be_brief(brief=False)
        taken = sum(each.sizeHint().width() for each in parts if not each.isHidden())
        room = self.width() - taken - space(self, 8)
        self.gold.be_brief(brief=room < self.stepper.minimumSizeHint().width())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _show_gold(self, game: Game) -> None:
        """Show the gold of a game: in setup how much of the budget is spent."""
        budget = game.rules.gold
        gold, meaning = f"{game.gold} gold", "Gold in your pool"
        if not game.phase.in_round:
            spent = 0 if game.phase is PlayPhase.HAND else budget - game.gold
            gold, meaning = f"{spent} of {budget} gold", "Spent in setup"
        self.gold.setText(gold)
        self.gold.setVisible(game.phase is not PlayPhase.HAND)
        self.gold.setAccessibleName(f"Gold: {gold}")
        self.gold.setToolTip(meaning)

    def set_primary(self, *, primary: bool) -> None:
        """Let the next step be the primary action of the page, or a quiet one beside another."""
        self.next.setObjectName("primary" if primary else "quiet")
        font = self.next.font()
        self.next.style().unpolish(self.next)
        self.next.style().polish(self.next)
        self.next.setFont(font)  # Qt brings back the one that was set before the text size changed

    def _button(self, text: str, keys: str, kind: str) -> QPushButton:
        button = push_button(text, self, f"{text} ({keys})", kind=kind)
        button.setAccessibleDescription(f"Key: {keys}")
        return button
