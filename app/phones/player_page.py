"""What the page of a player shows: table, opponent, reports, record and calls, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from app.phones.desk import DeskView, extensions_now, may_check_in
from app.phones.reports import (
    Agreement,
    OpenGame,
    for_player,
    game_of,
    outcome_text,
    reportable,
    reported,
)
from carddb.terms import Faction
from events.event_state import EventState
from events.event_terms import EventStage, GameResult
from events.event_values import BracketGame, EventPlayer, TableGame
from events.shown_round import PlayerPlace, ShownStanding
from events.standings import WINS
from events.web.words import Words
from library.phone_values import Report

RESULT_WORDS = {
    GameResult.WIN: "i_won",
    GameResult.DRAW: "i_drew",
    GameResult.INTENTIONAL_DRAW: "i_drew",
    GameResult.LOSS: "i_lost",
    GameResult.MODIFIED_WIN: "i_won_at_time",
    GameResult.MODIFIED_LOSS: "i_lost_at_time",
    GameResult.DOUBLE_LOSS: "both_lose",
}
_LOSSES = (GameResult.LOSS, GameResult.MODIFIED_LOSS, GameResult.DOUBLE_LOSS)


def player_page(
    view: DeskView, player_id: str, say: Words, pages: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values of the template of a player's page.

    `pages` is what the pages for everybody show of the state: to compute standings for each player
    would take most of the time.
    """
    state, player = view.state, view.state.player(player_id)
    game = game_of(state, player_id)
    call = next((each for each in view.notes.open_calls if each.player == player_id), None)
    return {
        "player": player.name,
        "faction": faction_of(player),
        "left": not player.active,
        "check_in": may_check_in(state),
        "checked_in": player_id in view.notes.checked_in,
        "game": _game(view, game, player_id, say, pages) if game else None,
        "instead": "" if game else _instead(state, player_id),
        "is_over": state.stage is EventStage.FINISHED,
        "call": call.status.value if call else "",
        "record": _record(state, player_id, say, pages),
        "rounds": list(_rounds(state, player_id)),
        "deck": _deck_word(player),
        "may_drop": player.active and state.stage is EventStage.SWISS,
    }


def faction_of(player: EventPlayer) -> str:
    """Return the code of a player's faction; empty if it is not known."""
    known = player.faction or (player.deck.faction if player.deck else "")
    return known if known in tuple(Faction) else ""


def _game(
    view: DeskView, game: OpenGame, player_id: str, say: Words, pages: Mapping[str, Any]
) -> dict[str, Any]:
    state = view.state
    found = reported(state, game, view.notes.reports)
    mine = found.reports.get(player_id)
    others = [each for each in game.players if each != player_id]
    theirs = next((each for who, each in found.reports.items() if who != player_id), None)

    def names(players: Iterable[str]) -> str:
        return ", ".join(state.player(each).name for each in players)

    def words(report: Report | None) -> str:
        if report is None:
            return ""
        result = for_player(report.result, game, player_id)
        if isinstance(result, tuple):
            return outcome_text(state, game, result)
        return say(RESULT_WORDS[result])

    def value(report: Report) -> str:
        result = for_player(report.result, game, player_id)
        return ",".join(map(str, result)) if isinstance(result, tuple) else result.value

    places: Sequence[PlayerPlace] = pages["pairings"]["places"]
    mine_now = next((each for each in places if each.seat.player == player_id), None)
    points = {each.player: each.points for each in mine_now.opponents} if mine_now else {}
    return {
        "table": game.number,
        "key": game.key(state),
        "minutes": extensions_now(view).get(game.number, 0),
        "opponents": [
            {
                "name": state.player(each).name,
                "faction": faction_of(state.player(each)),
                "faction_words": _faction_words(state.player(each), say),
                "points": _points_words(state, points.get(each, ""), say),
            }
            for each in others
        ],
        "over": game.over,
        "result": _result_of(game, player_id, say) if game.over else "",
        "choices": [
            (result.value, say(RESULT_WORDS[result])) for result in reportable(state, game)
        ],
        "seats": [state.player(each).name for each in game.players if len(game.players) > 2],
        "agreement": found.agreement.name.lower(),
        "contradicted": found.agreement is Agreement.CONTRADICTED,
        "mine": words(mine),
        "theirs": words(theirs),
        "their_value": value(theirs) if theirs else "",
        "reporter": names([theirs.player]) if theirs else "",
        "waits_for": names(each for each in others if each not in found.reports),
        "differing": names(
            who for who, each in found.reports.items() if who != player_id and not _same(each, mine)
        ),
    }


def _same(one: Report, other: Report | None) -> bool:
    return other is not None and one.result == other.result


def _points_words(state: EventState, points: str, say: Words) -> str:
    """Return the points before this round; empty before the second round and in the cut."""
    rounds = len(state.rounds) - 1
    if not points or rounds < 1:
        return ""
    return say("points_in_rounds", points=say.number(points), count=rounds)


def _faction_words(player: EventPlayer, say: Words) -> str:
    code = faction_of(player)
    return say(f"faction_{code}") if code else ""


def _result_of(game: OpenGame, player_id: str, say: Words) -> str:
    played = game.game
    if played.places:
        return f"{played.places[game.players.index(player_id)]}."
    if isinstance(played, BracketGame):
        return say("won" if played.winner == player_id else "lost") if played.winner else ""
    if played.result is None:
        return ""
    return say(RESULT_WORDS[_seen(played.result, played, player_id)])


def _seen(result: GameResult, game: TableGame, player_id: str) -> GameResult:
    """Return the result of a game of two as one of the players sees it."""
    return result if player_id == game.players[0] else result.for_other


def _instead(state: EventState, player_id: str) -> str:
    """Return the word for what a player without a game has in the round that is played."""
    current = state.current
    if state.elimination or current is None:
        return "no_game_now" if state.elimination else ""
    return "bye" if player_id in current.byes else "no_game_now"


def _record(state: EventState, player_id: str, say: Words, pages: Mapping[str, Any]) -> str:
    rows: Sequence[ShownStanding] = pages["standings"]["standings"].rows
    row = next((each for each in rows if each.player.id == player_id), None)
    if row is None:
        return ""
    place = say("place_of", place=row.place or row.line.rank, players=len(rows))
    if state.kind.at_tables:
        # Who is second at a melee table has neither won nor lost.
        return f"{say('points_of_player', points=say.number(row.points))} · {place}"
    lost = sum(each[3] == "lost" for each in _rounds(state, player_id))
    return f"{say('record', won=row.line.wins, lost=lost)} · {place}"


def _rounds(state: EventState, player_id: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield the rounds that are over for a player: number, opponent, his faction, and result."""
    for played in state.rounds:
        if player_id in played.byes:
            yield played.number, "", "", "bye"
        for game in played.games:
            if player_id not in game.players or not game.over:
                continue
            others = [state.player(each) for each in game.players if each != player_id]
            names = ", ".join(each.name for each in others)
            faction = faction_of(others[0]) if len(others) == 1 else ""
            if game.places:
                yield played.number, names, "", f"{game.places[game.players.index(player_id)]}."
            elif game.result:
                result = _seen(game.result, game, player_id)
                word = "won" if result in WINS else "lost" if result in _LOSSES else "drawn_game"
                yield played.number, names, faction, word


def _deck_word(player: EventPlayer) -> str:
    if player.deck is None:
        return ""
    return {True: "list_legal", False: "list_illegal", None: "list_in"}[player.deck.legal]
