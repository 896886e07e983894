"""The judges' station: tables and results, time, calls, penalties, late arrivals and drops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from http import HTTPMethod, HTTPStatus
from typing import Any

from app.event_commands import ENTER_LATE, LATE, PLAYER_MENU, MenuEntry, Selection, Wanted
from app.event_results import (
    ResultChoice,
    bracket_choices,
    bracket_entered,
    entered,
    result_choices,
)
from app.phones.desk import (
    BY_JUDGE,
    MOST_MINUTES,
    DeskView,
    PhoneDesk,
    extensions_now,
    may_check_in,
    seen_key,
)
from app.phones.forms import level_words, number_between, read_fields, shown_fields
from app.phones.player_page import faction_of
from app.phones.refusals import PhoneRefusalError, words_of_error
from app.phones.reports import OpenGame, ReportedGame, games_now, reported_games
from app.phones.requests import Answer, Request, seen_other
from app.phones.rights import GET, POST
from core.errors import AppError
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, TableGame
from events.result_text import (
    HOW_KEYS,
    RESULT_KEYS,
    TypedResult,
    typed_bracket_result,
    typed_result,
)
from events.shown_round import name_order
from events.web.pages import PageRenderer, round_title, short_hash
from events.web.words import Words
from library.errors import AlreadyDoneError
from library.phone_values import CallStatus, Outcome

_NOW = datetime(2000, 1, 1, tzinfo=UTC)
# What judges do to players, from the rows of the window's menu.
_PLAYER_ENTRIES = ("penalty", "drop", "rejoin", "rename", "disqualify")
ENTRIES = {
    "late": MenuEntry("late", "Enter a player late…", LATE, (), ENTER_LATE),
    **{each.name: each for each in PLAYER_MENU if each.name in _PLAYER_ENTRIES},
}


class JudgePages:
    """The handlers of the judges' addresses."""

    def __init__(self, desk: PhoneDesk, renderer: PageRenderer) -> None:
        self._desk, self._renderer = desk, renderer
        self.handlers: Mapping[tuple[str, HTTPMethod], Callable[[Request], Answer]] = {
            ("/judge", GET): self._station,
            ("/judge/table/*", GET): partial(self._shows, self._table),
            ("/judge/table/*", POST): partial(self._sends, self._enter, self._table),
            ("/judge/time/*", POST): partial(self._sends, self._extend, self._table),
            ("/judge/call/*", POST): partial(self._sends, self._answer_call, self._station),
            ("/judge/player/*", GET): partial(self._shows, self._player),
            ("/judge/do/*", GET): partial(self._shows, self._form),
            ("/judge/do/*", POST): partial(self._sends, self._operate, self._form),
            ("/judge/do/*/*", GET): partial(self._shows, self._form),
            ("/judge/do/*/*", POST): partial(self._sends, self._operate, self._form),
        }

    def _page(
        self, request: Request, template: str, problem: str, page: str = "none", **values: Any
    ) -> Answer:
        state = self._desk.state()
        tag = short_hash(repr(values))
        html = self._renderer.own_page(
            template,
            state,
            request.say,
            request.links,
            here="judge",
            form=request.form,
            problem=problem,
            page=page,
            tag=tag,
            **values,
        )
        return Answer(html, HTTPStatus.CONFLICT if problem else HTTPStatus.OK, tag=tag)

    def _shows(self, show: Callable[[Request], Answer], request: Request) -> Answer:
        """Show a page of a table or player; the station says why there is none."""
        try:
            return show(request)
        except AppError as error:
            problem = words_of_error(error, request.say)
            return replace(self._station(request, problem), status=HTTPStatus.NOT_FOUND)

    def _sends(
        self,
        send: Callable[[Request], None],
        otherwise: Callable[[Request, str], Answer],
        request: Request,
    ) -> Answer:
        """Do what a judge sends; why it cannot be is shown on the page that it came from."""
        try:
            send(request)
        except AlreadyDoneError:
            pass
        except AppError as error:
            problem = words_of_error(error, request.say)
            return self._shows(lambda same: otherwise(same, problem), request)
        return seen_other("/judge")

    def _station(self, request: Request, problem: str = "") -> Answer:
        view, say = self._desk.look(), request.say
        state = view.state
        longer = extensions_now(view)
        called = {each.game for each in view.notes.open_calls if each.game}
        checks_in = may_check_in(state)
        return self._page(
            request,
            "judge.html",
            problem,
            "/judge",
            stage=round_title(state, say),
            progress=_progress(state, say),
            calls=[
                {
                    "number": each.number,
                    "table": each.game,
                    "name": _name(state, each.player),
                    "reason": each.reason,
                    "coming": each.status is CallStatus.COMING,
                }
                for each in view.notes.open_calls
            ],
            reports=[
                (each.game.number, _report_words(state, each, say)) for each in _reports(view)
            ],
            tables=[_table_row(state, each, longer, called, say) for each in games_now(state)],
            people=[
                {
                    "id": each.id,
                    "name": each.name,
                    "faction": faction_of(each),
                    "note": _player_note(each, view, say, checks_in=checks_in),
                }
                for each in sorted(state.took_part, key=lambda each: name_order(each.name))
            ],
        )

    def _table(self, request: Request, problem: str = "") -> Answer:
        view, say = self._desk.look(), request.say
        state = view.state
        game = _game(state, request.rest[0])
        choices = _choices(state, game)
        found = [each for each in _reports(view) if each.game.number == game.number]
        return self._page(
            request,
            "judge_table.html",
            problem,
            title=say("table_number", table=game.number),
            table=game.number,
            round_title=round_title(state, say),
            people=[(each, _name(state, each)) for each in game.players],
            result=_result_words(state, game, say),
            reports=[_report_words(state, each, say) for each in found],
            choices=[(each.keys, _choice_words(state, game, each.keys, say)) for each in choices],
            order=" · ".join(
                f"{seat} {_name(state, each)}"
                for seat, each in zip("abcd", game.players, strict=False)
            ),
            minutes=extensions_now(view).get(game.number, 0),
            most_minutes=MOST_MINUTES,
            seen=seen_key([_about(game)], state),
        )

    def _enter(self, request: Request) -> None:
        keys, table = request.text("keys", 20), request.rest[0]

        def wanted(state: EventState) -> list[Wanted]:
            return [_result_wanted(state, _game(state, table), keys)]

        self._desk.do(wanted, BY_JUDGE, once=request.once, seen=request.text("seen"))

    def _extend(self, request: Request) -> None:
        game = _game(self._desk.state(), request.rest[0])
        minutes = number_between(
            request.text("minutes"), request.say("minutes_in_all"), (0, MOST_MINUTES)
        )
        self._desk.extend(game.number, minutes, request.once)

    def _answer_call(self, request: Request) -> None:
        number = number_between(request.rest[0], "Call", (1, 99999))
        status = request.text("status")
        if status not in {CallStatus.COMING, CallStatus.DONE}:
            raise AppError("A call is “coming” or “done”.")
        self._desk.answer_call(number, CallStatus(status), request.once)

    def _player(self, request: Request, problem: str = "") -> Answer:
        state, say = self._desk.state(), request.say
        player = state.player(request.rest[0])
        at = Selection(state, player)
        entries = [ENTRIES[name] for name in _PLAYER_ENTRIES]
        earlier = self._desk.phones.earlier_penalties(player.name, self._desk.event_id)
        return self._page(
            request,
            "judge_player.html",
            problem,
            title=player.name,
            id=player.id,
            faction_code=faction_of(player),
            has_left=not player.active,
            penalties=[
                (say("round", number=each.round), level_words(each.level, say), each.text)
                for each in player.penalties
            ],
            earlier=[
                (name, say.day(date.fromisoformat(day)), level_words(each.level, say), each.text)
                for name, day, each in earlier
            ],
            entries=[each.name for each in entries if not each.why_not(at)],
        )

    def _form(self, request: Request, problem: str = "") -> Answer:
        state = self._desk.state()
        entry, at = _entry(state, request)
        question, words = entry.form, request.say(f"do_{entry.name}")
        return self._page(
            request,
            "judge_form.html",
            problem,
            title=words,
            name=at.selected.name if at.selected else "",
            button=words,
            note=request.say(f"note_{entry.name}") if question and question.note else "",
            fields=shown_fields(question.asks if question else (), at, request.say),
            seen=seen_key([_about_player(at)], state),
        )

    def _operate(self, request: Request) -> None:
        def wanted(state: EventState) -> list[Wanted]:
            entry, at = _entry(state, request)
            if why_not := entry.why_not(at):
                raise AppError(why_not)
            asks = entry.form.asks if entry.form else ()
            values = {
                **at.values,
                **entry.values,
                **read_fields(asks, request.fields, at, request.say),
            }
            if entry.command is None:
                raise AppError("There is no such operation.")
            return [entry.command.wanted(state, values)]

        self._desk.do(wanted, BY_JUDGE, once=request.once, seen=request.text("seen"))


def _reports(view: DeskView) -> tuple[ReportedGame, ...]:
    return reported_games(view.state, view.notes)


def _name(state: EventState, player: str) -> str:
    return next((each.name for each in state.players if each.id == player), "?")


def _game(state: EventState, table: str) -> OpenGame:
    """Return the game of a table in the round that is played; AppError where there is none."""
    for each in games_now(state):
        if str(each.number) == table and len(each.players) > 1:
            return each
    raise PhoneRefusalError("no_such_table", "There is no such table now.", table=table[:10])


def _choices(state: EventState, game: OpenGame) -> list[ResultChoice]:
    if isinstance(game.game, TableGame):
        return result_choices(state, game.game) if len(game.players) == 2 else []
    return bracket_choices(state, game.game) if len(game.players) == 2 else []


def _about(game: OpenGame) -> ops.Operation:
    """Return an operation that is about a game, whatever it does."""
    if isinstance(game.game, TableGame):
        return ops.ResultEntered(at=_NOW, round=game.round, table=game.number)
    return ops.BracketResultEntered(at=_NOW, round=-game.round, game=game.number, winner="")


def _about_player(at: Selection) -> ops.Operation:
    if at.selected is None:
        return ops.EnteredLate(at=_NOW, player="", name="")
    return ops.Renamed(at=_NOW, player=at.selected.id, name="")


def _entry(state: EventState, request: Request) -> tuple[MenuEntry, Selection]:
    """Return what a judge wants to do, and to whom; AppError where there is no such thing."""
    name, *of_player = request.rest
    entry = ENTRIES.get(name)
    if entry is None or (name == "late") == bool(of_player):
        raise AppError("There is no such operation.")
    return entry, Selection(state, state.player(of_player[0]) if of_player else None)


def _result_wanted(state: EventState, game: OpenGame, keys: str) -> Wanted:
    read = typed_result if game.round > 0 else typed_bracket_result
    typed: TypedResult = read(f"{game.number}{keys}", state, abs(game.round))
    if not typed.done:
        raise PhoneRefusalError("not_a_result", "This is not a result.", typed=keys)
    corrects = game.over
    if isinstance(game.game, TableGame):
        return entered(game.round, game.game, typed, corrects=corrects or typed.opened)
    return bracket_entered(-game.round, game.game, typed, corrects=corrects)


def _progress(state: EventState, say: Words) -> str:
    """Return how many tables still play; empty before the first round."""
    if state.stage is EventStage.FINISHED:
        return say("event_over")
    games = games_now(state)
    playing = sum(not each.over for each in games)
    if playing:
        return say("still_playing", count=playing)
    return say("all_results_in") if games else ""


def _table_row(
    state: EventState, game: OpenGame, longer: Mapping[int, int], called: set[int], say: Words
) -> dict[str, Any]:
    return {
        "number": game.number,
        "names": " · ".join(_name(state, each) for each in game.players),
        "result": _result_words(state, game, say),
        "over": game.over,
        "single": len(game.players) < 2,
        "minutes": longer.get(game.number, 0),
        "called": game.number in called,
    }


_KEYS = {result: keys for keys, result in RESULT_KEYS.items()}
_HOW = {how: key for key, how in HOW_KEYS.items()}


def _choice_words(state: EventState, game: OpenGame, keys: str, say: Words) -> str:
    """Return a result of a game of two in words, by its keys."""
    names = [_name(state, each) for each in game.players]
    if keys[0] == "b":
        keys, names = f"a{keys[1]}", names[::-1]
    return say(f"result_{keys}", a=names[0], b=names[1])


def _place_words(state: EventState, game: OpenGame, places: tuple[int, ...]) -> str:
    order = sorted(zip(places, game.players, strict=True))
    return ", ".join(f"{place}. {_name(state, player)}" for place, player in order)


def _result_words(state: EventState, game: OpenGame, say: Words) -> str:
    """Return the result of a game; empty while it is played."""
    played = game.game
    if played.places:
        return _place_words(state, game, played.places)
    if not isinstance(played, TableGame):
        if not played.winner:
            return ""
        others = ", ".join(_name(state, each) for each in played.players if each != played.winner)
        word = f"result_a{_HOW.get(played.how, 'w')}"
        return say(word, a=_name(state, played.winner), b=others)
    if played.result is None:
        return ""
    keys = _KEYS.get((played.result, played.conceded)) or _KEYS[played.result, False]
    points = state.regulations.points_of(played.result)
    first, second = points[::-1] if keys[0] == "b" else points
    return f"{_choice_words(state, game, keys, say)} ({first}:{second})"


def _report_words(state: EventState, found: ReportedGame, say: Words) -> str:
    """Return what the players of a game reported, as one line."""

    def words(outcome: Outcome) -> str:
        if isinstance(outcome, tuple):
            return _place_words(state, found.game, outcome)
        return _choice_words(state, found.game, _KEYS[outcome, False], say)

    if found.result is not None and len(found.reports) > 1:
        *others, other = (_name(state, each) for each in found.reports)
        one = ", ".join(others)
        return say("both_have_reported", one=one, other=other, result=words(found.result))
    return " · ".join(
        say("has_reported", name=_name(state, who), result=words(each.result))
        for who, each in found.reports.items()
    )


def _player_note(player: EventPlayer, view: DeskView, say: Words, *, checks_in: bool) -> str:
    if player.disqualified:
        return say("is_disqualified")
    if not player.active:
        return say("has_left")
    if checks_in:
        return say("is_here" if player.id in view.notes.checked_in else "not_here_yet")
    return ""
