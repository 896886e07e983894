"""The rules of deck construction that hold in every format: sizes, copies, plots, agendas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from carddb.card import Card
from carddb.card_test import AGENDA, CardTest
from core.text_format import count_of
from validators.messages import card_names
from validators.problem import Problem, Severity
from validators.tally import DeckTally, codes

RR = "Rules Reference"
BETRAYAL_AT_THE_WALL = "kr_79"
DECKBUILDING = f"{RR}, Deckbuilding"
BY_TITLE = f"{RR}, Deckbuilding; Copy; Deck Limits: counted by title, the lowest limit holds"


@dataclass(frozen=True, slots=True)
class RequiredSize:
    """A number of cards and the rule that requires it."""

    number: int
    source: str


@dataclass(frozen=True, slots=True)
class DrawTooFew:
    """The draw deck has a minimum size."""

    least: RequiredSize
    code: str = "draw.too-few"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        found, wanted = tally.draw_count, self.least.number
        if found >= wanted:
            return ()
        message = f"The draw deck has {count_of(found, 'card')}; at least {wanted} are needed."
        return (Problem(self.code, message, self.least.source, found=found, wanted=wanted),)


@dataclass(frozen=True, slots=True)
class PlotDeckSize:
    """The plot deck has an exact size; Betrayal at the Wall (first edition) allows one more."""

    exactly: RequiredSize
    few_code: str = "plots.too-few"
    code: str = "plots.too-many"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        found, wanted = tally.plot_count, self.exactly.number
        if found == wanted:
            return ()
        extra = bool(tally.bits & tally.pool.bits_of((BETRAYAL_AT_THE_WALL,)))
        if extra and found == wanted + 1:
            return ()
        source, exception = self.exactly.source, ""
        if extra:
            exception = ", and 1 more with Betrayal at the Wall"
            source += "; card text of Betrayal at the Wall (to be confirmed: it may, not must)"
        message = (
            f"The plot deck has {count_of(found, 'plot')}; exactly {wanted} are needed{exception}."
        )
        if found < wanted:
            return (Problem(self.few_code, message, source, found=found, wanted=wanted),)
        cards = codes(tally.cards(tally.pool.plot_bits))
        return (Problem(self.code, message, source, cards, found=found, wanted=wanted + extra),)


@dataclass(frozen=True, slots=True)
class PlotsDoubled:
    """Only some titles may be in the plot deck twice."""

    most: RequiredSize
    plot_bits: int
    code: str = "plots.doubled"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        wanted = self.most.number
        doubled_bits = tally.doubled(self.plot_bits)
        if not tally.repeated & self.plot_bits and doubled_bits.bit_count() <= wanted:
            return ()
        titles = tally.by_title(self.plot_bits)
        doubled = [cards for cards in titles.values() if sum(map(tally.deck.copies, cards)) > 1]
        found = len(doubled)
        if found <= wanted:
            return ()
        cards = [card for same in doubled for card in same]
        allowed = "no plot may be doubled" if wanted == 0 else f"at most {wanted} may be"
        message = f"{found} plots are doubled: {card_names(cards, tally.pool)}; {allowed}."
        return (
            Problem(self.code, message, self.most.source, codes(cards), found=found, wanted=wanted),
        )


@dataclass(frozen=True, slots=True)
class CopiesByTitle:
    """A title has a limit in one of the two decks: the lowest that its printings there state."""

    bits: int
    code: str
    deck_name: str
    source: str = BY_TITLE

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        bits = (tally.repeated | tally.over) & self.bits
        if not bits:
            return ()
        problems = []
        for title, cards in self._suspects(tally, bits).items():
            found = sum(copies for _, copies in cards)
            wanted = min(card.deck_limit for card, _ in cards)
            if found > wanted:
                problems.append(self._problem(title, [card for card, _ in cards], found, wanted))
        return problems

    def _suspects(self, tally: DeckTally, bits: int) -> dict[str, list[tuple[Card, int]]]:
        """Return the slots of titles held in two printings, or in too many copies of one."""
        found = {card.code for card in tally.cards(bits)}
        suspects: dict[str, list[tuple[Card, int]]] = defaultdict(list)
        for slot in tally.deck.slots:
            if slot[0].code in found:
                suspects[slot[0].name].append(slot)
        return suspects

    def _problem(self, title: str, cards: list[Card], found: int, wanted: int) -> Problem:
        designs = {card.design for card in cards}
        noun = "printings" if len(designs) == 1 else "versions"
        many = f" in {len(cards)} {noun}" if len(cards) > 1 else ""
        allowed = "1 is allowed" if wanted == 1 else f"{wanted} are allowed"
        message = f"{found} copies of {title}{many} in the {self.deck_name}; {allowed}."
        return Problem(self.code, message, self.source, codes(cards), found=found, wanted=wanted)


@dataclass(frozen=True, slots=True)
class NotForDecks:
    """Titles, House cards and cards of no known pool do not go into a deck's slots."""

    source: str = DECKBUILDING
    code: str = "deck.not-a-deck-card"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        other = tally.bits & tally.pool.other_bits
        if not tally.unknown_cards and not other:
            return ()
        cards = [*tally.cards(other), *tally.unknown_cards]
        listed = ", ".join(f"{card.name} ({card.pack})" for card in cards)
        message = f"Not for a deck of this edition: {listed}."
        return (Problem(self.code, message, self.source, codes(cards), found=len(cards), wanted=0),)


@dataclass(frozen=True, slots=True)
class AgendaTwice:
    """No agenda may be run twice, in any printing."""

    source: str = f"{RR}, Agenda Cards; FAQ 4.1 (3.5)"
    code: str = "agenda.twice"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        agendas = tally.deck.agendas
        if len(agendas) < 2:
            return ()
        titles = [card.name for card in agendas]
        twice = [card for card in agendas if titles.count(card.name) > 1]
        return [
            Problem(
                self.code,
                f"{title} is run {titles.count(title)} times; each agenda may be run once.",
                self.source,
                tuple(dict.fromkeys(card.code for card in twice if card.name == title)),
                found=titles.count(title),
                wanted=1,
            )
            for title in dict.fromkeys(card.name for card in twice)
        ]


SPEAKS_OF_DECKS = CardTest("card about decks", lambda card: card.deckbuilding) & ~AGENDA
_UNKNOWN_SOURCE = "The card's text, which this version of the program does not know"


@dataclass(frozen=True, slots=True)
class AgendaUnknown:
    """An agenda with unknown rules: it is in no table, or wrongly listed as having none."""

    agendas: tuple[Card, ...]
    code: str = "agenda.unknown-rules"

    @classmethod
    def among(
        cls, agendas: Iterable[Card], judged: Collection[str], without: Collection[str]
    ) -> AgendaUnknown:
        """Return the rule for agendas; `judged` are the codes with rules, `without` the others."""
        unknown = (
            card
            for card in dict.fromkeys(agendas)
            if card.code not in judged and (card.code not in without or card.deckbuilding)
        )
        return cls(tuple(unknown))

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Name the agendas. NotForDecks reports those that the pool lacks."""
        agendas = tuple(card for card in self.agendas if card.code in tally.pool)
        if not agendas:
            return ()
        its, they_say = ("its", "it says") if len(agendas) == 1 else ("their", "they say")
        message = (
            f"The rules of {card_names(agendas, tally.pool)} are not known here: what {they_say} "
            f"of deck building is not judged, and cards that {its} text allows count as foreign."
        )
        return (_warning(self.code, message, agendas),)


@dataclass(frozen=True, slots=True)
class CardUnknown:
    """A card, not an agenda, whose text has unknown deck-building rules."""

    bits: int
    code: str = "card.unknown-rules"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        cards = _held(tally, self.bits)
        if not cards:
            return ()
        message = (
            f"The text of {card_names(cards, tally.pool)} speaks of deck building, which is not "
            "judged here: read it on the card."
        )
        return (_warning(self.code, message, cards),)


@dataclass(frozen=True, slots=True)
class CardOwn:
    """A card that the player added, such as one of a fan-made pack; its rules are unknown."""

    bits: int
    code: str = "card.own"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        cards = _held(tally, self.bits)
        if not cards:
            return ()
        message = (
            f"Your own cards, whose rules are not known here: {card_names(cards, tally.pool)}. "
            "Only what is printed on every card is checked."
        )
        return (_warning(self.code, message, cards),)


def _held(tally: DeckTally, bits: int) -> tuple[Card, ...]:
    """Return the cards of a bitset that a deck holds, its rookery and plot decks included."""
    rookery = tally.pool.bits_of(card.code for card, _ in tally.deck.rookery)
    return tuple(tally.pool.among((tally.bits | tally.outside_bits | rookery) & bits))


def _warning(code: str, message: str, cards: tuple[Card, ...]) -> Problem:
    return Problem(code, message, _UNKNOWN_SOURCE, codes(cards), Severity.WARNING)
