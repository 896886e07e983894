"""Events as tables for people: players, a round, standings, a bracket, and an overview."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from app.event_rows import PlayerRow, bracket_rows, player_rows
from app.event_tables import BRACKET, STANDINGS
from app.tables import Row, TableColumn
from cli.terminal import out, table_of, unwrapped_text
from core.errors import AppError
from core.text_format import count_of
from events.bracket import elimination_title, final_ranking, seats_of
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import BracketRound, SwissRound
from events.operations import plan_words
from events.papers import Links
from events.plan_steps import plan_of
from events.result_text import game_result_text, names_of
from events.shown_round import shown_standings
from events.structure import EventPlan

_STAGES = {
    EventStage.REGISTRATION: "players sign up",
    EventStage.SWISS: "Swiss rounds",
    EventStage.ELIMINATION: "elimination",
    EventStage.FINISHED: "finished",
}


def print_standings(state: EventState) -> None:
    """Print the standings."""
    print_table(STANDINGS, shown_standings(state).rows)
    if state.kind.at_tables:
        form = state.settings.melee
        out().print(
            f"Points for places, as the organizer set them: tables of three "
            f"{_listed(form.three)}; of four {_listed(form.four)}; a bye {form.bye}."
        )
    _print_departures(state)


def _listed(points: Sequence[int]) -> str:
    return ", ".join(map(str, points)) or "none"


def print_table(columns: Iterable[TableColumn[Row]], rows: Sequence[Row]) -> None:
    """Print a report; a column in which no row says anything is left out."""
    used = {
        each.title if each.title.endswith("SoS") else each.title.lower(): each
        for each in columns
        if any(map(each.text, rows))
    }
    cells = ([each.text(row) for each in used.values()] for row in rows)
    numeric = {title for title, each in used.items() if each.numeric}
    out().print(table_of(list(used), cells, numeric))


def print_round(state: EventState, played: SwissRound) -> None:
    """Print a round: tables, byes, and the reasons for the pairings."""
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
    rows = [each for each in bracket_rows(state) if each.round == played.number]
    print_table(BRACKET[1:], sorted(rows, key=lambda each: each.game.number))


def print_players(state: EventState, cards: Links) -> None:
    """Print who is in, with what, and whose list is missing or illegal; with codes for phones."""
    rows = [
        (each.id, each.name, each.faction, each.deck.digest if each.deck else "")
        + ((cards[each.id].code if each.id in cards else "",) if cards else ())
        + (_said(row),)
        for row in player_rows(state, str)
        if (each := row.player).dropped != 0
    ]
    code = ("code",) if cards else ()
    out().print(table_of(("id", "player", "faction", "list", *code, ""), rows))
    active = len(state.active)
    lists = sum(each.deck is not None for each in state.active)
    illegal = sum(each.deck is not None and each.deck.legal is False for each in state.active)
    out().print(
        f"{count_of(active, 'player')}, {count_of(lists, 'list')} handed in, {illegal} not legal."
    )


def _said(row: PlayerRow) -> str:
    deck = row.player.deck
    if deck is None or deck.legal is not False:
        return row.notes
    more = len(deck.reasons) - 1
    illegal = f"not legal: {deck.reasons[0]}" + (f" And {more} more." * (more > 0))
    return "; ".join(filter(None, (row.notes, illegal)))


def print_event(state: EventState, event_id: str) -> None:
    """Print the state of an event and its current round."""
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
