"""A copy on the board: its face as a value and in words, painted, reached by keys, dragged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QFocusEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.terms import CardType
from desktop.pages.hands.board.board_layout import Spot
from desktop.pages.hands.board.game_controller import GameController
from desktop.widgets.cards.card_painter import CardLook, CardPainter
from desktop.widgets.cards.paint_card import FaceLook
from goldfish.play.card_moves import awaits_plot
from goldfish.play.game import Copy, CopyInPlay, Game, Zone
from goldfish.play.moves import LegalMove
from rulebook.card_text import figures_of, printed_value


@dataclass(frozen=True, slots=True)
class TileFace:
    """A copy as it is: how many duplicates are below it, what is on it, whether it kneels.

    `strip` is whether it is drawn as a strip below its bearer. `faint` is whether nothing can be
    done with it now. `plan` is what the proposed setup does with it, in a word or two.
    """

    copy: Copy
    zone: Zone
    duplicates: int = 0
    gold: int = 0
    knelt: bool = False
    strip: bool = False
    faint: bool = False
    plan: str = ""

    @property
    def card(self) -> Card:
        return self.copy.card

    @property
    def down(self) -> bool:
        return self.zone is Zone.SHADOWS


def stacks_in_play(game: Game, cards: Iterable[CopyInPlay]) -> list[list[TileFace]]:
    """Return cards in play, each with its attachments."""
    return [
        [
            TileFace(
                each.copy,
                Zone.PLAY,
                len(each.duplicates),
                each.gold,
                each.knelt,
                strip=each.host is not None,
            )
            for each in (card, *game.attachments_of(card.number))
        ]
        for card in cards
    ]


def plot_faces(game: Game) -> list[TileFace]:
    """Return agendas and revealed plot; while a plot is to be chosen, agendas and plot deck."""
    awaits = awaits_plot(game)
    revealed = None if awaits else game.revealed
    faces = [TileFace(copy, Zone.AGENDA, strip=revealed is not None) for copy in game.agendas]
    if awaits:
        return faces + [TileFace(copy, Zone.PLOTS) for copy in game.plots]
    return faces + ([TileFace(revealed, Zone.REVEALED)] if revealed else [])


def tile_name(face: TileFace) -> str:
    """Return what a screen reader calls the copy: "Arya Stark, character, cost 3, STR 2"."""
    card = face.card
    parts = [card.name, card.type.value]
    if card.type is CardType.PLOT:
        figures = figures_of(card).items()
        parts += [f"{caption.lower()} {value}" for caption, value in figures]
    elif card.cost is not None:
        parts.append(f"cost {printed_value(card.cost)}")
    if card.type is CardType.CHARACTER:
        parts.append(f"STR {printed_value(card.strength)}")
    return ", ".join(parts)


def tile_text(face: TileFace, game: Game, moves: Sequence[LegalMove]) -> str:
    """Return where the copy is, what is on it, and what can be done, as sentences."""
    where = {Zone.PLAY: "In play", Zone.HAND: "In hand", Zone.SHADOWS: "Face down in shadows"}
    first = where.get(face.zone, face.zone.value.capitalize())
    in_play = game.in_play_with(face.copy.number) if face.zone is Zone.PLAY else None
    if in_play and in_play.host is not None:
        first += f", on {game.find(in_play.host)[0].card.name}"
    parts = [f"{first}, kneeling" if face.knelt else first]
    if face.duplicates:
        parts.append(f"{face.duplicates} duplicate{'s' * (face.duplicates > 1)} below")
    if face.gold:
        parts.append(f"{face.gold} gold on it")
    if face.card.keyword("limited"):
        parts.append("Limited")
    actions = "; ".join(move.words for move in moves) or "nothing to do now"
    return f"{'. '.join(parts)}. {actions[0].upper()}{actions[1:]}."


def marks_of(face: TileFace) -> list[str]:
    """Return the short marks of a copy: kneeling, gold on it, duplicates, Limited, income."""
    card = face.card
    marks = ["kneeling"] if face.knelt else []
    if face.gold:
        marks.append(f"{face.gold} gold")
    if face.duplicates:
        marks.append(f"\N{MULTIPLICATION SIGN}{face.duplicates + 1}")
    if card.keyword("limited"):
        marks.append("Limited")
    shadow = card.keyword("shadow")
    if shadow is not None and face.zone is not Zone.PLAY:
        marks.append(f"Shadow ({printed_value(shadow.value)})")
    if isinstance(card.income, int) and card.income and card.type is not CardType.PLOT:
        marks.append(f"{card.income:+} income")
    return marks


COPY = "application/x-sevenplots-copy"
_OVER = frozenset({QEvent.Type.HoverEnter, QEvent.Type.HoverMove})


class TileSignals(QObject):
    """What happens to the tiles of a board.

    Signals:
        focused: a tile got the focus (it).
        unfocused: a tile has the focus no longer.
        hovered: the mouse is over a tile (it).
        left: the mouse is over none.
        pressed: a button of the mouse was pressed on a tile, or a menu was asked for.
    """

    focused = Signal(object)
    unfocused = Signal()
    hovered = Signal(object)
    left = Signal()
    pressed = Signal()


class Tile(QWidget):
    """Shows a face, and writes in the part of it that other cards do not cover.

    `picture` is the card's picture, None where it is drawn. `seen` is how much of the tile other
    cards do not cover, from its left upper corner.
    """

    def __init__(
        self, face: TileFace, controller: GameController, signals: TileSignals, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.face = face
        self.picture: QImage | None = None
        self._controller, self._signals = controller, signals
        self.seen = QSize()
        self.lit = False
        self._pressed: QPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def number(self) -> int:
        return self.face.copy.number

    def show_face(self, face: TileFace, words: str) -> None:
        """Show the copy as it is now; `words` say the same and what can be done."""
        self.face = face
        self.setAccessibleName(tile_name(face))
        self.setAccessibleDescription(words)
        self.update()

    def put(self, spot: Spot) -> None:
        self.setGeometry(spot.rect)
        if spot.seen != self.seen:
            self.seen = spot.seen
            self.update()

    def light(self, *, lit: bool) -> None:
        """Show that what is dragged may be dropped here, or no longer."""
        if lit is not self.lit:
            self.lit = lit
            self.update()

    def mime(self) -> QMimeData:
        data = QMimeData()
        data.setData(COPY, str(self.number).encode())
        data.setText(self.face.card.name)
        return data

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in _OVER and not QApplication.mouseButtons():
            self._signals.hovered.emit(self)
        elif event.type() is QEvent.Type.HoverLeave:
            self._signals.left.emit()
        return super().event(event)

    @property
    def is_low(self) -> bool:
        """Whether it shows its name in a line or two, and not a card."""
        return self.height() < self.width() / 2

    def paint_card(self, painter: QPainter, widget: QWidget) -> None:
        """Paint the card over a widget: this one, or one that shows it larger."""
        face, larger = self.face, widget is not self
        shown = FaceLook(
            text=larger,
            seen=self.seen.width() if self.seen.width() < self.width() and not larger else 0,
            pale=face.faint and not larger,
            knelt=face.knelt,
            down=face.down,
            words=face.plan or " · ".join(marks_of(face)),
            plan=bool(face.plan),
        )
        look = CardLook(
            shown,
            widget.size() if larger else self.seen,
            strip=face.strip,
            below=face.duplicates,
            marked=larger or self.lit or self.hasFocus(),
            lit=self.lit,
            hovered=self.underMouse(),
        )
        CardPainter(painter, widget, face.card, look, self.picture).paint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_card(painter, self)
        painter.end()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._signals.focused.emit(self)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._signals.unfocused.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._signals.pressed.emit()
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        moved = event.position().toPoint() - self._pressed
        if moved.manhattanLength() >= QApplication.startDragDistance():
            grip, self._pressed = self._pressed, None
            drag = QDrag(self)
            drag.setMimeData(self.mime())
            drag.setPixmap(self.grab())
            drag.setHotSpot(grip)
            drag.exec(Qt.DropAction.MoveAction)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._controller.do_main(self.number)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._signals.pressed.emit()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._controller.menu_requested.emit(self.number)


def dragged_number(data: QMimeData) -> int | None:
    """Return the number of the copy that is dragged, None where it is something else."""
    if not data.hasFormat(COPY):
        return None
    raw = bytes(data.data(COPY).data()).decode("ascii", "replace")
    return int(raw) if raw.isdecimal() and len(raw) < 8 else None
