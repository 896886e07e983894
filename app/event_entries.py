"""Players and deck lists that come into an event, as operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from app.deck_intake import IntakeLine, Judges, repaired_list
from app.event_commands import Wanted
from core.errors import AppError
from decks.deck import Deck
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import HandedInDeck
from events.readiness import another_list, lists_locked
from events.sign_up import SignUp


def signed_up(
    state: EventState, players: Iterable[SignUp], agendas: Callable[[str], tuple[str, ...]]
) -> list[Wanted]:
    """Return the operations that sign players up; `agendas` returns codes for names."""
    return [
        (
            ops.Registered,
            {
                "player": f"p{number}",
                "name": each.name,
                "faction": each.faction,
                "agendas": agendas(each.agenda),
            },
        )
        for number, each in enumerate(players, len(state.players) + 1)
    ]


def list_repaired(
    state: EventState, player: str, before: HandedInDeck, after: Deck, judges: Judges
) -> Wanted:
    """Return the operation that hands in a repaired list in place of the list before."""
    if state.stage is not EventStage.REGISTRATION or state.player(player).deck != before:
        raise AppError("The list is another by now.", "Look at it again.")
    deck = repaired_list(before, after, state.settings, judges)
    return ops.DeckHandedIn, {"player": player, "deck": deck}


def lists_to_replace(
    state: EventState, lines: Sequence[IntakeLine], now: datetime
) -> dict[str, str]:
    """Return the players whose locked lists would be replaced, in words."""
    frozen: dict[str, str] = {}
    for each in lines if lists_locked(state, now) else ():
        player = state.player(each.player or "")
        if replaces := another_list(player, each.deck):
            frozen[player.id] = f"• {player.name}: {replaces}"
    return frozen
