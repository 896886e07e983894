"""The bracket as a tree: which games feed which, and in what order they stand one below another."""

from __future__ import annotations

from dataclasses import dataclass

from events.bracket import seats_of, seeded_games
from events.event_state import EventState
from events.event_values import BracketGame


@dataclass(frozen=True, slots=True)
class TreeGame:
    """A place of the tree: round and number of its game, and how far down it stands, in games.

    `game` is None while the games that feed it are played.
    """

    round: int
    number: int
    place: float
    feeds: int | None
    game: BracketGame | None


def bracket_tree(state: EventState) -> tuple[tuple[TreeGame, ...], ...]:
    """Return all rounds of the elimination, those to come too; games of a round by number."""
    if not state.elimination:
        return ()
    seats = seats_of(state)
    counts = [len(state.elimination[0].games)]
    while counts[-1] > 1:
        counts.append(max(1, counts[-1] // seats))
    # By round: the games of the round before that feed each game.
    feeding = [
        [[int(each) for each in game] for game in seeded_games(list(map(str, range(n))), seats)]
        for n in counts[:-1]
    ]
    order = [0]
    for games in reversed(feeding):
        order = [child for parent in order for child in games[parent]]
    places = {game: float(at) for at, game in enumerate(order)}
    rounds = []
    for at, count in enumerate(counts):
        parents = feeding[at] if at < len(feeding) else []
        feeds = {child: number for number, games in enumerate(parents) for child in games}
        played = state.elimination[at].games if at < len(state.elimination) else ()
        rounds.append(
            tuple(
                TreeGame(
                    at + 1,
                    number + 1,
                    places[number],
                    feeds[number] + 1 if number in feeds else None,
                    played[number] if number < len(played) else None,
                )
                for number in range(count)
            )
        )
        places = {
            number: sum(places[each] for each in games) / len(games)
            for number, games in enumerate(parents)
        }
    return tuple(rounds)
