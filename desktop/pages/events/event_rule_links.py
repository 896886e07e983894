"""Which regulation each button and command of an event rests on."""

from __future__ import annotations

from desktop.pages.events.event_rules import RESULTS, EventRules
from desktop.pages.events.event_view import EventView


def link_rules(rules: EventRules, view: EventView) -> None:
    """Have the buttons and menus of an event tell their regulations."""
    players, round_commands = view.players.commands, view.round.commands
    rules.explain(
        {
            view.next: "regulation.event",
            view.clock.toggle: "regulation.round-time",
            view.clock.extend: "regulation.round-time",
            view.round.at_time: "regulation.time-called",
            view.bracket.at_time: "regulation.elimination-time",
            view.players.late: "regulation.late-entry",
            view.players.folder: "regulation.deck-lists",
            view.players.deck.hand_in: "regulation.deck-lists",
            view.standings.rulings: "regulation.tiebreakers",
        }
    )
    rules.explain_menu(
        players.menu,
        {
            players.drop: "regulation.dropping",
            players.rejoin: "regulation.rejoining",
            players.disqualify: "regulation.conduct",
            players.penalty: "regulation.conduct",
            players.bye: "regulation.bye",
            players.prize: "regulation.bye",
            players.apart: "regulation.rematch",
            players.together: "regulation.rematch",
        },
    )
    rules.explain_menu(
        round_commands.menu,
        {
            round_commands.again: "regulation.swiss",
            round_commands.swap: "regulation.swiss",
            round_commands.plan: "regulation.structures",
        },
        *RESULTS,
    )
    rules.list_in(view.round.results.rules, *RESULTS)
