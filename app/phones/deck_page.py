"""A player's deck list by phone: read, judged at once, handed in until the deadline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPMethod, HTTPStatus

from app.deck_intake import stored_reading
from app.event_commands import Wanted
from app.event_settings import deadline_text
from app.phones.desk import PhoneDesk, PhoneRefusalError
from app.phones.requests import Answer, Request, seen_other
from app.phones.rights import GET, POST
from app.phones.sessions import GuessLimiter
from carddb.terms import Edition
from core.errors import AppError, NetworkError
from decks.report import Reading
from events import operations as ops
from events.deck_lists import event_conditions, handed_in
from events.event_state import EventState
from events.event_values import HandedInDeck
from events.readiness import lists_locked
from events.web.pages import PageRenderer
from library.deck_files import readings_of
from library.errors import AlreadyDoneError
from validators.judge import Judge
from validators.problem import Severity

Judges = Mapping[Edition, Judge]
# Returns the file of a published deck by its number; nothing else is ever downloaded.
Fetch = Callable[[int], bytes]
MOST_LETTERS = 20_000
# The sentence on the phone, by what locked the lists.
_LOCKED = {"the start": "lists_locked", "the deadline": "lists_too_late"}
# A text no longer than this, in one line, may name a published deck.
_LONGEST_ADDRESS = 200


@dataclass(frozen=True, slots=True)
class JudgedList:
    """A list as it was read and judged: each problem in words, with its rule."""

    deck: HandedInDeck
    cards: int
    problems: tuple[tuple[str, str], ...]


def judged_list(reading: Reading, state: EventState, judges: Judges) -> JudgedList:
    """Return a list judged for the event; what is no problem of a rule has none beside it."""
    settings = state.settings
    judge = judges[settings.edition]
    deck = handed_in(reading, settings, judge)
    rules: dict[str, str] = {}
    if reading.deck.edition is settings.edition:
        verdict = judge.verdict(reading.deck, event_conditions(settings, judge))
        rules = {each.message: each.source for each in verdict.of(Severity.ERROR)}
    problems = tuple((each, rules.get(each, "")) for each in deck.reasons)
    return JudgedList(deck, sum(copies for _, copies in reading.deck.draw()), problems)


def problems_of(
    deck: HandedInDeck, state: EventState, judges: Judges
) -> tuple[tuple[str, str], ...]:
    """Return the problems of a list when it was handed in, each with its rule as it is now."""
    if not deck.reasons:
        return ()
    pools = {edition: each.pool for edition, each in judges.items()}
    rules = dict(judged_list(stored_reading(deck, pools), state, judges).problems)
    return tuple((each, rules.get(each, "")) for each in deck.reasons)


class DeckPages:
    """The handlers of a player's deck list. Nobody but he and the judges sees it here."""

    def __init__(
        self,
        desk: PhoneDesk,
        renderer: PageRenderer,
        judges: Callable[[], Judges],
        fetch: Fetch | None = None,
    ) -> None:
        self._desk, self._renderer = desk, renderer
        self._judges, self._fetch = judges, fetch
        # A download costs ThronesDB something, so each player has ten a minute at most.
        self._downloads = GuessLimiter()
        self.handlers: Mapping[tuple[str, HTTPMethod], Callable[[Request], Answer]] = {
            ("/me/deck", GET): partial(self._page, text=""),
            ("/me/deck", POST): self._sent,
        }

    def _page(
        self,
        request: Request,
        *,
        text: str,
        judged: JudgedList | None = None,
        problem: str = "",
    ) -> Answer:
        if not self._judges():
            return seen_other("/me")
        state = self._desk.state()
        player = state.player(request.who.player)
        html = self._renderer.own_page(
            "deck.html",
            state,
            request.say,
            request.links,
            here="me",
            page="none",
            title=request.say("deck_list"),
            form=request.form,
            problem=problem,
            text=text,
            judged=judged,
            list=player.deck,
            problems=problems_of(player.deck, state, self._judges()) if player.deck else (),
            locked=_LOCKED.get(lists_locked(state, self._desk.now())),
            until=deadline_text(state.settings),
        )
        return Answer(html, HTTPStatus.CONFLICT if problem else HTTPStatus.OK)

    def _sent(self, request: Request) -> Answer:
        """Judge what was sent; hand it in if that was the button."""
        if not self._judges():
            return seen_other("/me")
        text = request.fields.get("list", "")[:MOST_LETTERS]
        try:
            reading = self._read(text, request)
            judged = judged_list(reading, self._desk.state(), self._judges())
            if request.fields.get("do") != "hand-in":
                return self._page(request, text=text, judged=judged)
            self._hand_in(request, judged.deck)
        except AlreadyDoneError:
            pass
        except PhoneRefusalError as error:
            return self._page(request, text=text, problem=request.say(error.word))
        except AppError as error:
            return self._page(request, text=text, problem=error.text)
        return seen_other("/me/deck")

    def _read(self, text: str, request: Request) -> Reading:
        """Return the one deck of a text: a list, a share code, or a published deck's number."""
        self._check_open(self._desk.state())
        if not text.strip():
            raise PhoneRefusalError("list_empty", "There is no list.")
        data: str | bytes = text
        if _names_deck(text):
            data = self._downloaded(text, request)
        name = self._desk.state().player(request.who.player).name
        day = self._desk.state().settings.day
        readings = readings_of(data, name, self._judges(), day)
        if len(readings) != 1:
            raise PhoneRefusalError("list_of_several", "These are several decks.")
        return readings[0]

    def _downloaded(self, text: str, request: Request) -> bytes:
        """Return the file of a deck: of the text only its number is used, so nothing else is."""
        from carddb.decklist_download import (  # noqa: PLC0415 - imports the network
            deck_number,
            published_deck,
        )

        number = deck_number(text)
        if self._downloads.take(request.who.player):
            raise PhoneRefusalError("download_later", "Too many downloads.")
        try:
            return (self._fetch or published_deck)(number)
        except NetworkError:
            raise PhoneRefusalError("download_failed", "ThronesDB did not answer.") from None

    def _check_open(self, state: EventState) -> None:
        if since := lists_locked(state, self._desk.now()):
            raise PhoneRefusalError(_LOCKED[since], f"Lists are locked since {since}.")

    def _hand_in(self, request: Request, deck: HandedInDeck) -> None:
        player = request.who.player

        def wanted(state: EventState) -> list[Wanted]:
            # Another station may have started the event meanwhile.
            self._check_open(state)
            return [(ops.DeckHandedIn, {"player": player, "deck": deck})]

        name = self._desk.state().player(player).name
        self._desk.do(wanted, f"{name}, by phone", once=request.once)


def _names_deck(text: str) -> bool:
    """Return whether a text is the number or the address of a deck on ThronesDB."""
    words = text.strip()
    if len(words) > _LONGEST_ADDRESS or len(words.split()) > 2:
        return False
    return words.lstrip("# ").isdecimal() or "://" in words or "thronesdb.com" in words.casefold()
