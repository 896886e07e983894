"""A player's deck list by phone: read, judged at once, handed in until the deadline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPMethod, HTTPStatus

from app.deck_intake import stored_reading
from app.event_commands import Wanted
from app.event_settings import deadline_text
from app.phones.desk import PhoneDesk
from app.phones.local_judges import Judges, local_judge
from app.phones.refusals import PhoneRefusalError, words_of_error
from app.phones.requests import Answer, Request, seen_other
from app.phones.rights import GET, POST
from app.phones.sessions import GuessLimiter
from core.errors import AppError, NetworkError
from decks.deck import Deck, deck_of_cards
from decks.report import Reading
from events import operations as ops
from events.deck_lists import event_conditions, handed_in
from events.event_state import EventState
from events.event_values import HandedInDeck
from events.readiness import lists_locked
from events.web.pages import PageRenderer
from events.web.words import Words, word_table
from library.deck_files import readings_of
from library.errors import AlreadyDoneError

# Returns the file of a published deck by its number; nothing else is ever downloaded.
Fetch = Callable[[int], bytes]
MOST_LETTERS = 20_000
# The sentence on the phone, by what locked the lists.
_LOCKED = {"the start": "lists_locked", "the deadline": "lists_too_late"}
# A text no longer than this, in one line, may name a published deck.
_LONGEST_ADDRESS = 200


@dataclass(frozen=True, slots=True)
class ShownList:
    """A judged list in the language of a phone; a problem is its kind, its sentence and its rule.

    The judge's sentences are English; the cards in them have the names of the language.
    """

    deck: HandedInDeck
    facts: tuple[str, ...]
    problems: tuple[tuple[str, str, str], ...]
    warnings: tuple[str, ...]


def shown_list(
    deck: HandedInDeck, listed: Deck, state: EventState, judges: Judges, say: Words
) -> ShownList:
    """Return a judged list as a phone shows it.

    A reason that the judge does not give now has neither kind nor rule.
    """
    own, local = judges[listed.edition], local_judge(judges[listed.edition].pool, say.language)
    renamed = deck_of_cards(listed, {listed.edition: local.pool})
    named: dict[str, tuple[str, str, str]] = {}
    if listed.edition is state.settings.edition:
        found = own.verdict(listed, event_conditions(state.settings, own)).problems
        same = local.verdict(renamed, event_conditions(state.settings, local)).problems
        named = {
            each.message: (say(kind_word(each.code)), other.message, other.source)
            for each, other in zip(found, same, strict=True)
        }
    return ShownList(
        deck,
        (
            *((say(f"faction_{deck.faction}"),) if deck.faction else ()),
            *(each.name for each in renamed.agendas),
            say("cards_in_deck", count=listed.draw_count),
        ),
        tuple(named.get(each, ("", each, "")) for each in deck.reasons),
        tuple(named.get(each, ("", each, ""))[1] for each in deck.warnings),
    )


def kind_word(code: str) -> str:
    """Return the word for the kind of a problem: that of its code, or else of the code's group."""
    group = code.partition(".")[0]
    words = (f"problem_{each}" for each in (code.replace(".", "_").replace("-", "_"), group))
    return next((each for each in words if each in word_table()), "problem_format")


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
        judged: ShownList | None = None,
        problem: str = "",
    ) -> Answer:
        judges, state = self._judges(), self._desk.state()
        if not judges:
            return seen_other("/me")
        stored = state.player(request.who.player).deck
        handed = None
        if stored is not None and judged is None:
            pools = {edition: each.pool for edition, each in judges.items()}
            listed = stored_reading(stored, pools).deck
            handed = shown_list(stored, listed, state, judges, request.say)
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
            handed=handed,
            locked=_LOCKED.get(lists_locked(state, self._desk.now())),
            until=deadline_text(state.settings),
        )
        return Answer(html, HTTPStatus.CONFLICT if problem else HTTPStatus.OK)

    def _sent(self, request: Request) -> Answer:
        """Judge what was sent; hand it in if that was the button."""
        judges, state = self._judges(), self._desk.state()
        if not judges:
            return seen_other("/me")
        text = request.fields.get("list", "")[:MOST_LETTERS]
        try:
            reading = self._read(text, request)
            deck = handed_in(reading, state.settings, judges[state.settings.edition])
            if request.fields.get("do") != "hand-in":
                shown = shown_list(deck, reading.deck, state, judges, request.say)
                return self._page(request, text=text, judged=shown)
            self._hand_in(request, deck)
        except AlreadyDoneError:
            pass
        except AppError as error:
            return self._page(request, text=text, problem=words_of_error(error, request.say))
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
