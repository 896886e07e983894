"""The board itself: its areas and piles with the copies in them, dropping, and moving by keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from typing_extensions import override

from carddb.terms import CardType
from desktop.pages.hands.board.board_layout import (
    AreaContents,
    BoardLengths,
    BoardPart,
    Spot,
    lay_out_board,
)
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import (
    Tile,
    TileFace,
    TileSignals,
    dragged_number,
    plot_faces,
    stacks_in_play,
    tile_text,
)
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.layouts import FlowLayout, OneLine, tip
from goldfish.play.card_moves import awaits_plot
from goldfish.play.game import Copy, Game, PlayPhase, Zone
from goldfish.report_text import number_with_noun
from goldfish.setup import Way


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


# In quarters of the body font's height.
NARROWEST, LOWEST = 84, 62
STRIP, BAND, STEP, NARROW = 5, 13, 10, 21
LEAST, MOST = 12, 78


class BoardWidget(QWidget):
    """Shows a game, as large as fits; tiles stay from one state to the next.

    The tab key moves from `tab_predecessor` to the board.

    Signals:
        chosen: a copy got the focus (its tile).
        arranged: copies lie elsewhere, or are others.
    """

    chosen = Signal(Tile)
    arranged = Signal()

    def __init__(self, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller = controller
        self._tiles: dict[int, Tile] = {}
        self.tile_signals = TileSignals(self)
        self.tile_signals.focused.connect(self._on_tile_focused)
        self._game: Game | None = None
        self.tab_predecessor: QWidget | None = None
        self.characters = BoardArea("Characters", Zone.PLAY, controller, self)
        self.locations = BoardArea("Locations", Zone.PLAY, controller, self)
        self.shadows = BoardArea("Shadows", Zone.SHADOWS, controller, self)
        self.plots = BoardArea("Agenda and plots", Zone.REVEALED, controller, self)
        self.hand = BoardArea("Hand", Zone.HAND, controller, self)
        self.areas = (self.characters, self.locations, self.shadows, self.plots, self.hand)
        self._piles_row = QWidget(self)
        self.piles = tuple(
            PileButton(title, zone, controller, self._piles_row)
            for title, zone in (
                ("Draw deck", Zone.PILE),
                ("Discard", Zone.DISCARD),
                ("Dead", Zone.DEAD),
                ("Used plots", Zone.USED),
                ("Set aside", Zone.UNDER),
            )
        )
        self._flow = FlowLayout(space(self, 1), *self.piles)
        self._piles_row.setLayout(self._flow)
        self.setMinimumSize(space(self, NARROWEST), space(self, LOWEST))

    def show_game(self, game: Game) -> None:
        """Show another state of the game; the focus stays where it can."""
        focus = self.focus_tile()
        area = self._area_of(focus) if focus else None
        index = area.tiles.index(focus) if focus and area else 0
        self._game = game
        self._show_areas(game)
        for tile in self._tiles.values():
            if self._area_of(tile) is None:
                tile.hide()
                tile.setParent(self)
        for pile in self.piles:
            copies = [copy for copy, zone in game.places() if zone is pile.zone]
            pile.show_copies(copies)
            # What may get cards has its place from the start.
            aside = pile.zone is Zone.UNDER
            pile.setVisible(bool(copies or game.rules.under) if aside else True)
        self._arrange()
        self._set_tab_stops()
        if focus is not None and game.entered in self._tiles:
            self._tiles[game.entered].setFocus(Qt.FocusReason.OtherFocusReason)
        elif focus is not None:
            self._restore_focus(area, index, focus.number)

    def clear(self) -> None:
        """Remove every tile: another game is to be shown."""
        self._game = None
        for area in self.areas:
            area.show_stacks(())
        for tile in self._tiles.values():
            tile.deleteLater()
        self._tiles = {}

    def tile(self, number: int) -> Tile:
        """Return the tile of a copy that is on the board; KeyError where it is not."""
        return self._tiles[number]

    def focus_tile(self) -> Tile | None:
        focus = QApplication.focusWidget()
        return focus if isinstance(focus, Tile) and self.isAncestorOf(focus) else None

    def focus_area(self, area: BoardArea) -> None:
        if area.tiles:
            area.tiles[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_first(self, zone: Zone) -> None:
        found = next((tile for tile in self.shown_tiles() if tile.face.zone is zone), None)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Here, because the arrows would scroll the area that the board is in.
        tile, step = self.focus_tile(), _ARROWS.get(Qt.Key(event.key()))
        if tile is None or step is None:
            super().keyPressEvent(event)
            return
        found = self._next_across(tile, step[0]) if step[0] else self._next_down(tile, step[1])
        if found is not None:
            found.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        if self._game is None:
            return
        gap, whole = space(self, 1), self.size()
        self._flow.invalidate()
        piles = self._flow.heightForWidth(whole.width())
        self._piles_row.setGeometry(0, whole.height() - piles, whole.width(), piles)
        size = QSize(whole.width(), whole.height() - piles - gap)
        layout = lay_out_board(size, self._contents(self._game), self._lengths())
        for part, area in zip(BoardPart, self.areas, strict=True):
            if part in layout.areas:
                area.setGeometry(layout.areas[part])
                area.arrange(layout.spots[part])
        self.arranged.emit()

    def _contents(self, game: Game) -> dict[BoardPart, AreaContents]:
        return {
            part: AreaContents(
                tuple(len(stack) - 1 for stack in area.stacks),
                listed=part is BoardPart.PLOTS and awaits_plot(game),
                plot=part is BoardPart.PLOTS and game.revealed is not None,
            )
            for part, area in zip(BoardPart, self.areas, strict=True)
            if not area.isHidden()
        }

    def _lengths(self) -> BoardLengths:
        return BoardLengths(
            gap=space(self, 1),
            title=self.hand.title_height,
            strip=space(self, STRIP),
            band=space(self, BAND),
            step=space(self, STEP),
            narrowest=space(self, NARROW),
            least=space(self, LEAST),
            most=space(self, MOST),
        )

    def _show_areas(self, game: Game) -> None:
        free = [each for each in game.in_play if each.host is None]
        characters = [each for each in free if each.card.type is CardType.CHARACTER]
        locations = [each for each in free if each.card.type is not CardType.CHARACTER]
        places = game.places()
        hides = bool(game.shadows) or any(copy.card.keyword("shadow") for copy, _ in places)
        self.shadows.setVisible(hides)
        name = game.deck.faction.card_name if game.deck.faction else "Plots"
        self.plots.name = f"{name}, kneeling" if game.faction_kneels else name
        down = [[TileFace(copy, Zone.SHADOWS)] for copy in game.shadows]
        hand = [[TileFace(copy, Zone.HAND)] for copy in game.hand]
        plots = [[face] for face in plot_faces(game)]
        hint, left = _HINTS.get(game.phase, ""), number_with_noun(len(game.plots), "plot")
        for area, stacks, words, remark in (
            (self.characters, stacks_in_play(game, characters), _count(characters), hint),
            (self.locations, stacks_in_play(game, locations), _count(locations), ""),
            (self.shadows, down, _count(down), ""),
            (self.plots, plots, f"{left} left", ""),
            (self.hand, hand, str(len(hand)), "No card in hand."),
        ):
            tiles = [[self._tile(game, face) for face in stack] for stack in stacks]
            area.show_stacks(tiles, words, remark)

    def _tile(self, game: Game, face: TileFace) -> Tile:
        number = face.copy.number
        tile = self._tiles.get(number)
        if tile is None:
            tile = self._tiles[number] = Tile(face, self._controller, self.tile_signals, self)
        moves = self._controller.own_moves(number)
        proposed, in_hand = self._controller.proposed, face.zone is Zone.HAND
        placed = proposed.get(number) if proposed is not None else None
        faint = in_hand and game.phase in _PLACING and not moves
        if proposed is not None:
            faint = in_hand and placed is None
        plan = _PLANNED[placed.way] if placed and in_hand else ""
        tile.show_face(replace(face, faint=faint, plan=plan), tile_text(face, game, moves))
        return tile

    def _set_tab_stops(self) -> None:
        """Make one tile of each area a stop of the tab key."""
        focus = self.focus_tile()
        for area in self.areas:
            stop = focus if focus in area.tiles else next(iter(area.tiles), None)
            for tile in area.tiles:
                policy = Qt.FocusPolicy
                tile.setFocusPolicy(policy.StrongFocus if tile is stop else policy.ClickFocus)
        stops = [self.tab_predecessor, *self.shown_tiles(), *self.piles]
        for one, other in pairwise(filter(None, stops)):
            self.setTabOrder(one, other)

    def shown_tiles(self) -> Sequence[Tile]:
        return [tile for area in self.areas for tile in area.tiles]

    def _on_tile_focused(self, tile: Tile) -> None:
        # A page that is shown again gives the focus back, even to a tile that is removed.
        if tile in self._tiles.values():
            self._set_tab_stops()
            self.chosen.emit(tile)

    def _area_of(self, tile: Tile) -> BoardArea | None:
        return next((area for area in self.areas if tile in area.tiles), None)

    def _restore_focus(self, area: BoardArea | None, index: int, number: int) -> None:
        """Give the focus to the same copy, or to what is now in its place in its area."""
        tiles, tile = area.tiles if area else (), self._tiles.get(number)
        if tiles and tile not in tiles:
            tile = tiles[min(index, len(tiles) - 1)]
        if tile is not None and (tiles or tile.isVisibleTo(self)):
            tile.setFocus(Qt.FocusReason.OtherFocusReason)

    def _next_across(self, tile: Tile, step: int) -> Tile | None:
        area = self._area_of(tile)
        index = area.tiles.index(tile) + step if area else -1
        return area.tiles[index] if area and 0 <= index < len(area.tiles) else None

    def _next_down(self, tile: Tile, sign: int) -> Tile | None:
        """Return the nearest tile of the nearest line below, or above."""
        here = self._middle(tile)
        others = [each for area in self.areas if area.isVisibleTo(self) for each in area.tiles]
        distances = [(sign * (self._middle(each).y() - here.y()), each) for each in others]
        ahead = [each for each in distances if each[0] > tile.height() // 4]
        if not ahead:
            return None
        nearest = min(distance for distance, _ in ahead)
        line = [each for distance, each in ahead if distance < nearest + tile.height() // 2]
        return min(line, key=lambda each: abs(self._middle(each).x() - here.x()))

    def _middle(self, tile: Tile) -> QPoint:
        return tile.mapTo(self, tile.rect().center())


# Each with its step to the right and down.
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}

# What a proposed setup does with a card of the hand, on its tile.
_PLANNED = {Way.CARD: "Set up", Way.DUPLICATE: "Duplicate", Way.SHADOW: "Shadows"}

_HINTS = {
    PlayPhase.SETUP: "Drag cards here, or press Enter on them. B proposes the best setup.",
    PlayPhase.MARSHALING: "Drag cards here, or press Enter on them.",
}

# The phases in which cards of the hand that can go nowhere are faint; in others they are read.
_PLACING = frozenset({PlayPhase.SETUP, PlayPhase.MARSHALING})


def _count(things: Sized) -> str:
    return str(len(things) or "")
