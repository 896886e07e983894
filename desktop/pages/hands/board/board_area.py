"""The areas of the board and its piles, and how copies are dropped on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from typing_extensions import override

from desktop.pages.hands.board.board_layout import Spot
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import Tile, dragged_number
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.layouts import OneLine, tip
from goldfish.play.game import Copy, Zone


class DropTarget(QObject):
    """Watches a widget that stands for a zone for copies that are dragged over it.

    What is not legal may be dropped too: then nothing changes, and a message says why.

    Signals:
        lit: the widget is to be shown as a target, or no longer.
    """

    lit = Signal(bool)

    def __init__(
        self,
        widget: QWidget,
        zone: Zone,
        controller: GameController,
        tile_at: Callable[[QPoint], Tile | None] = lambda _: None,
    ) -> None:
        super().__init__(widget)
        self._zone = zone
        self._controller = controller
        self._tile_at = tile_at
        self._tile: Tile | None = None
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent):
            number = dragged_number(event.mimeData())
            if number is None:
                return False
            event.acceptProposedAction()
            tile = self._tile_at(event.position().toPoint())
            onto = tile.number if tile else None
            if isinstance(event, QDragMoveEvent):
                legal = self._controller.may_drop(number, self._zone, onto)
                self._light(tile, legal=legal)
            else:
                self._light(None, legal=False)
                self._controller.drop(number, self._zone, onto)
            return True
        if event.type() is QEvent.Type.DragLeave:
            self._light(None, legal=False)
        return False

    def _light(self, tile: Tile | None, *, legal: bool) -> None:
        """Light the target, and the tile that is meant, where the drop is legal."""
        if self._tile is not None and self._tile is not tile:
            self._tile.light(lit=False)
        self._tile = tile
        if tile is not None:
            tile.light(lit=legal)
        self.lit.emit(legal)


class BoardArea(QWidget):
    """Shows cards with their attachments, and takes what may be dropped in its zone.

    `name` is in its title from the next time on that cards are shown.
    """

    def __init__(self, title: str, zone: Zone, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self.zone = zone
        self.name = title
        self.stacks: tuple[tuple[Tile, ...], ...] = ()
        self._lit = False
        self.title = OneLine(title, self)
        self.setAccessibleName(title)
        DropTarget(self, zone, controller, self.tile_at).lit.connect(self._on_lit)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The cards, each followed by its attachments."""
        return tuple(tile for stack in self.stacks for tile in stack)

    @property
    def title_height(self) -> int:
        return self.title.fontMetrics().height() + space(self, 1)

    def show_stacks(
        self, stacks: Iterable[Sequence[Tile]], words: str = "", remark: str = ""
    ) -> None:
        """Show these cards; `words` follow the title, or `remark` where there are none."""
        new = tuple(tuple(tiles) for tiles in stacks)
        if new != self.stacks:
            self.stacks = new
            self.update()  # an area with cards has another ground
            for tile in self.tiles:
                tile.setParent(self)
                tile.show()
                tile.raise_()
        words = words if new else remark
        self.title.setText(f"{self.name} \N{MIDDLE DOT} {words}" if words else self.name)

    def arrange(self, spots: Iterable[Sequence[Spot]]) -> None:
        gap = space(self, 1)
        height = self.title_height
        self.title.setGeometry(gap, gap // 2, self.width() - 2 * gap, height - gap // 2)
        for stack, places in zip(self.stacks, spots, strict=True):
            for tile, spot in zip(stack, places, strict=True):
                tile.put(spot)

    def tile_at(self, place: QPoint) -> Tile | None:
        child = self.childAt(place)
        return child if isinstance(child, Tile) else None

    def _on_lit(self, lit: bool) -> None:  # noqa: FBT001 - the signal's own argument
        if lit is not self._lit:
            self._lit = lit
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setPen(colours.accent if self._lit else colours.line)
        ground = colours.panel if self.stacks else colours.paper
        painter.setBrush(colours.hover if self._lit else ground)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class PileButton(QPushButton):
    """Shows how many cards are in a pile; a click lists them, a drop adds one.

    Signals:
        card_chosen: a card of the list was chosen (a Card).
    """

    card_chosen = Signal(object)

    def __init__(self, title: str, zone: Zone, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self.zone = zone
        self._title = title
        self._copies: tuple[Copy, ...] = ()
        self.menu_shown: QMenu | None = None
        self.setObjectName("small")
        self.clicked.connect(self._list)
        DropTarget(self, zone, controller).lit.connect(self.setDown)

    def show_copies(self, copies: Sequence[Copy]) -> None:
        self._copies = tuple(copies)
        self.setText(f"{self._title} {len(copies)}")
        self.setToolTip(tip("\n".join(self._lines().values())))

    @override
    def sizeHint(self) -> QSize:
        # The same for one card and for ten: the next pile stays where it is.
        widest, now = f"{self._title} 00", self.text()
        added = self.fontMetrics().horizontalAdvance(widest) - self.fontMetrics().horizontalAdvance(
            now
        )
        return super().sizeHint() + QSize(max(0, added), 0)

    def _lines(self) -> dict[str, str]:
        """Return names with their numbers, in order of names: the order of the pile is secret."""
        counts = Counter(copy.card.name for copy in self._copies)
        times = "\N{MULTIPLICATION SIGN}"
        return {
            name: f"{count}{times} {name}" if count > 1 else name
            for name, count in sorted(counts.items())
        }

    def _list(self) -> None:
        if not self._copies:
            return
        menu = QMenu(self)
        menu.setAccessibleName(self._title)
        cards = {copy.card.name: copy.card for copy in self._copies}
        for name, line in self._lines().items():
            menu.addAction(line.replace("&", "&&")).setData(cards[name])
        menu.triggered.connect(lambda action: self.card_chosen.emit(action.data()))
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu_shown = menu
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))
