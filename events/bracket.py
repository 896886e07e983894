"""The elimination: who is in the cut, its games, and the final ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import AppError
from events.chance import chance
from events.event_state import BY_STANDINGS, EventState
from events.event_terms import EventStage
from events.event_values import BracketGame, BracketRound
from events.result_text import names_of
from events.standings import standings

SEATS, MELEE_SEATS = 2, 4


def cut_seeds(state: EventState) -> tuple[str, ...]:
    """Return the players of the cut now, the highest seed first; AppError if there can be none."""
    state.expect(EventStage.SWISS)
    if state.plan is None or not state.plan.has_elimination:
        raise AppError("This event has no elimination.", "Finish it, or change the plan.")
    left = state.plan.swiss_rounds - len(state.rounds)
    if left > 0 or (state.current and not state.current.over):
        raise AppError(
            "The Swiss rounds are not over: "
            + (f"{left} of {state.plan.swiss_rounds} to come." if left else "a game is open.")
        )
    ranked = ranked_for_cut(state)
    seeds = ranked if state.plan.cut_wins is not None else ranked[: state.plan.cut]
    if len(seeds) < 2:
        raise AppError("Fewer than two players are left for the elimination.")
    return seeds


def ranked_for_cut(state: EventState) -> tuple[str, ...]:
    """Return who can be in the cut, by rank: active players, or seeds, with the wins needed."""
    wins = (state.plan.cut_wins if state.plan else 0) or 0
    return tuple(
        line.player
        for line in standings(state)
        if line.wins >= wins and (line.player in state.seeds or state.player(line.player).active)
    )


def outdated_cut(state: EventState) -> str:
    """Describe how the cut differs from today's standings; empty if it does not."""
    if not state.seeds:
        return ""
    ranked = ranked_for_cut(state)
    by_wins = state.plan is not None and state.plan.cut_wins is not None
    seeds = ranked if by_wins else ranked[: len(state.seeds)]
    enter = [each for each in seeds if each not in state.seeds]
    leave = [each for each in state.seeds if each not in seeds]
    if enter:
        instead = f" instead of {names_of(state, leave)}" if leave else ""
        return f"{BY_STANDINGS} {names_of(state, enter)} go{'es' * (len(enter) == 1)} on{instead}."
    if leave:
        return f"{BY_STANDINGS} {names_of(state, leave)} do{'es' * (len(leave) == 1)} not go on."
    if seeds != state.seeds:
        return f"{BY_STANDINGS} the seeds are in this order: {names_of(state, seeds)}."
    return ""


def drawn_elimination(state: EventState, seed: int) -> tuple[tuple[str, ...], ...]:
    """Draw the first games of an elimination without Swiss rounds; byes fill up to a power of 2."""
    state.expect(EventStage.ELIMINATION)
    if state.elimination:
        raise AppError("The elimination is drawn already.")
    players = [each.id for each in state.active]
    random = chance(seed, "elimination")
    random.shuffle(players)
    byes = power_of(SEATS, len(players)) - len(players)
    games = [(each,) for each in players[:byes]]
    paired = players[byes:]
    drawn = [*games, *zip(paired[::2], paired[1::2], strict=True)]
    random.shuffle(drawn)
    return tuple(drawn)


def power_of(seats: int, players: int) -> int:
    """Return the smallest power of `seats` that is at least the number of players."""
    size = seats
    while size < players:
        size *= seats
    return size


def seats_of(state: EventState) -> int:
    """Return the number of players at a game of the elimination."""
    return MELEE_SEATS if state.kind.at_tables else SEATS


def seeded_games(entries: Sequence[str | None], seats: int) -> list[tuple[str, ...]]:
    """Return the games of these entries: the first meets the last, and so on.

    Entry k meets entry n + 1 - k. At tables of four, 1 sits with 8, 9 and 16. Missing entries are
    empty places.
    """
    size = power_of(seats, len(entries))
    padded = [*entries, *[None] * (size - len(entries))]
    games = size // seats
    found = []
    for game in range(games):
        places = [
            block * games + (game if block % 2 == 0 else games - 1 - game) for block in range(seats)
        ]
        found.append(tuple(each for at in places if (each := padded[at]) is not None))
    return found


def bracket_round(number: int, games: Sequence[tuple[str, ...]], state: EventState) -> BracketRound:
    """Return a round of these games, with the winners by byes and drops."""
    made = [BracketGame(number=at, players=players) for at, players in enumerate(games, start=1)]
    return settled(BracketRound(number=number, games=tuple(made)), state)


def settled(played: BracketRound, state: EventState) -> BracketRound:
    """Return a round in which a player whose opponents have all left has won."""
    active = {each.id for each in state.active}
    return replace(played, games=tuple(_settled(game, active) for game in played.games))


def _settled(game: BracketGame, active: set[str]) -> BracketGame:
    if game.over:
        return game
    left = [each for each in game.players if each in active]
    if len(game.players) == 1 and left:
        return replace(game, winner=left[0], how="bye")
    if len(left) <= 1:
        return replace(game, winner=left[0] if left else None, how="drop")
    return game


def with_next_rounds(state: EventState) -> EventState:
    """Return the state with the rounds of the elimination whose players are known now."""
    while state.elimination:
        last = state.elimination[-1]
        if not last.over or len(last.games) == 1:
            break
        games = seeded_games([game.winner for game in last.games], seats_of(state))
        following = bracket_round(last.number + 1, games, state)
        state = replace(state, elimination=(*state.elimination, following))
    return state


def seed_of(state: EventState, player: str) -> int | None:
    """Return the seed of a player of the cut, from 1."""
    return state.seeds.index(player) + 1 if player in state.seeds else None


def final_ranking(state: EventState) -> tuple[str, ...]:
    """Return all players: by the round lost in, places of a melee final, Swiss rank (a ruling)."""
    swiss = [line.player for line in standings(state)]
    reached = dict.fromkeys(swiss, 0)
    for played in state.elimination:
        for game in played.games:
            for player in game.players:
                reached[player] = played.number + (player == game.winner)
    last = state.elimination[-1].games if state.elimination else ()
    final = dict(zip(last[0].players, last[0].places, strict=False)) if len(last) == 1 else {}
    return tuple(sorted(swiss, key=lambda player: (-reached[player], final.get(player, 0))))


_JOUST_TITLES = {1: "Final", 2: "Semifinals", 4: "Quarterfinals"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TreePlace:
    """A place in a game: a player's name and seed, or a `text` about who may come.

    `winner_of` is the number of the game whose winner comes, 0 if nobody does.
    """

    name: str = ""
    seed: int | None = None
    text: str = ""
    winner_of: int = 0
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
    """Return the name of a round of the elimination by its number of games."""
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
    """Return the games of the previous round whose winners play a game, in their order."""
    if at == 0:
        return []
    numbers = [str(each) for each in range(1, sizes[at - 1] + 1)]
    return [int(each) for each in seeded_games(numbers, seats)[number - 1]]


def _game(state: EventState, at: int, number: int, sizes: list[int]) -> TreeGame:
    seats = seats_of(state)
    if at >= len(state.elimination):
        coming = (
            TreePlace(text=f"Winner of game {each}", winner_of=each)
            for each in _followed(number, sizes, at, seats)
        )
        return TreeGame(number=number, places=tuple(coming))
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
