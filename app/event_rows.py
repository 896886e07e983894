"""The reports of an event as rows: its players, a round, and the games of the elimination."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from app.event_settings import deadline_text
from carddb.spelling import has_words
from carddb.terms import Faction
from core.text_format import count_of
from events.bracket import elimination_title, seats_of, seed_of
from events.event_state import EventState
from events.event_terms import EventStage, GameResult
from events.event_values import BracketGame, EventPlayer, TableGame
from events.operations import PenaltyNoted
from events.regulations import regulations
from events.result_text import WON, listed, short_result_text
from events.shown_round import points_text
from events.standings import standings


def faction_of(player: EventPlayer) -> Faction | None:
    """Return the faction of a player if it is known."""
    return Faction(player.faction) if player.faction in set(Faction) else None


def penalty_lines(
    player: EventPlayer, earlier: Iterable[tuple[str, str, PenaltyNoted]] = ()
) -> tuple[str, ...]:
    """Return the penalties of a player in words, then those of other events (name, day)."""
    return (
        *(f"Round {each.round}: {_level(each.level)}. {each.text}" for each in player.penalties),
        *(f"{name}, {day}: {_level(each.level)}. {each.text}" for name, day, each in earlier),
    )


def _level(level: str) -> str:
    return level.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player with his number in the list and the texts of his row."""

    number: int
    player: EventPlayer
    agendas: str
    notes: str

    @property
    def list_words(self) -> str:
        """The state of his deck list."""
        deck = self.player.deck
        if deck is None:
            return "No list"
        if deck.legal is None:
            return "Not judged"
        if not deck.legal:
            count = len(deck.reasons)
            return f"Not legal: {count} problem{'s' * (count != 1)}"
        return "Legal, with a warning" if deck.warnings else "Legal"

    @property
    def short_list_words(self) -> str:
        """The same without "Not legal", for a cell whose icon says that."""
        return self.list_words.removeprefix("Not legal: ")

    @property
    def penalties(self) -> tuple[str, ...]:
        return penalty_lines(self.player)

    @property
    def lacks_list(self) -> bool:
        return self.player.active and self.player.deck is None

    @property
    def is_illegal(self) -> bool:
        deck = self.player.deck
        return self.player.active and deck is not None and deck.legal is False


def player_rows(state: EventState, named: Callable[[str], str]) -> list[PlayerRow]:
    """Return the rows of all players but those who left before the start; `named`: of a card."""
    rows: list[PlayerRow] = []
    for player in state.players:
        if player.dropped == 0 and not player.disqualified and state.rounds:
            continue
        agendas = ", ".join(map(named, player.agendas))
        rows.append(PlayerRow(len(rows) + 1, player, agendas, _notes(player, state)))
    return rows


def _notes(player: EventPlayer, state: EventState) -> str:
    notes = []
    if player.disqualified:
        notes.append("disqualified")
    elif player.dropped is not None:
        notes.append(f"dropped after round {player.dropped}" if player.dropped else "withdrawn")
    if player.joined > 1:
        notes.append(f"from round {player.joined}")
    if player.leader:
        notes.append("leads")
    if player.id in state.given_byes:
        notes.append("bye in the next round")
    if player.fixed_table:
        notes.append(f"table {player.fixed_table}")
    apart = [
        state.player(other).name
        for one, two in state.forbidden
        for mine, other in ((one, two), (two, one))
        if mine == player.id
    ]
    if apart:
        notes.append(f"kept apart from {listed(apart)}")
    if player.penalties:
        notes.append(count_of(len(player.penalties), "penalty"))
    if state.stage is EventStage.ELIMINATION and player.id in state.seeds:
        notes.append(f"seed {state.seeds.index(player.id) + 1}")
    return ", ".join(notes)


def players_counted(state: EventState, rows: Sequence[PlayerRow]) -> str:
    """Return how many play, and how many of them lack a legal list."""
    parts = [count_of(len(state.active), "player")]
    lacking, illegal = sum(each.lacks_list for each in rows), sum(each.is_illegal for each in rows)
    if lacking:
        parts.append(f"{lacking} without a list")
    if illegal:
        parts.append(f"{illegal} not legal")
    if state.stage is EventStage.REGISTRATION and state.settings.lists_until:
        parts.append(f"lists until {deadline_text(state.settings)}")
    return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a round, with the points before it; `score` is a place at a melee table."""

    player: str
    name: str
    points: str = ""
    faction: Faction | None = None
    score: str = ""

    @property
    def words(self) -> str:
        return f"{self.name} ({self.points})" if self.points else self.name


CALLED, DISAGREE = "Judge", "Disagree"
FLAG_WORDS = {CALLED: "a judge is called", DISAGREE: "the players disagree"}


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A table with its result (short: `score` and `how`), or a player without a game.

    `key` is the number of the table, or the id of the player.
    """

    key: int | str
    seats: tuple[Seat, ...]
    result: str
    round: int = 0
    game: TableGame | None = None
    more_minutes: int = 0
    score: str = ""
    how: str = ""
    winner: int | None = None
    playing: bool = False
    # What phones sent that somebody must see to: a call, or reports that disagree.
    flag: str = ""

    @property
    def number(self) -> int | None:
        """The number by which its result is typed."""
        return self.game.table if self.game else None

    def matches(self, wanted: str) -> bool:
        """Return whether this is the number of the table, or the words of a player's name."""
        return wanted == str(self.number) or any(
            has_words(seat.name, wanted) for seat in self.seats
        )

    @property
    def state_words(self) -> str:
        """The result, or "playing" with what is special about the table."""
        if not self.playing:
            return self.result
        more = f", {self.more_minutes} minutes more" if self.more_minutes else ""
        pinned = ", stays when drawn again" if self.game and self.game.pinned else ""
        flag = f", {FLAG_WORDS[self.flag]}" if self.flag else ""
        return f"playing{more}{pinned}{flag}"

    @property
    def mark(self) -> str:
        """What is special about a table that still plays: a call, more time, or a pin."""
        more = f"+{self.more_minutes} min" if self.more_minutes else ""
        return (
            self.flag
            or more
            or ("Pinned" if self.playing and self.game and self.game.pinned else "")
        )


_HOW = {
    GameResult.MODIFIED_WIN: "at time",
    GameResult.MODIFIED_LOSS: "at time",
    GameResult.DRAW: "draw",
    GameResult.INTENTIONAL_DRAW: "intentional draw",
    GameResult.DOUBLE_LOSS: "both lose",
}


def seats_before(state: EventState, number: int) -> dict[str, Seat]:
    """Return all players as seats, from the second round on with the points before the round."""
    had: dict[str, str] = {}
    if number > 1:
        before = standings(replace(state, rounds=state.rounds[: number - 1]))
        had = {line.player: points_text(line.points) for line in before}
    return {
        each.id: Seat(each.id, each.name, had.get(each.id, ""), faction_of(each))
        for each in state.players
    }


def round_rows(
    state: EventState,
    number: int,
    extensions: Mapping[int, int] | None = None,
    seats: Mapping[str, Seat] | None = None,
    flags: Mapping[int, str] | None = None,
) -> list[RoundRow]:
    """Return the rows of a Swiss round; `seats` are what `seats_before` returns.

    `flags` are what phones sent of a table, as `table_flags` returns them.
    """
    played, more = state.round(number), extensions or {}
    seats = seats_before(state, number) if seats is None else seats
    rows = [
        _game_row(
            number,
            game,
            tuple([seats[each] for each in game.players]),
            more.get(game.table, 0),
            state.settings.regulations,
        )
        for game in sorted(played.games, key=lambda game: game.table)
    ]
    if flags:
        rows = [
            replace(each, flag=flags.get(each.game.table, ""))
            if each.game and each.playing
            else each
            for each in rows
        ]
    rows.sort(key=lambda row: not row.playing)
    alone = ((played.byes, "has a bye"), (played.losses, "has an unpaired loss"))
    return rows + [
        RoundRow(each, (seats[each],), words, number)
        for players, words in alone
        for each in players
    ]


# A result changes one row of many.
@lru_cache(maxsize=1024)
def _game_row(
    number: int, game: TableGame, seats: tuple[Seat, ...], more_minutes: int, version: str
) -> RoundRow:
    result = game.result
    if result is not None:
        points = regulations(version).points_of(result)
        return RoundRow(
            game.table,
            seats,
            short_result_text(game, [each.name for each in seats], points),
            number,
            game,
            more_minutes,
            f"{points[0]} \N{EN DASH} {points[1]}",
            "conceded" if game.conceded else _HOW.get(result, ""),
            WON[result][0] if result in WON else None,
        )
    if game.places:
        places = map(str, game.places)
        seats = tuple(replace(seat, score=place) for seat, place in zip(seats, places, strict=True))
    words = f"Places {', '.join(map(str, game.places))}" if game.places else ""
    return RoundRow(game.table, seats, words, number, game, more_minutes, playing=not game.over)


def about_round(state: EventState, number: int) -> str:
    """Return the reasons for the pairings of a round, and its departures from the regulations."""
    played = state.round(number)
    parts = [f"Drawn from the seed {played.seed}." if played.seed is not None else ""]
    if played.earlier_seeds:
        parts.append(f"Seeds before: {', '.join(map(str, played.earlier_seeds))}.")
    for each in played.reasons:
        alone = f"{state.player(each.players[0]).name}: " if len(each.players) == 1 else ""
        parts.append(f"• {alone}{each.reason}")
    where = {f"Round {number}", f"Before round {number}", "Pairings"}
    departures = [each.text for each in state.departures if each.where in where]
    if departures:
        parts += ["", "Not as the regulations say:", *(f"• {each}" for each in departures)]
    return "\n".join(each for at, each in enumerate(parts) if each or at)


@dataclass(frozen=True, slots=True)
class BracketRow:
    """A game of the elimination with its players by name."""

    round: int
    round_name: str
    game: BracketGame
    names: tuple[str, ...]

    @property
    def number(self) -> int:
        return self.game.number

    @property
    def result(self) -> str:
        """The winner or the places, and how it was decided."""
        game = self.game
        if game.winner is None:
            return "" if game.over else "playing"
        if game.places:
            order = sorted(zip(game.places, self.names, strict=True))
            return ", ".join(f"{place}. {name}" for place, name in order)
        winner = self.names[game.players.index(game.winner)]
        return f"{winner} ({game.how})" if game.how not in {"", "win"} else winner


def bracket_rows(state: EventState) -> list[BracketRow]:
    """Return all games so far, the newest round first, before all those that are played."""
    rows = []
    for played in reversed(state.elimination):
        name = elimination_title(len(played.games), seats_of(state))
        for game in played.games:
            names = tuple(_named(state, each) for each in game.players)
            rows.append(BracketRow(played.number, name, game, names))
    return sorted(rows, key=lambda each: each.game.over)


def _named(state: EventState, player: str) -> str:
    seed, name = seed_of(state, player), state.player(player).name
    return f"{name} ({seed})" if seed else name
