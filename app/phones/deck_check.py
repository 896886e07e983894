"""Deck checks by phone: a player or table is drawn, the list shown large, the outcome recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPMethod, HTTPStatus
from typing import Any

from app.deck_intake import CheckedCard, new_check, stored_reading
from app.event_commands import Wanted
from app.phones.desk import BY_JUDGE, PhoneDesk
from app.phones.local_judges import Judges, local_judge
from app.phones.refusals import PhoneRefusalError, words_of_error
from app.phones.reports import game_of, games_now
from app.phones.requests import Answer, Request, seen_other
from app.phones.rights import GET, POST
from core.errors import AppError
from events import operations as ops
from events.chance import chance, new_seed
from events.event_state import EventState
from events.event_terms import PenaltyLevel
from events.web.pages import PageRenderer
from events.web.words import Words
from library.errors import AlreadyDoneError

OUTCOMES = {"same": "as listed", "differs": "differs from the list"}


def drawn_players(state: EventState, seed: int, *, table: bool) -> tuple[str, ...]:
    """Return who is drawn from a seed: a player with a list, or the players of a table.

    AppError where nobody can be drawn.
    """
    has_list = [each.id for each in state.active if each.deck is not None]
    random = chance(seed, "deck check")
    if not table:
        if not has_list:
            raise PhoneRefusalError("nobody_has_list", "Nobody has handed in a list.")
        return (random.choice(has_list),)
    games = [each for each in games_now(state) if len(each.players) > 1 and not each.over]
    if not games:
        raise PhoneRefusalError("no_table_plays", "No table plays now.")
    return random.choice(games).players


class DeckCheckPages:
    """The handlers of deck checks, for judges alone."""

    def __init__(
        self, desk: PhoneDesk, renderer: PageRenderer, judges: Callable[[], Judges]
    ) -> None:
        self._desk, self._renderer, self._judges = desk, renderer, judges
        self.handlers: Mapping[tuple[str, HTTPMethod], Callable[[Request], Answer]] = {
            ("/judge/check", POST): self._draw,
            ("/judge/check/*", GET): self._page,
            ("/judge/check/*", POST): self._record,
        }

    def _draw(self, request: Request) -> Answer:
        seed = new_seed()
        drawn: Sequence[str] = ()

        def wanted(state: EventState) -> list[Wanted]:
            nonlocal drawn
            drawn = drawn_players(state, seed, table=request.fields.get("what") == "table")
            return _notes(drawn, f"Drawn for a deck check, seed {seed}.")

        try:
            self._desk.do(wanted, BY_JUDGE, once=request.once)
        except AlreadyDoneError:
            return seen_other("/judge")
        except AppError as error:
            return self._page(request, words_of_error(error, request.say))
        return seen_other(f"/judge/check/{drawn[0]}")

    def _record(self, request: Request) -> Answer:
        player = request.rest[0]
        outcome = OUTCOMES.get(request.fields.get("outcome", ""))
        text = request.text("text", 300)
        if outcome is None:
            return self._page(request, request.say("say_outcome"))
        said = f"Deck check: {outcome}{f': {text}' if text else ''}."
        try:
            self._desk.do(lambda _: _notes([player], said), BY_JUDGE, once=request.once)
        except AlreadyDoneError:
            pass
        except AppError as error:
            return self._page(request, words_of_error(error, request.say))
        return seen_other("/judge")

    def _page(self, request: Request, problem: str = "") -> Answer:
        state = self._desk.state()
        name = request.rest[0] if request.rest else ""
        player = next((each for each in state.players if each.id == name), None)
        if player is None and not problem:
            return seen_other("/judge")
        cards: Iterable[CheckedCard] = ()
        others: list[tuple[str, str]] = []
        if player is not None:
            game = game_of(state, player.id)
            seated = game.players if game else ()
            others = [(each, state.player(each).name) for each in seated if each != player.id]
        judges = self._judges()
        if player is not None and player.deck is not None and judges:
            pools = {edition: each.pool for edition, each in judges.items()}
            listed = stored_reading(player.deck, pools).deck
            pool = local_judge(judges[listed.edition].pool, request.say.language).pool
            cards = new_check(listed, lambda code: pool.label(pool.by_code[code])).cards
        html = self._renderer.own_page(
            "judge_check.html",
            state,
            request.say,
            request.links,
            here="judge",
            page="none",
            title=player.name if player else request.say("deck_check"),
            form=request.form,
            problem=problem,
            id=name,
            list=player.deck if player else None,
            parts=_parts(cards, request.say),
            others=others,
        )
        return Answer(html, HTTPStatus.CONFLICT if problem else HTTPStatus.OK)


def _notes(players: Iterable[str], text: str) -> list[Wanted]:
    """Return the notes in the log: a note changes neither results nor lists."""
    fields: list[dict[str, Any]] = [
        {"player": each, "level": PenaltyLevel.NOTE, "text": text} for each in players
    ]
    return [(ops.PenaltyNoted, each) for each in fields]


def _parts(cards: Iterable[CheckedCard], say: Words) -> dict[str, list[tuple[int, str]]]:
    """Return the cards by what they are, with their copies, as they stand on a sheet."""
    parts: dict[str, list[tuple[int, str]]] = {}
    for each in cards:
        kind = each.section.kind.replace(" ", "_") if each.section.aside else each.kind
        heading = say(f"kind_{kind}", number=each.section.number)
        parts.setdefault(heading, []).append((each.listed, each.name))
    return parts
