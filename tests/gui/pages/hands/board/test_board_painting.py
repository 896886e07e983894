"""What is on screen after each step is what a fresh paint of the same state shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from desktop.runtime.settings import PaletteChoice
from desktop.session.deck_session import DeckSession
from desktop.style.theme import Theme
from goldfish.play.game import Copy, CopyInPlay, Game, MoveKind, PlayPhase
from goldfish.play.moves import LegalMove
from tests.gui.pages.hands.board.board_player import BoardPlayer
from tests.long_run import pairs
from tests.unit.goldfish.games import all_moves

# Bronn may be bestowed with gold, the others come by ambush or through shadows, are an attachment
# and an event, or make cards cheaper.
_BRONN, _FIEFDOM = "00159", "01099"
_OTHERS = ("01095", "11049", "01094", "01034", "01100")
_PLOTS = ("01003", "01004", "01005", "01006", "01007", "01008", "01009")
_BY_EFFECT = {MoveKind[each] for each in ("DRAW", "GOLD", "TURN", "KILL", "DISCARD")}
_SETUP = ("PLACE", "DUPLICATE", "SHADOW", "TAKE_BACK", "NEXT")
_MARSHALING = ("MARSHAL", "EMERGE", "DUPLICATE", "SHADOW", "PLAY", "USE", "BESTOW", "NEXT")
_KINDS = {
    PlayPhase.HAND: {MoveKind.MULLIGAN, MoveKind.NEXT},
    PlayPhase.SETUP: {MoveKind[each] for each in _SETUP},
    PlayPhase.PLOT: _BY_EFFECT | {MoveKind.CHOOSE},
    PlayPhase.MARSHALING: _BY_EFFECT | {MoveKind[each] for each in _MARSHALING},
    PlayPhase.CHALLENGES: _BY_EFFECT | {MoveKind.AMBUSH, MoveKind.NEXT},
}


@pytest.fixture
def player(empty: BoardPlayer, pools: Mapping[Edition, CardPool]) -> BoardPlayer:
    """Show a hand of a deck whose cards make every kind of move possible."""
    pool, codes = pools[Edition.SECOND], (_BRONN, _FIEFDOM, *_OTHERS)
    slots = {pool.card(code): 3 for code in codes} | {pool.card(code): 1 for code in _PLOTS}
    empty.open(Deck.of("Every move", Edition.SECOND, Faction.LANNISTER, slots))
    empty.show()
    return empty


def game_in(player: BoardPlayer, phase: PlayPhase) -> Game:
    """Return a game with a character in play, one card in shadows and the other cards in hand."""
    game = player.game
    if phase is PlayPhase.HAND:
        return game
    copies: dict[str, list[Copy]] = {}
    for each in (*game.hand, *game.pile):
        copies.setdefault(each.card.code, []).append(each)
    bronn, fiefdom = copies[_BRONN].pop(), copies[_FIEFDOM].pop()
    hidden = copies["11049"].pop()
    lying = [CopyInPlay(copy=bronn)]
    if phase is PlayPhase.MARSHALING:
        lying.append(CopyInPlay(copy=fiefdom))
    return replace(
        game,
        phase=phase,
        round=int(phase.in_round),
        hand=tuple(each.pop() for each in copies.values()),
        pile=tuple(copy for each in copies.values() for copy in each),
        in_play=tuple(lying),
        shadows=(hidden,),
        gold=6,
        spare=(),
        plot_chosen=phase is not PlayPhase.PLOT,
        entered=bronn.number,
    )


@pytest.fixture
def theme(session: DeckSession) -> Iterator[Theme]:
    """Apply a palette until the test ends."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    made = Theme(app, PaletteChoice.LIGHT, session)
    yield made
    made.choose(PaletteChoice.LIGHT)


def on_screen(player: BoardPlayer) -> QImage:
    """Return what the window shows now."""
    QApplication.processEvents()
    return player.panel.screen().grabWindow(player.panel.winId()).toImage()


def stale_areas(player: BoardPlayer) -> list[str]:
    """Return the areas and piles that the window does not show as they would be painted now."""
    player.toast.leave()  # it fades in over the table
    shown = on_screen(player)
    player.panel.update()
    fresh = on_screen(player)
    if shown == fresh:
        return []
    board = player.view.board
    places = {each.title: each for each in board.areas} | {
        each.text(): each for each in board.piles
    }
    found = []
    for name, widget in places.items():
        rect = QRect(widget.mapTo(player.panel, QPoint()), widget.size())
        if widget.isVisible() and shown.copy(rect) != fresh.copy(rect):
            found.append(name)
    return found or ["outside the areas"]


def moves_to_try(game: Game) -> Iterator[LegalMove]:
    """Yield a legal move of each kind with a card of each type."""
    tried = set()
    for legal in all_moves(game):
        number = legal.move.number
        key = legal.move.kind, game.find(number)[0].card.type if number else None
        if key not in tried:
            tried.add(key)
            yield legal


@pytest.mark.parametrize(
    ("phase", "choice"), pairs(_KINDS, [PaletteChoice.LIGHT, PaletteChoice.DARK], each=1)
)
def test_each_area_shows_its_state_after_every_kind_of_move(
    player: BoardPlayer, theme: Theme, phase: PlayPhase, choice: PaletteChoice
) -> None:
    theme.choose(choice)
    controller = player.panel.controller
    player.view.board.clear()
    controller.start(game_in(player, phase))
    made = set()
    for legal in moves_to_try(player.game):
        controller.do(legal.move)
        made.add(legal.move.kind)
        assert stale_areas(player) == [], legal.words
        controller.undo()
        assert stale_areas(player) == [], f"{legal.words}, undone"
    assert made >= _KINDS[phase]


@pytest.mark.parametrize("choice", [PaletteChoice.LIGHT, PaletteChoice.DARK])
def test_each_area_shows_its_state_while_the_best_setup_is_placed(
    player: BoardPlayer, theme: Theme, choice: PaletteChoice
) -> None:
    theme.choose(choice)
    view, controller = player.view, player.panel.controller
    for step in (view.show_best, view.show_best, controller.undo, controller.redo):
        step()
        assert stale_areas(player) == []
    assert view.board.characters.tiles
    controller.go_to_entry(0)
    assert not view.board.characters.tiles
    assert stale_areas(player) == []
