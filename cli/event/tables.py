"""Events as tables for people: players, a round, standings, a bracket, and how it all stands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.text import Text

from cli.terminal import out, table_of, unwrapped_text
from core.errors import AppError
from events.bracket import elimination_title, final_ranking, seats_of, seed_of
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import BracketGame, BracketRound, EventPlayer, SwissRound
from events.operations import plan_words
from events.plan_steps import plan_of
from events.result_text import game_result_text, names_of, result_text
from events.shown_round import decimal_text, shown_standings
from events.structure import EventPlan

_STAGES = {
    EventStage.REGISTRATION: "players sign up",
    EventStage.SWISS: "Swiss rounds",
    EventStage.ELIMINATION: "elimination",
    EventStage.FINISHED: "finished",
}


def print_standings(state: EventState) -> None:
    """Print the standings; SoS and xSoS are rounded here and nowhere else."""
    rows = [
        (
            row.line.rank,
            row.player.name,
            row.points,
            row.line.rounds,
            _decimal(row.line.sos),
            _decimal(row.line.xsos),
            row.line.decided_by.value.replace("-", " "),
            "" if row.player.active else "left",
        )
        for row in shown_standings(state).rows
    ]
    heads = ("", "player", "points", "rounds", "SoS", "xSoS", "decided by", " ")
    out().print(table_of(heads, rows, ("", "points", "rounds", "SoS", "xSoS")))
    if state.kind.at_tables:
        form = state.settings.melee
        out().print(
            f"Points for places, as the organizer set them: tables of three "
            f"{_listed(form.three)}; of four {_listed(form.four)}; a bye {form.bye}."
        )
    _print_departures(state)


def _listed(points: Sequence[int]) -> str:
    return ", ".join(map(str, points)) or "none"


def _decimal(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal_text(value)


def print_round(state: EventState, played: SwissRound) -> None:
    """Print a round: tables, byes, and why it is as it is."""
    seed = "" if played.seed is None else f", seed {played.seed}"
    out().print(Text(f"Round {played.number}{seed}", style="bold"))
    rows = [
        (
            game.table,
            " · ".join(state.player(each).name for each in game.players),
            game_result_text(state, game),
            "pinned" if game.pinned else "",
        )
        for game in played.games
    ]
    out().print(table_of(("table", "players", "result", ""), rows, ("table",)))
    for words, players in (("Bye", played.byes), ("Unpaired loss", played.losses)):
        if players:
            out().print(unwrapped_text(f"{words}: {names_of(state, players)}"))
    for reason in played.reasons:
        out().print(unwrapped_text(f"{names_of(state, reason.players)}: {reason.reason}"))
    for pair in played.rematches:
        out().print(unwrapped_text(f"They meet again: {names_of(state, pair)}"))


def print_bracket(state: EventState, played: BracketRound) -> None:
    """Print a round of the elimination, or the winner and the final ranking."""
    if state.winner is not None:
        out().print(unwrapped_text(f"{state.player(state.winner).name} won the event.", "bold"))
        ranked = enumerate(final_ranking(state), start=1)
        names = [(at, state.player(player).name) for at, player in ranked]
        out().print(table_of(("", "player"), names, ("",)))
        return
    name = elimination_title(len(played.games), seats_of(state))
    out().print(Text(f"{name}, round {played.number} of the elimination", style="bold"))
    rows = [
        (
            game.number,
            " · ".join(_seeded(state, each) for each in game.players) or "nobody",
            _outcome(state, game),
        )
        for game in played.games
    ]
    out().print(table_of(("game", "players (seed)", "winner"), rows, ("game",)))


def _outcome(state: EventState, game: BracketGame) -> str:
    if game.places:
        return result_text(state, game.players, None, game.places)
    return f"{state.player(game.winner).name} ({game.how})" if game.winner else ""


def _seeded(state: EventState, player: str) -> str:
    seed = seed_of(state, player)
    return state.player(player).name + (f" ({seed})" if seed else "")


def print_players(state: EventState) -> None:
    """Print who is in, with what, and whose list is missing or illegal."""
    rows = [
        (each.id, each.name, each.faction, each.deck.digest if each.deck else "", _said(each))
        for each in state.players
        if each.dropped != 0
    ]
    out().print(table_of(("id", "player", "faction", "list", ""), rows))
    active = len(state.active)
    lists = sum(each.deck is not None for each in state.active)
    illegal = sum(each.deck is not None and each.deck.legal is False for each in state.active)
    out().print(f"{active} players, {lists} lists handed in, {illegal} not legal.")


def _said(player: EventPlayer) -> str:
    said = []
    if player.disqualified:
        said.append("disqualified")
    elif not player.active:
        said.append(f"left after round {player.dropped}")
    if player.joined > 1:
        said.append(f"from round {player.joined}")
    if player.leader:
        said.append("leads")
    if player.fixed_table:
        said.append(f"table {player.fixed_table}")
    if player.deck is not None and player.deck.legal is False:
        more = len(player.deck.reasons) - 1
        said.append(f"not legal: {player.deck.reasons[0]}" + (f" And {more} more." * (more > 0)))
    return "; ".join(said)


def print_event(state: EventState, event_id: str) -> None:
    """Print how an event stands, and what is to be done next."""
    settings = state.settings
    out().print(unwrapped_text(settings.name, "bold"))
    kind = settings.kind.value.replace("-", " ")
    out().print(
        f"{settings.day} · {settings.edition.value} edition · {kind} · {settings.tier.value} · "
        f"regulations {settings.regulations}" + (f" · id {event_id}" * bool(event_id))
    )
    plan = state.plan or _planned(state)
    out().print(
        f"{len(state.active)} players · {_STAGES[state.stage]}"
        + (f" · {plan_words(plan)}" if plan else "")
    )
    if state.elimination:
        print_bracket(state, state.elimination[-1])
    elif state.current is not None:
        print_round(state, state.current)
    _print_departures(state)


def _planned(state: EventState) -> EventPlan | None:
    try:
        return plan_of(state)
    except AppError:
        return None


def _print_departures(state: EventState) -> None:
    for each in state.departures:
        out().print(unwrapped_text(f"{each.where}: {each.text}", "yellow"))
