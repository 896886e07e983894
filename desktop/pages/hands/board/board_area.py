"""The areas of the board and its piles, and how copies are dropped on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import Tile, dragged_number
from desktop.pages.hands.board.tile_sizes import HEIGHT
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.labels import label
from desktop.widgets.layouts import FlowLayout
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


class Stack(QWidget):
    """A card with its attachments tucked under it."""

    def __init__(self, tiles: Sequence[Tile], parent: QWidget) -> None:
        super().__init__(parent)
        self.tiles = tuple(tiles)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for tile in tiles:
            layout.addWidget(tile)
            tile.show()
        layout.addStretch(1)


class BoardArea(QWidget):
    """Shows stacks of tiles in lines, and takes what may be dropped in its zone.

    `name` is shown above them from the next time on that stacks are shown.
    """

    def __init__(self, title: str, zone: Zone, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self.zone = zone
        self.tiles: tuple[Tile, ...] = ()
        self.name = title
        self._stacks: list[Stack] = []
        self._lit = False
        self.title = label(title, Size.SMALL, faint=True)
        self.remark = label("", Size.SMALL, faint=True, wraps=True)
        self._flow = FlowLayout(space(self, 1))
        self.setAccessibleName(title)
        inset = space(self, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(inset, inset // 2, inset, inset)
        layout.setSpacing(inset // 2)
        layout.addWidget(self.title)
        layout.addLayout(self._flow)
        layout.addWidget(self.remark)
        layout.addStretch(1)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.reserve_line(space(self, HEIGHT))
        DropTarget(self, zone, controller, self.tile_at).lit.connect(self._on_lit)

    def show_stacks(
        self, stacks: Iterable[Sequence[Tile]], words: str = "", remark: str = ""
    ) -> None:
        """Show these stacks of tiles; `words` follow the title, `remark` is shown without tiles."""
        new = [tuple(tiles) for tiles in stacks]
        if new != [stack.tiles for stack in self._stacks]:
            self._replace(new)
        self.tiles = tuple(tile for stack in self._stacks for tile in stack.tiles)
        self.title.setText(f"{self.name} \N{MIDDLE DOT} {words}" if words else self.name)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark) and not self.tiles)
        self.updateGeometry()

    def _replace(self, stacks: Iterable[Sequence[Tile]]) -> None:
        """Lay out these stacks instead of those before; tiles are moved, never created here."""
        old, self._stacks = self._stacks, []
        while self._flow.takeAt(0) is not None:
            pass
        for tiles in stacks:
            stack = Stack(tiles, self)
            self._stacks.append(stack)
            self._flow.addWidget(stack)
            stack.show()
        for stack in old:
            stack.hide()
            stack.deleteLater()

    @property
    def head_height(self) -> int:
        """How high the area is without its tiles: title and edges."""
        return self.title.sizeHint().height() + 2 * space(self, 1)

    def reserve_line(self, height: int) -> None:
        """Reserve space for one line of tiles of that height, though there be none."""
        self.setMinimumHeight(self.head_height + height)

    def tile_at(self, place: QPoint) -> Tile | None:
        """Return the tile at a place of the area."""
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
        painter.setBrush(colours.hover if self._lit else colours.panel)
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
        """Show how many copies there are."""
        self._copies = tuple(copies)
        self.setText(f"{self._title} {len(copies)}")
        self.setToolTip("\n".join(self._lines().values()))

    def _lines(self) -> dict[str, str]:
        """Return names with their numbers, in order of names: the order of the pile is secret."""
        counts = Counter(copy.card.name for copy in self._copies)
        times = "\N{MULTIPLICATION SIGN}"
        return {
            name: f"{count}{times} {name}" if count > 1 else name
            for name, count in sorted(counts.items())
        }

    def _list(self) -> None:
        """Show the cards as a menu below the button."""
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
