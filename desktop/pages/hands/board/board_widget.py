"""The board itself: its areas and piles with the copies in them, dropping, and moving by keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, replace

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QPropertyAnimation,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from typing_extensions import override

from carddb.terms import CardType, Faction
from core.text_format import count_of
from desktop.pages.hands.board.board_layout import (
    LIFTED,
    AreaContents,
    BoardLayout,
    BoardLengths,
    BoardPart,
    Spot,
    lay_out_board,
    spread,
)
from desktop.pages.hands.board.board_side import plan_words
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
from desktop.style.fonts import Size, sized, space
from desktop.style.motion import motion_ms
from desktop.style.palette import DARK, Colours, blend, colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import LEFT
from desktop.widgets.layouts import tab_order, tip
from desktop.widgets.menus import Menu
from goldfish.play.card_moves import awaits_plot
from goldfish.play.game import Copy, Game, PlayPhase, Zone
from goldfish.setup import Way

# In quarters of the body font's height.
NARROWEST, LOWEST, PILE = 84, 62, 24
GAP, TITLE, SIDE = 3, 7, 44
LENGTHS = BoardLengths(
    gap=GAP, title=TITLE, strip=5, band=13, step=10, narrowest=21, least=12, most=110, side=SIDE
)
# How much of a faction's colour the back of a card has: light, dark.
BACK = (1.0, 0.45)
_MIDDLE = Qt.AlignmentFlag.AlignCenter


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
    """A zone of the table, which shows cards with their attachments and takes what is dropped.

    A dashed outline and its name tell it from the others, which lie on the same ground.
    """

    def __init__(
        self, title: str, zone: Zone | None, controller: GameController, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.stacks: tuple[tuple[Tile, ...], ...] = ()
        self.title, self.words, self._remark = title, "", ""
        self._lit = False
        self.setAccessibleName(title)
        if zone is not None:
            DropTarget(self, zone, controller, self.tile_at).lit.connect(self._on_lit)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for stack in self.stacks for tile in stack)

    def show_stacks(
        self, stacks: Iterable[Sequence[Tile]], title: str, words: str = "", remark: str = ""
    ) -> None:
        """Show cards; `words` follow the title, `remark` is in the middle of an empty area."""
        new = tuple(tuple(tiles) for tiles in stacks)
        if new != self.stacks:
            self.stacks = new
            for tile in self.tiles:
                tile.setParent(self)
                tile.show()
                tile.raise_()
        self.title, self.words, self._remark = title, words, "" if new else remark
        self.setAccessibleName(f"{title} {words}".strip())
        self.setAccessibleDescription(self._remark)
        self.update()

    def arrange(self, spots: Iterable[Sequence[Spot]]) -> None:
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
        colours, gap = colours_of(self.palette()), space(self, GAP)
        painter = QPainter(self)
        paint_place(painter, self.rect(), colours, lit=self._lit)
        title = QRect(gap, 0, self.width() - 2 * gap, space(self, TITLE))
        painter.setFont(sized(self.font(), Size.SMALL, QFont.Weight.Medium))
        painter.setPen(colours.faint)
        name = painter.fontMetrics().elidedText(
            self.title, Qt.TextElideMode.ElideRight, title.width()
        )
        painter.drawText(title, int(LEFT), name)
        title.setLeft(title.left() + painter.fontMetrics().horizontalAdvance(f"{name} "))
        if self._remark:
            inner = self.rect().adjusted(gap, title.bottom(), -gap, -gap)
            painter.drawText(inner, int(_MIDDLE | Qt.TextFlag.TextWordWrap), self._remark)
        painter.setFont(sized(self.font(), Size.SMALL, QFont.Weight.DemiBold))
        painter.setPen(colours.ink)
        painter.drawText(title, int(LEFT), self.words)
        painter.end()


def paint_place(painter: QPainter, rect: QRect, colours: Colours, *, lit: bool = False) -> None:
    """Paint the dashed outline of a place for cards; a target of what is dragged has a ground."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colours.accent if lit else colours.line, 1.2)
    pen.setDashPattern((3, 3))
    painter.setPen(pen)
    painter.setBrush(colours.hover if lit else Qt.BrushStyle.NoBrush)
    radius = corner(painter.fontMetrics())
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius)


class PileButton(QAbstractButton):
    """A pile as a small face with its number; a click lists its cards, a drop adds one.

    One that is not a `face` is a line of words.

    Signals:
        card_chosen: a card of the list was chosen (a Card).
    """

    card_chosen = Signal(object)

    def __init__(
        self, title: str, zone: Zone, controller: GameController, parent: QWidget, *, face: bool
    ) -> None:
        super().__init__(parent)
        self.zone = zone
        self._title, self._face = title, face
        self._faction = Faction.NEUTRAL
        self._copies: tuple[Copy, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFont(sized(self.font(), Size.SMALL))
        self.clicked.connect(self._list)
        DropTarget(self, zone, controller).lit.connect(self.setDown)

    def show_copies(self, copies: Sequence[Copy], faction: Faction | None) -> None:
        self._copies, self._faction = tuple(copies), faction or Faction.NEUTRAL
        self.setText(f"{self._title} {len(copies)}")
        self.setToolTip(tip("\n".join(self._lines().values())))

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
        menu = Menu(parent=self)
        menu.setAccessibleName(self._title)
        cards = {copy.card.name: copy.card for copy in self._copies}
        for name, line in self._lines().items():
            menu.addAction(line.replace("&", "&&")).setData(cards[name])
        menu.triggered.connect(lambda action: self.card_chosen.emit(action.data()))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = colours_of(self.palette()), QPainter(self)
        line, ink = painter.fontMetrics().height(), colours.faint
        marked = self.isDown() or self.hasFocus()
        if not self._face:
            painter.setPen(colours.accent_ink if marked or self.underMouse() else ink)
            painter.drawText(self.rect(), int(LEFT), self.text())
            painter.end()
            return
        face = self.rect().adjusted(0, 0, 0, -line - space(self, 1))
        name = QRect(0, face.bottom(), self.width(), self.height() - face.bottom())
        painter.setPen(ink)
        painter.drawText(name, int(_MIDDLE), self._title.removesuffix(" deck"))
        number, radius = len(self._copies), corner(painter.fontMetrics()) * 2 / 3
        if not number:
            paint_place(painter, face, colours, lit=self.isDown())
        else:
            hidden = self.zone is Zone.PILE
            back = blend(colours.panel, colours.factions[self._faction], BACK[colours is DARK])
            ground = back if hidden else colours.track
            ink = colours.on_faction if hidden and colours is not DARK else colours.ink
            used = self.underMouse() and not hidden
            fill(painter, face, colours.pressed if used else ground, radius)
        if marked:
            painter.setPen(QPen(colours.accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(face).adjusted(1, 1, -1, -1), radius, radius)
        painter.setPen(ink)
        painter.setFont(sized(self.font(), Size.MIDDLE, QFont.Weight.DemiBold))
        painter.drawText(face, int(_MIDDLE), str(number))
        painter.end()


class LiftedCard(QWidget):
    """A card above the table, larger, while the mouse is on it; the mouse does not notice it."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self.tile: Tile | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._growth = QPropertyAnimation(self, b"geometry", self)
        self.hide()

    def lift(self, tile: Tile, to: QRect) -> None:
        """Let a card grow into a place; at once where nobody wants motion."""
        begin = QRect(tile.mapTo(self._board, QPoint()), tile.size())
        self.tile = tile
        self._growth.stop()
        self.setGeometry(to)
        if motion_ms() and tile.isVisible():
            self._growth.setDuration(motion_ms())
            self._growth.setStartValue(begin)
            self._growth.setEndValue(to)
            self._growth.start()
        self.show()
        self.raise_()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.tile is not None:
            painter = QPainter(self)
            self.tile.paint_card(painter, self)
            painter.end()


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
        self.plots = BoardArea("Plots", Zone.REVEALED, controller, self)
        self.hand = BoardArea("Hand", Zone.HAND, controller, self)
        self.areas = (self.characters, self.locations, self.shadows, self.plots, self.hand)
        self.deck = BoardArea("Deck", None, controller, self)
        self.piles = tuple(
            PileButton(title, zone, controller, self.deck, face=face)
            for title, zone, face in (
                ("Draw deck", Zone.PILE, True),
                ("Discard", Zone.DISCARD, True),
                ("Dead", Zone.DEAD, True),
                ("Used plots", Zone.USED, False),
                ("Set aside", Zone.UNDER, False),
            )
        )
        self._layout = BoardLayout(QSize())
        self._lifted = LiftedCard(self)
        self.setMinimumSize(space(self, NARROWEST), space(self, LOWEST))

    def show_game(self, game: Game) -> None:
        """Show another state of the game; the focus stays where it can."""
        focus = self.focus_tile()
        area = self._area_of(focus) if focus else None
        index = area.tiles.index(focus) if focus and area else 0
        self._game = game
        # Qt says that the mouse is over a tile that comes below it before the tile has its place.
        unplaced = QSignalBlocker(self.tile_signals)
        self._show_areas(game)
        for tile in self._tiles.values():
            if self._area_of(tile) is None:
                tile.hide()
                tile.setParent(self)
        for pile in self.piles:
            copies = [copy for copy, zone in game.places() if zone is pile.zone]
            pile.show_copies(copies, game.deck.faction)
            # What may get cards has its place from the start.
            aside = pile.zone is Zone.UNDER
            pile.setVisible(bool(copies or game.rules.under) if aside else True)
            if pile.zone is Zone.USED:
                left = count_of(len(game.plots), "plot")
                pile.setText(f"{left} left, {len(copies) or 'none'} used")
        self._arrange()
        unplaced.unblock()
        self._set_tab_stops()
        if focus is not None and game.entered in self._tiles:
            self._tiles[game.entered].setFocus(Qt.FocusReason.OtherFocusReason)
        elif focus is not None:
            self._restore_focus(area, index, focus.number)

    def clear(self) -> None:
        """Remove every tile: another game is to be shown."""
        self.lift(None)
        self._game = None
        for area in self.areas:
            area.show_stacks((), area.title)
        for tile in self._tiles.values():
            tile.deleteLater()
        self._tiles = {}

    def tile(self, number: int) -> Tile:
        """Return the tile of a copy that is on the board; KeyError where it is not."""
        return self._tiles[number]

    def focus_tile(self) -> Tile | None:
        focus = QApplication.focusWidget()
        return focus if isinstance(focus, Tile) and self.isAncestorOf(focus) else None

    def focus_first(self, zone: Zone) -> None:
        found = next((tile for tile in self.shown_tiles() if tile.face.zone is zone), None)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        radius = corner(self.fontMetrics())
        ground = self.rect().adjusted(0, 0, 0, round(radius))  # it ends at the foot of the window
        fill(painter, ground, colours_of(self.palette()).panel, radius)
        painter.end()

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

    def lift(self, tile: Tile | None) -> QRect:
        """Show a card larger while the mouse is on it, and return where; the others close up."""
        if tile is self._lifted.tile and (tile is None or self._lifted.isVisible()):
            return self._lifted.geometry()
        self._lifted.hide()
        last, self._lifted.tile = self._lifted.tile, tile
        for each in filter(None, (last, tile)):
            area = self._area_of(each)
            if area is not None:
                area.arrange(self._spots(area))
        area = self._area_of(tile) if tile is not None else None
        if tile is None or area is None:
            return QRect()
        place = QRect(tile.mapTo(self, QPoint()), tile.size())
        if not tile.is_low:
            size = self._lifted_size()
            grown = QRect(QPoint(), size if tile.height() > tile.width() else size.transposed())
            grown.moveCenter(place.center())
            grown.moveBottom(place.bottom() if area is self.hand else grown.bottom())
            dx = max(0, -grown.left()) + min(0, self.width() - 1 - grown.right())
            dy = max(0, -grown.top()) + min(0, self.height() - 1 - grown.bottom())
            place = grown.translated(dx, dy)
            self._lifted.lift(tile, place)
        return place

    def _lifted_size(self) -> QSize:
        return self._layout.tile * LIFTED

    def _spots(self, area: BoardArea) -> list[list[Spot]]:
        """Return where the cards of an area lie, while one of them may be lifted."""
        spots = self._layout.spots[tuple(BoardPart)[self.areas.index(area)]]
        tile = self._lifted.tile
        if area is not self.hand or tile not in area.tiles or len(spots) < 2:
            return spots
        if len({spot.rect.top() for spot, *_ in spots}) > 1:
            return spots
        room = area.width() - space(self, GAP)
        return spread(spots, area.tiles.index(tile), self._lifted_size().width(), room)

    def _arrange(self) -> None:
        if self._game is None:
            return
        self._lifted.hide()
        self._lifted.tile = None
        margin = space(self, GAP)
        size = self.size() - QSize(2 * margin, 2 * margin)
        self._layout = lay_out_board(size, self._contents(self._game), self._lengths())
        for part, area in zip(BoardPart, (*self.areas, self.deck), strict=True):
            if part in self._layout.areas:
                area.setGeometry(self._layout.areas[part].translated(margin, margin))
                area.arrange(self._layout.spots[part])
        self._arrange_piles()
        self.arranged.emit()

    def _arrange_piles(self) -> None:
        """Put the faces of piles side by side, and the others into lines below them."""
        gap, line = space(self, GAP), self.piles[0].fontMetrics().height()
        inner = self.deck.rect().adjusted(gap, space(self, TITLE), -gap, -gap // 2)
        lines = [pile for pile in self.piles[3:] if not pile.isHidden()]
        bottom = inner.bottom() + 1
        for pile in reversed(lines):
            bottom -= line
            pile.setGeometry(inner.left(), bottom, inner.width(), line)
        between = gap if inner.width() > space(self, SIDE - 4) else gap // 3
        width = (inner.width() - 2 * between) // 3
        height = min(space(self, PILE), bottom - inner.top() - gap // 3)
        width = min(width, max(space(self, 13), height * 2 // 3))
        for number, pile in enumerate(self.piles[:3]):
            left = inner.left() + number * (width + between)
            pile.setGeometry(left, inner.top(), width, height)

    def _contents(self, game: Game) -> dict[BoardPart, AreaContents]:
        shown = [each for each in BoardPart if each is not BoardPart.PILES]
        contents = {
            part: AreaContents(
                tuple(len(stack) - 1 for stack in area.stacks),
                listed=part is BoardPart.PLOTS and awaits_plot(game),
                plot=part is BoardPart.PLOTS and game.revealed is not None,
            )
            for part, area in zip(shown, self.areas, strict=True)
            if not area.isHidden()
        }
        return contents | {BoardPart.PILES: AreaContents()}

    def _lengths(self) -> BoardLengths:
        return BoardLengths(*(space(self, each) for each in astuple(LENGTHS)))

    def _show_areas(self, game: Game) -> None:
        free = [each for each in game.in_play if each.host is None]
        characters = [each for each in free if each.card.type is CardType.CHARACTER]
        locations = [each for each in free if each.card.type is not CardType.CHARACTER]
        places = game.places()
        hides = bool(game.shadows) or any(copy.card.keyword("shadow") for copy, _ in places)
        self.shadows.setVisible(hides)
        self.deck.show_stacks((), _deck_words(game))
        down = [[TileFace(copy, Zone.SHADOWS)] for copy in game.shadows]
        hand = [[TileFace(copy, Zone.HAND)] for copy in game.hand]
        plots = [[face] for face in plot_faces(game)]
        title = f"Plot of round {game.round}" if game.revealed else "Agenda"
        if awaits_plot(game):
            title = "Choose a plot"
        count, hint = str(len(characters) or ""), self._hint(game)
        for area, stacks, words, remark in (
            (self.characters, stacks_in_play(game, characters), count, hint),
            (self.locations, stacks_in_play(game, locations), str(len(locations) or ""), ""),
            (self.shadows, down, str(len(down) or ""), ""),
            (self.plots, plots, "", ""),
            (self.hand, hand, str(len(hand)), "No card in hand."),
        ):
            tiles = [[self._tile(game, face) for face in stack] for stack in stacks]
            area.show_stacks(tiles, title if area is self.plots else area.title, words, remark)

    def _hint(self, game: Game) -> str:
        """Return what can be done now, for the middle of an empty area."""
        controller = self._controller
        if controller.proposed is not None and controller.plan is not None:
            return f"{plan_words(controller.plan)} {_PROPOSED}"
        if game.phase is PlayPhase.HAND:
            return _KEEP if game.may_mulligan else _MUST_KEEP
        return _HINTS.get(game.phase, "")

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
        stops = (self.tab_predecessor, *self.shown_tiles(), *self.piles)
        tab_order(*filter(None, stops))

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

_PROPOSED = "The marked cards are it: B or the button sets them up."
_KEEP = "Keep this hand, or take the mulligan. B proposes the best setup."
_MUST_KEEP = "The mulligan is taken: keep this hand."
_HINTS = {
    PlayPhase.SETUP: "Drag cards here, or press Enter on them. B proposes the best setup.",
    PlayPhase.MARSHALING: "Drag cards here, or press Enter on them.",
}

# The phases in which cards of the hand that can go nowhere are faint; in others they are read.
_PLACING = frozenset({PlayPhase.SETUP, PlayPhase.MARSHALING})


def _deck_words(game: Game) -> str:
    """Return the faction and the agendas, and that the faction card kneels where it does."""
    name = game.deck.faction.label if game.deck.faction else "No faction"
    names = " \N{MIDDLE DOT} ".join([name, *(card.name for card in game.deck.agendas)])
    return f"{names}, kneeling" if game.faction_kneels else names
