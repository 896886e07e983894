"""An event as a document: what was played, without the operations that led there."""

from __future__ import annotations

import json
from typing import Any

from events.event_state import EventState
from events.event_values import BracketRound, EventPlayer, SwissRound, TableGame
from events.regulations import ROUND_MINUTES


def event_object(state: EventState) -> dict[str, Any]:
    """Return an event as the plain object that its JSON document holds."""
    settings, plan = state.settings, state.plan or state.settings.plan
    event: dict[str, Any] = {
        "name": settings.name,
        "date": settings.day.isoformat(),
        "edition": settings.edition.value,
        "format": settings.kind.value,
        "tier": settings.tier.value,
        "regulations": settings.regulations,
        "structure": settings.structure.value,
        "swiss_rounds": plan.swiss_rounds if plan else None,
        "cut": plan.cut if plan else None,
        "seed": settings.seed,
    }
    if plan and plan.cut_wins is not None:
        event["cut_wins"] = plan.cut_wins
    if state.kind.at_tables:
        form = settings.melee
        event["melee_points"] = {"3": list(form.three), "4": list(form.four)}
        event["melee_bye"] = form.bye
    event["players"] = [_player(each) for each in state.players]
    event["rounds"] = [_round(each) for each in state.rounds]
    event["elimination"] = [_bracket(each) for each in state.elimination]
    if state.seeds:
        event["seeds"] = list(state.seeds)
    event["forbidden"] = [list(pair) for pair in state.forbidden]
    stated = (
        ("lists_required", settings.lists_required, False),
        ("list_code", settings.list_code, ""),
        ("round_minutes", settings.round_minutes, ROUND_MINUTES),
        ("second_leader", settings.second_leader, ""),
    )
    event |= {key: value for key, value, usual in stated if value != usual}
    if state.stage.value == "finished":
        event["finished"] = True
    return {"event": event}


def written_document(state: EventState) -> str:
    """Return an event as the text of its document."""
    return json.dumps(event_object(state), ensure_ascii=False, indent=2) + "\n"


def _player(player: EventPlayer) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": player.id,
        "name": player.name,
        "faction": player.faction,
        "agendas": list(player.agendas),
        "joined": player.joined,
        "dropped": player.dropped,
        "fixed_table": player.fixed_table,
    }
    if player.leader:
        plain["leader"] = True
    if player.disqualified:
        plain["disqualified"] = True
    return plain


def _round(played: SwissRound) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "games": [_game(each) for each in played.games],
        "byes": list(played.byes),
        "losses": list(played.losses),
    }
    if played.seed is not None:
        plain["seed"] = played.seed
    return plain


def _game(game: TableGame) -> dict[str, Any]:
    plain: dict[str, Any] = {"table": game.table, "players": list(game.players)}
    if len(game.players) > 2:
        return plain | {"places": list(game.places) or None}
    return plain | {"result": game.result.value if game.result else None}


def _bracket(played: BracketRound) -> dict[str, Any]:
    return {
        "games": [
            {"game": each.number, "players": list(each.players), "winner": each.winner}
            | ({"places": list(each.places)} if each.places else {})
            for each in played.games
        ]
    }
