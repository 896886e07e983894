"""An area of the table: its title, its tiles, and where cards are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from desktop.pages.hands.board.drop_target import DropTarget
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import Tile
from desktop.pages.hands.board.tile_face import HEIGHT
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import label
from goldfish.play.game import Zone


class Stack(QWidget):
    """A card with what it bears tucked under it."""

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

    `name` stands above them from the next time on that stacks are shown.
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
        self.keep_line(space(self, HEIGHT))
        target = DropTarget(self, zone, controller, self.tile_at)
        target.lit.connect(self._on_lit)

    def show_stacks(
        self, stacks: Iterable[Sequence[Tile]], words: str = "", remark: str = ""
    ) -> None:
        """Show these stacks of tiles; `words` stand behind the title, `remark` where none lie."""
        wanted = [tuple(tiles) for tiles in stacks]
        if wanted != [stack.tiles for stack in self._stacks]:
            self._lay(wanted)
        self.tiles = tuple(tile for stack in self._stacks for tile in stack.tiles)
        self.title.setText(f"{self.name} \N{MIDDLE DOT} {words}" if words else self.name)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark) and not self.tiles)
        self.updateGeometry()

    def _lay(self, wanted: Iterable[Sequence[Tile]]) -> None:
        """Lay these stacks instead of those before; tiles are taken over, never made here."""
        old, self._stacks = self._stacks, []
        while self._flow.takeAt(0) is not None:
            pass
        for tiles in wanted:
            stack = Stack(tiles, self)
            self._stacks.append(stack)
            self._flow.addWidget(stack)
            stack.show()
        for stack in old:
            stack.hide()
            stack.deleteLater()

    @property
    def head_height(self) -> int:
        """How high the area is beside its tiles: title and edges."""
        return self.title.sizeHint().height() + 2 * space(self, 1)

    def keep_line(self, height: int) -> None:
        """Keep room for one line of tiles of that height, though there be none."""
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
