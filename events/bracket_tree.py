"""The bracket as it is drawn: all rounds to the final, games beside those that they follow from."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.errors import AppError
from events.bracket import SEATS, seats_of, seed_of, seeded_games
from events.event_state import EventState
from events.event_values import BracketGame

_JOUST_TITLES = {1: "Final", 2: "Semifinals", 4: "Quarterfinals"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TreePlace:
    """A place in a game: a player's name and seed, or in `text` who will come, if anybody."""

    name: str = ""
    seed: int | None = None
    text: str = ""
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeGame:
    """A game by its number in the round."""

    number: int
    places: tuple[TreePlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRound:
    """A round; its games follow from as many games of the round before, in the same order."""

    title: str
    games: tuple[TreeGame, ...]


def elimination_title(games: int, seats: int) -> str:
    """Return what a round of so many games is called."""
    if seats == SEATS:
        return _JOUST_TITLES.get(games, f"Round of {games * seats}")
    return "Final table" if games == 1 else f"Round of {games * seats}"


def bracket_tree(state: EventState) -> tuple[TreeRound, ...]:
    """Return all rounds from the first to the final, played or not; AppError without a bracket."""
    if not state.elimination:
        raise AppError("There is no bracket yet.", "It begins with the cut.")
    seats, first = seats_of(state), len(state.elimination[0].games)
    sizes = [first]
    while sizes[-1] > 1:
        sizes.append(sizes[-1] // seats)
    order = [1]
    rounds: list[TreeRound] = []
    for at in reversed(range(len(sizes))):
        games = tuple(_game(state, at, number, sizes) for number in order)
        rounds.insert(0, TreeRound(title=elimination_title(sizes[at], seats), games=games))
        order = [each for number in order for each in _followed(number, sizes, at, seats)]
    return tuple(rounds)


def _followed(number: int, sizes: list[int], at: int, seats: int) -> list[int]:
    """Return the games of the round before that a game follows from, in their order."""
    if at == 0:
        return []
    numbers = [str(each) for each in range(1, sizes[at - 1] + 1)]
    return [int(each) for each in seeded_games(numbers, seats)[number - 1]]


def _game(state: EventState, at: int, number: int, sizes: list[int]) -> TreeGame:
    seats = seats_of(state)
    if at >= len(state.elimination):
        coming = [f"Winner of game {each}" for each in _followed(number, sizes, at, seats)]
        return TreeGame(number=number, places=tuple(TreePlace(text=each) for each in coming))
    game = state.elimination[at].games[number - 1]
    places = [_place(state, game, player) for player in game.players]
    nobody = TreePlace(text="Bye" if at == 0 else "Nobody")
    return TreeGame(number=number, places=(*places, *[nobody] * (seats - len(places))))


def _place(state: EventState, game: BracketGame, player: str) -> TreePlace:
    return TreePlace(
        name=state.player(player).name,
        seed=seed_of(state, player),
        won=game.winner == player,
        lost=game.over and game.winner != player,
    )
