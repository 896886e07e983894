"""The table itself: its areas with the copies in them, and how the keys go from one to another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.terms import CardType
from desktop.pages.hands.board.board_area import BoardArea
from desktop.pages.hands.board.game_controller import GameController, is_by_effect
from desktop.pages.hands.board.pile_button import PileButton
from desktop.pages.hands.board.tile import Tile
from desktop.pages.hands.board.tile_face import (
    HEIGHT,
    NARROWEST,
    Shape,
    TileFace,
    face_in_play,
    words_of,
)
from desktop.pages.hands.board.tile_sizes import Crowd, Room, TileSizes, shadows_width, sizes_for
from desktop.style.fonts import space
from goldfish.play.game import Game, InPlay, Phase, Zone


class BoardWidget(QWidget):
    """Shows a game, as large as fits into `parent`; tiles are kept from one state to the next.

    Signals:
        chosen: a copy got the focus (its number).
        asked: the main move of a copy is wanted (its number).
        menu_asked: its moves are wanted as a menu (its number).
        card_chosen: a card of a pile was chosen (a Card).
    """

    chosen = Signal(int)
    asked = Signal(int)
    menu_requested = Signal(int)
    card_chosen = Signal(object)

    def __init__(self, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self._around = parent
        self._controller = controller
        self._tiles: dict[int, Tile] = {}
        self._before: QWidget | None = None
        least = QSize(space(self, NARROWEST), space(self, HEIGHT))
        self._sizes = TileSizes(least, least)
        self._crowd = Crowd()
        self.characters = BoardArea("Characters", Zone.PLAY, controller, self)
        self.locations = BoardArea("Locations", Zone.PLAY, controller, self)
        self.shadows = BoardArea("Shadows", Zone.SHADOWS, controller, self)
        self.plots = BoardArea("Agenda and plots", Zone.REVEALED, controller, self)
        self.hand = BoardArea("Hand", Zone.HAND, controller, self)
        self.areas = (self.characters, self.locations, self.shadows, self.plots, self.hand)
        self.piles = tuple(
            PileButton(title, zone, controller, self)
            for title, zone in (
                ("Draw deck", Zone.PILE),
                ("Discard", Zone.DISCARD),
                ("Dead", Zone.DEAD),
                ("Used plots", Zone.USED),
                ("Set aside", Zone.UNDER),
            )
        )
        self._lay_out()
        parent.installEventFilter(self)

    def show_game(self, game: Game) -> None:
        """Show another state of the game on the table; the focus stays where it can."""
        focus = self.focus_tile()
        before = self._place_of(focus) if focus else None
        self._crowd = _crowd(game)
        self._fit()
        self._show_areas(game)
        for tile in self._tiles.values():
            if not any(tile in area.tiles for area in self.areas):
                tile.hide()
                tile.setParent(self)
        for pile in self.piles:
            copies = [copy for copy, zone in game.places() if zone is pile.zone]
            pile.show_copies(copies)
            pile.setVisible(bool(copies) or pile.zone in {Zone.PILE, Zone.DISCARD, Zone.DEAD})
        self._set_stops()
        if before is not None and game.entered in self._tiles:
            self._tiles[game.entered].setFocus(Qt.FocusReason.OtherFocusReason)
        elif before is not None:
            self._restore(before)

    def clear(self) -> None:
        """Take every tile away: another game comes on the table."""
        for area in self.areas:
            area.show_stacks(())
        for tile in self._tiles.values():
            tile.deleteLater()
        self._tiles = {}

    def tile(self, number: int) -> Tile:
        """Return the tile of a copy that is on the table; KeyError where it is not."""
        return self._tiles[number]

    def stand_behind(self, widget: QWidget) -> None:
        """Let the tab key lead from a widget to the table."""
        self._before = widget

    def focus_tile(self) -> Tile | None:
        """Return the tile that has the focus."""
        focus = self.focusWidget()
        here = isinstance(focus, Tile) and focus.hasFocus() and self.isAncestorOf(focus)
        return focus if here and isinstance(focus, Tile) else None

    def focus_area(self, area: BoardArea) -> None:
        """Give the focus to the first tile of an area, if it has one."""
        if area.tiles:
            area.tiles[0].setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Here, because the arrows would scroll what the table lies in.
        tile = self.focus_tile()
        if tile is None or event.key() not in _ARROWS:
            super().keyPressEvent(event)
            return
        sideways = event.key() in _SIDEWAYS
        found = self._beside(tile, event.key()) if sideways else self._above(tile, event.key())
        if found is not None:
            found.setFocus(Qt.FocusReason.TabFocusReason)

    def _lay_out(self) -> None:
        gap = space(self, 1)
        beside = QHBoxLayout()
        beside.setSpacing(gap)
        beside.addWidget(self.shadows)
        beside.addWidget(self.plots)
        piles = QHBoxLayout()
        piles.setSpacing(gap)
        for pile in self.piles:
            pile.card_chosen.connect(self.card_chosen)
            piles.addWidget(pile)
        piles.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(gap)
        # What a step leaves free belongs to the cards in play.
        layout.addWidget(self.characters, 2)
        layout.addWidget(self.locations, 1)
        layout.addLayout(beside)
        layout.addWidget(self.hand)
        layout.addLayout(piles)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return False

    def _fit(self) -> None:
        """Make the tiles as large as fits."""
        around = self._around.size()
        head = self.hand.head_height
        foot = self.piles[0].sizeHint().height()
        room = Room(around.width(), around.height(), head, foot)
        sizes = sizes_for(self, room, self._crowd)
        shadows = shadows_width(self, sizes.tile, room.width, self._crowd.shadows)
        self.shadows.setFixedWidth(shadows)
        if sizes == self._sizes:
            return
        self._sizes = sizes
        for area in self.areas:
            area.keep_line(sizes.tile.height())
        for tile in self._tiles.values():
            tile.set_size(self._size_of(tile.face))

    def _size_of(self, face: TileFace) -> QSize:
        return self._sizes.plot if face.zone is Zone.PLOTS else self._sizes.tile

    def _show_areas(self, game: Game) -> None:
        people = [each for each in game.in_play if _is_person(game, each)]
        places = [each for each in game.in_play if each.host is None and each not in people]
        hint = _HINTS.get(game.phase, "")
        self.characters.show_stacks(self._borne(game, people), _count(len(people)), hint)
        self.locations.show_stacks(self._borne(game, places), _count(len(places)))
        down = [self._tile(game, TileFace(copy, Zone.SHADOWS, Shape.DOWN)) for copy in game.shadows]
        self.shadows.show_stacks(
            [[tile] for tile in down], _count(len(down)), "Face down; nobody else sees them."
        )
        self.shadows.setVisible(self._crowd.has_shadows)
        plots = self._plot_faces(game)
        self.plots.name = _house(game)
        left = f"{len(game.plots)} plots left"
        remark = "Plots are chosen once setup is over."
        self.plots.show_stacks([[self._tile(game, face)] for face in plots], left, remark)
        hand = [self._tile(game, TileFace(copy, Zone.HAND)) for copy in game.hand]
        self.hand.show_stacks([[tile] for tile in hand], f"{len(hand)}", "No card in hand.")

    def _plot_faces(self, game: Game) -> list[TileFace]:
        """Return agendas and revealed plot; while a plot is to be chosen, the plot deck."""
        if game.phase is Phase.PLOT and not game.chosen:
            return [TileFace(copy, Zone.PLOTS) for copy in game.plots]
        faces = [TileFace(copy, Zone.AGENDA) for copy in game.agendas]
        return faces + ([TileFace(game.revealed, Zone.REVEALED)] if game.revealed else [])

    def _borne(self, game: Game, cards: Iterable[InPlay]) -> list[list[Tile]]:
        """Return the tiles of cards in play, each with those of its attachments."""
        return [
            [
                self._tile(game, face_in_play(lying))
                for lying in (each, *game.attachments_of(each.number))
            ]
            for each in cards
        ]

    def _tile(self, game: Game, face: TileFace) -> Tile:
        """Return the tile of a copy, showing how it lies now."""
        number = face.copy.number
        tile = self._tiles.get(number)
        if tile is None:
            tile = self._tiles[number] = Tile(face, self)
            tile.chosen.connect(self._on_chosen)
            tile.asked.connect(self.asked)
            tile.menu_requested.connect(self.menu_requested)
        tile.set_size(self._size_of(face))
        offers = self._controller.offers(number)
        usual = [offer for offer in offers if not is_by_effect(offer)]
        faint = face.zone is Zone.HAND and game.phase in _PLACING and not usual
        tile.show_face(replace(face, faint=faint), words_of(face, game, usual))
        return tile

    def _set_stops(self) -> None:
        """Make one tile of each area a stop of the tab key."""
        focus = self.focus_tile()
        for area in self.areas:
            stop = focus if focus in area.tiles else next(iter(area.tiles), None)
            for tile in area.tiles:
                tab = tile is stop
                tile.setFocusPolicy(
                    Qt.FocusPolicy.StrongFocus if tab else Qt.FocusPolicy.ClickFocus
                )
        tiles = [tile for area in self.areas for tile in area.tiles]
        before = [self._before] if self._before is not None else []
        for one, other in pairwise([*before, *tiles, *self.piles]):
            self.setTabOrder(one, other)

    def _on_chosen(self, number: int) -> None:
        # A page that is shown again gives the focus back, even to a tile that goes away.
        if self.sender() is self._tiles.get(number):
            self._set_stops()
            self.chosen.emit(number)

    def _place_of(self, tile: Tile) -> tuple[BoardArea | None, int, int]:
        """Return the area of a tile, its place there, and the number of its copy."""
        for area in self.areas:
            if tile in area.tiles:
                return area, area.tiles.index(tile), tile.number
        return None, 0, tile.number

    def _restore(self, before: tuple[BoardArea | None, int, int]) -> None:
        """Give the focus back: to what lies now where the focus was, else to the same copy."""
        area, index, number = before
        moved = area is None or not any(tile.number == number for tile in area.tiles)
        if area is not None and area.tiles:
            stays = next((tile for tile in area.tiles if tile.number == number), None)
            tile = stays or area.tiles[min(index, len(area.tiles) - 1)]
            tile.setFocus(Qt.FocusReason.OtherFocusReason)
        elif moved and number in self._tiles and self._tiles[number].isVisibleTo(self):
            self._tiles[number].setFocus(Qt.FocusReason.OtherFocusReason)

    def _beside(self, tile: Tile, key: int) -> Tile | None:
        """Return the next tile of the same area, or the one before."""
        area, index, _ = self._place_of(tile)
        if area is None:
            return None
        index += 1 if key == Qt.Key.Key_Right else -1
        return area.tiles[index] if 0 <= index < len(area.tiles) else None

    def _above(self, tile: Tile, key: int) -> Tile | None:
        """Return the nearest tile of the nearest line above, or below."""
        here = self._middle(tile)
        sign = 1 if key == Qt.Key.Key_Down else -1
        others = [each for area in self.areas for each in area.tiles if area.isVisibleTo(self)]
        ahead = [
            (sign * (self._middle(each).y() - here.y()), each)
            for each in others
            if sign * (self._middle(each).y() - here.y()) > tile.height() // 4
        ]
        if not ahead:
            return None
        nearest = min(distance for distance, _ in ahead)
        line = [each for distance, each in ahead if distance < nearest + tile.height() // 2]
        return min(line, key=lambda each: abs(self._middle(each).x() - here.x()))

    def _middle(self, tile: Tile) -> QPoint:
        return tile.mapTo(self, tile.rect().center())


_SIDEWAYS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})
_ARROWS = _SIDEWAYS | {Qt.Key.Key_Up, Qt.Key.Key_Down}

_HINTS = {
    Phase.SETUP: "Drag cards here, or press Enter on them. B places the best setup.",
    Phase.MARSHALING: "Drag cards here, or press Enter on them.",
}

# The phases in which cards of the hand that can go nowhere are faint; in others they are read.
_PLACING = frozenset({Phase.SETUP, Phase.MARSHALING})


def _crowd(game: Game) -> Crowd:
    """Return what of a game lies on the table, in numbers."""
    people = [each for each in game.in_play if _is_person(game, each)]
    places = [each for each in game.in_play if each.host is None and each not in people]
    revealed = [game.revealed] if game.revealed else []
    used = [copy for copy, zone in game.places() if zone is Zone.USED]
    return Crowd(
        [len(game.attachments_of(each.number)) for each in people],
        [len(game.attachments_of(each.number)) for each in places],
        len(game.shadows),
        len(game.agendas) + 1,
        len(game.plots) + len(used) + len(revealed),
        len(game.hand),
        has_shadows=any(copy.card.keyword("shadow") for copy, _ in game.places())
        or bool(game.shadows),
    )


def _is_person(game: Game, each: InPlay) -> bool:
    return each.host is None and each.card.type is CardType.CHARACTER


def _house(game: Game) -> str:
    """Return the name of the House or faction card, and whether it kneels."""
    name = game.deck.faction.card_name if game.deck.faction else "Plots"
    return f"{name}, kneeling" if game.faction_kneels else name


def _count(number: int) -> str:
    return f"{number}" if number else ""
