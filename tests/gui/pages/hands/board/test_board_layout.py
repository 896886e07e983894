"""Where the board puts its cards: as large as its size allows, and all of them on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.report import Reading
from desktop.pages.hands.board.board_layout import (
    AreaContents,
    BoardLengths,
    BoardPart,
    lay_out_board,
    spread,
)
from desktop.pages.hands.board.tile import Tile
from desktop.pages.hands.page import HandsPage
from desktop.runtime.tasks import TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.style.fonts import scale_type
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.paint_card import ASPECT
from goldfish.play.game import PlayPhase, Zone
from tests.filled import Wanted
from tests.gui.pages.hands.board.board_player import BoardPlayer
from tests.gui.pixels import pixel_rows
from tests.gui.samples import present

Key = Qt.Key
WIDE, HIGH = QSize(1000, 950), QSize(1000, 1400)
SMALL = QSize(660, 560)
RED = QColor("#c01020")


def resize(player: BoardPlayer, size: QSize) -> None:
    player.panel.resize(size)
    settle()


def settle() -> None:
    """Let layouts within layouts take their turns."""
    for _ in range(5):
        QApplication.processEvents()


def phase_of(player: BoardPlayer) -> PlayPhase:
    return player.game.phase


LENGTHS = BoardLengths(
    gap=4, title=18, strip=20, band=52, step=40, narrowest=84, least=48, most=312, side=120
)


def contents(*, listed: bool = False, **strips: Sequence[int]) -> dict[BoardPart, AreaContents]:
    """Return what lies on a board, by the areas' names."""
    return {
        part: AreaContents(
            tuple(strips.get(part.value, ())), listed=listed and part is BoardPart.PLOTS
        )
        for part in BoardPart
    }


BOARDS = {
    "hand": contents(hand=[0] * 7),
    "full hand": contents(hand=[0] * 12, characters=[0] * 8, plots=[0], locations=[1]),
    "attachments": contents(hand=[0] * 10, characters=[3, 0, 9, 1], plots=[0], shadows=[0, 0]),
    "plots": contents(listed=True, hand=[0] * 7, characters=[0] * 3, plots=[0] * 8),
    "crowd": contents(hand=[0] * 15, characters=[1] * 20, locations=[2] * 9, plots=[0, 0]),
}


@pytest.mark.parametrize("size", [QSize(430, 260), QSize(520, 300), QSize(820, 600), WIDE])
@pytest.mark.parametrize("name", BOARDS)
def test_all_is_on_the_board_and_something_is_seen_of_each_card(name: str, size: QSize) -> None:
    layout = lay_out_board(size, BOARDS[name], LENGTHS)
    whole = QRect(QPoint(0, 0), size)
    for part, area in layout.areas.items():
        assert whole.contains(area), part
        assert not any(area.intersects(each) for each in layout.areas.values() if each != area)
        stacks = layout.spots[part]
        assert len(stacks) == len(BOARDS[name][part].strips)
        for spot in (each for stack in stacks for each in stack):
            assert area.contains(spot.rect.translated(area.topLeft())), (part, spot)
            assert min(spot.seen.width(), spot.seen.height()) > 0
            assert QRect(spot.rect.topLeft(), spot.seen).width() <= spot.rect.width()


def test_the_name_of_each_card_of_a_usual_hand_is_seen() -> None:
    layout = lay_out_board(QSize(820, 600), BOARDS["hand"], LENGTHS)
    assert abs(layout.tile.height() / layout.tile.width() - ASPECT) < 0.02
    spots = [spot for (spot,) in layout.spots[BoardPart.HAND]]
    assert len({spot.rect.top() for spot in spots}) == 1
    assert all(spot.seen.width() > 0.85 * layout.tile.width() for spot in spots)


@pytest.mark.parametrize("size", [QSize(480, 390), QSize(820, 600), WIDE])
def test_areas_and_cards_stay_whatever_lies_there(size: QSize) -> None:
    played = contents(
        listed=True, hand=[0] * 9, characters=[0] * 4 + [2], locations=[1], plots=[0] * 8
    )
    first, later = (lay_out_board(size, each, LENGTHS) for each in (BOARDS["hand"], played))
    assert (first.tile, first.areas) == (later.tile, later.areas)
    for part in (BoardPart.HAND, BoardPart.CHARACTERS, BoardPart.LOCATIONS):
        assert {stack[0].rect.size() for stack in later.spots[part]} == {later.tile}


def test_plots_to_choose_from_are_seen_as_a_whole() -> None:
    layout = lay_out_board(QSize(820, 600), BOARDS["plots"], LENGTHS)
    spots = [spot for (spot,) in layout.spots[BoardPart.PLOTS]]
    assert all(spot.seen == spot.rect.size() for spot in spots)
    assert not any(one.rect.intersects(other.rect) for one, other in combinations(spots, 2))


@pytest.mark.parametrize("size", [QSize(430, 260), QSize(820, 600), WIDE])
@pytest.mark.parametrize("agendas", [0, 1, 3])
def test_the_revealed_plot_lies_on_its_side_and_covers_no_agenda(size: QSize, agendas: int) -> None:
    lying = {BoardPart.PLOTS: AreaContents((0,) * (agendas + 1), plot=True)}
    layout = lay_out_board(size, contents() | lying, LENGTHS)
    *others, (plot,) = layout.spots[BoardPart.PLOTS]
    area = QRect(QPoint(0, 0), layout.areas[BoardPart.PLOTS].size())
    assert area.contains(plot.rect)
    assert plot.rect.width() / plot.rect.height() == pytest.approx(ASPECT, abs=0.05)
    assert plot.seen == plot.rect.size()
    assert not any(plot.rect.intersects(spot.rect) for (spot,) in others)
    assert all(area.contains(spot.rect) for (spot,) in others)


@pytest.mark.parametrize("cards", [2, 7, 12])
def test_the_others_close_up_around_a_lifted_card_and_the_left_edge_of_each_is_seen(
    cards: int,
) -> None:
    size = QSize(820, 600)
    layout = lay_out_board(size, contents(hand=[0] * cards), LENGTHS)
    wide = layout.tile.width() * 5 // 4
    for number in range(cards):
        (lifted,), *_ = spread(layout.spots[BoardPart.HAND], number, wide, 816)[number:]
        lefts = [
            spot.rect.left()
            for place, (spot,) in enumerate(spread(layout.spots[BoardPart.HAND], number, wide, 816))
            if place != number
        ]
        assert lifted.rect.width() == wide
        assert lifted.rect.right() < size.width()
        edges = sorted([*lefts, lifted.rect.left()])
        assert min(b - a for a, b in pairwise(edges)) >= min(20, layout.tile.width() // 4)
        assert not any(lifted.rect.left() < left < lifted.rect.right() for left in lefts)


def test_a_crowd_is_smaller_in_its_own_area_alone() -> None:
    layout = lay_out_board(QSize(820, 600), BOARDS["crowd"], LENGTHS)
    crowd = {stack[0].rect.height() for stack in layout.spots[BoardPart.CHARACTERS]}
    assert max(crowd) < layout.tile.height()
    alone = lay_out_board(QSize(820, 600), BOARDS["hand"], LENGTHS)
    assert layout.areas == alone.areas
    sizes = [QSize(430, 260), QSize(820, 600), WIDE, HIGH]
    heights = [lay_out_board(each, BOARDS["crowd"], LENGTHS).tile.height() for each in sizes]
    assert heights == sorted(heights)


@pytest.fixture
def large_type(qapp: QApplication) -> Iterator[None]:
    """Make the type as large as can be chosen."""
    font = QApplication.font()
    scale_type(qapp, 130)
    yield
    qapp.setFont(font)


@pytest.mark.usefixtures("large_type")
@pytest.mark.parametrize("edition", Edition)
def test_a_hand_of_twelve_and_every_target_are_in_sight_at_900_by_600(
    session: DeckSession,
    tasks: TaskRunner,
    qtbot: QtBot,
    pools: Mapping[Edition, CardPool],
    edition: Edition,
) -> None:
    pool = pools[edition]
    hidden = [card for card in pool if card.keyword("shadow") and card.neutral][:4]
    cards = {card.code: 3 for card in hidden if not card.house_only}
    page = HandsPage(session, tasks, CollectionState(LibraryWorker(tasks)), CardPictures(tasks))
    qtbot.addWidget(page)
    # What menu, status bar and rail leave of 900 by 600.
    page.resize(820, 544)
    page.restore_shape(())
    session.open([Reading(Wanted(faction=Faction.STARK, cards=cards).deck(pool), ())])
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: page.board.game is not None)
    board, controller = page.board.view.board, page.board.controller
    game = present(controller.game)
    for phase in (PlayPhase.HAND, PlayPhase.SETUP, PlayPhase.MARSHALING):
        more = replace(game, hand=game.hand + game.pile[:5], pile=game.pile[5:], phase=phase)
        controller.start(more)
        settle()
        assert len(board.hand.tiles) == 12
        in_sight = page.rect()
        assert page.size() == QSize(820, 544)
        for widget in (*board.hand.tiles, *board.areas, *board.piles, page.board.view.steps.next):
            if not widget.isHidden():
                place = QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())
                assert in_sight.contains(place), widget
                parent = present(widget.parentWidget())
                assert parent.rect().contains(widget.geometry()), widget


def test_the_buttons_are_whole_however_narrow_the_table_is(player: BoardPlayer) -> None:
    player.press(Key.Key_Space, Key.Key_N)
    steps = player.view.steps
    resize(player, WIDE)
    assert len(steps.stepper.in_sight) == 6
    resize(player, QSize(400, 560))
    assert steps.stepper.current in steps.stepper.in_sight
    assert len(steps.stepper.in_sight) < 6
    header = player.view.header
    assert header.real.isHidden()
    for button in (header.undo, header.redo, header.new, steps.next):
        assert button.width() >= button.minimumSizeHint().width()
        place = QRect(button.mapTo(player.view, QPoint()), button.size())
        assert player.view.rect().contains(place)
    resize(player, WIDE)
    assert len(steps.stepper.in_sight) == 6
    assert header.real.isVisible()


class LayoutRequests(QObject):
    """Counts how often a widget is asked to lay out what it holds."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.LayoutRequest
        return False


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_nothing_is_laid_out_again_while_nothing_happens(player: BoardPlayer, size: QSize) -> None:
    resize(player, size)
    settle()
    requests = LayoutRequests(player.view.steps)
    settle()
    assert requests.count == 0


@pytest.mark.parametrize("size", [SMALL, WIDE, HIGH])
def test_no_picture_on_the_table_is_stretched(player: BoardPlayer, size: QSize) -> None:
    resize(player, size)
    player.view.show_best()
    player.view.show_best()
    player.view.take_next_step()
    plots = [each for each in player.view.board.plots.tiles if each.face.zone is Zone.PLOTS]
    assert squares_of(plots) <= {True}  # to be chosen from they are low, and may be drawn
    player.view.take_next_step()
    player.view.take_next_step()
    (plot,) = (tile for tile in player.view.board.plots.tiles if tile.face.card.plot)
    assert plot.width() > plot.height()
    assert squares_of([plot]) == squares_of(player.view.board.characters.tiles) == {True}


def test_no_card_of_the_hand_shows_through_a_faint_one(player: BoardPlayer) -> None:
    """A faint card is as opaque as any other, with its picture and drawn."""
    resize(player, HIGH)
    *_, below, above = player.view.board.hand.tiles
    above.setGeometry(below.geometry().translated(20, 0))
    above.raise_()
    white, red = (QImage(300, 419, QImage.Format.Format_RGB32) for _ in range(2))
    white.fill(Qt.GlobalColor.white)
    red.fill(RED)
    for picture in (white, None):
        above.picture = picture
        for faint, knelt in ((True, False), (False, True)):
            above.face = replace(above.face, faint=faint, knelt=knelt)
            shown = []
            for each in (white, red):
                below.picture = each
                whole = player.view.board.hand.grab().toImage()
                inner = above.geometry().adjusted(4, 4, -4, -4)
                shown.append(whole.copy(inner))
            assert shown[0] == shown[1], (picture is None, faint)


def squares_of(tiles: Sequence[Tile]) -> set[bool]:
    """Return whether a red square in the middle of pictures is one on the tiles that show it."""
    found = set()
    for tile in tiles:
        lies = tile.face.card.type is CardType.PLOT
        picture = QImage(*((419, 300) if lies else (300, 419)), QImage.Format.Format_RGB32)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        painter.fillRect(picture.width() // 2 - 20, picture.height() // 2 - 20, 40, 40, RED)
        painter.end()
        tile.picture = picture
        rows = pixel_rows(tile.grab().toImage())
        reds = [
            (x, y) for y, row in enumerate(rows) for x, ink in enumerate(row) if ink == RED.rgb()
        ]
        if reds:
            width, height = (max(each) - min(each) + 1 for each in zip(*reds, strict=True))
            found.add(abs(width - height) <= max(2, width // 12))
    return found
