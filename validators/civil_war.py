"""Civil War: one common draw deck of a House for 2 to 6 players, a plot deck for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_test import CHARACTER, NEUTRAL, UNIQUE, of_faction
from carddb.pool import CardPool
from carddb.terms import CardType
from core.text_format import count_of
from decks.deck import Deck, Slots
from validators.deck_rules import CardOwn, CardUnknown
from validators.messages import card_names
from validators.problem import Problem, Rule, Severity
from validators.tally import DeckTally, codes

SOURCE = "Civil War, Deckbuilding"
FEWEST, MOST = 2, 6
COPIES = 5
USUAL_LIMIT = 3
_UNIQUE_CHARACTER = CHARACTER & UNIQUE
# Rules about plots alone hold for each plot deck.
PLOT_CODES = frozenset(
    {"plots.too-few", "plots.too-many", "plots.doubled", "plots.copies", "faction.other"}
)


def draw_minimum(players: int) -> int:
    """Return the least size of the common draw deck: 100, and 20 for each player above two."""
    return 100 + 20 * (players - FEWEST)


def players_of(deck: Deck) -> int | None:
    """Return the number of players: as stated, else of several plot decks, or None."""
    if deck.players is not None:
        return deck.players
    return len(deck.plot_decks) if len(deck.plot_decks) >= FEWEST else None


@dataclass(frozen=True, slots=True)
class Players:
    """The variant is for 2 to 6 players."""

    code: str = "civil-war.players"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        players = players_of(tally.deck)
        if players is None:
            message = "The number of players is not stated; a Civil War is for 2 to 6."
            return (Problem(self.code, message, SOURCE, wanted=FEWEST),)
        if FEWEST <= players <= MOST:
            return ()
        wanted = FEWEST if players < FEWEST else MOST
        message = f"{count_of(players, 'player')}; a Civil War is for 2 to 6."
        return (Problem(self.code, message, SOURCE, found=players, wanted=wanted),)


@dataclass(frozen=True, slots=True)
class CommonDeckTooSmall:
    """The common draw deck grows with the players."""

    code: str = "draw.too-few"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        players = min(max(players_of(tally.deck) or FEWEST, FEWEST), MOST)
        found, wanted = tally.draw_count, draw_minimum(players)
        if found >= wanted:
            return ()
        message = (
            f"The common draw deck has {count_of(found, 'card')}; at least {wanted} are needed for "
            f"{players} players."
        )
        return (Problem(self.code, message, SOURCE, found=found, wanted=wanted),)


@dataclass(frozen=True, slots=True)
class CommonCopies:
    """One copy of a unique character, five of any other card, by title; printed limits hold."""

    code: str = "copies.too-many"
    note_code: str = "civil-war.unique-copies"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        problems = []
        for title, cards in tally.by_title(tally.pool.draw_bits).items():
            found = sum(map(tally.deck.copies, cards))
            wanted = min(map(copies_limit, cards))
            if found > wanted:
                allowance = _allowance(cards, wanted)
                message = f"{found} copies of {title} in the common draw deck; {allowance}."
                source = _source(cards, tally.pool)
                problems.append(
                    Problem(self.code, message, source, codes(cards), found=found, wanted=wanted)
                )
            elif found > 1 and any(UNIQUE(card) for card in cards):
                problems.append(self._note(title, cards, found))
        return problems

    def _note(self, title: str, cards: list[Card], found: int) -> Problem:
        message = (
            f"{found} copies of {title}, a unique card but not a character: the variant's limit of"
            " one is for characters only."
        )
        return Problem(
            self.note_code,
            message,
            f"{SOURCE}; ruling: unique locations and attachments have five copies",
            codes(cards),
            severity=Severity.NOTE,
            found=found,
            wanted=COPIES,
        )


def _source(cards: list[Card], pool: CardPool) -> str:
    doubtful = [card for card in cards if any("unique" in doubt for doubt in card.doubts)]
    if not doubtful:
        return SOURCE
    return f"{SOURCE}; doubtful: sources disagree whether {card_names(doubtful, pool)} is unique"


def _allowance(cards: list[Card], wanted: int) -> str:
    if any(map(_UNIQUE_CHARACTER, cards)):
        return "a unique character is allowed once"
    if wanted < USUAL_LIMIT:
        return f"the printed limit is {wanted}"
    return f"{wanted} are allowed"


def copies_limit(card: Card) -> int:
    """Return how many copies of a card the common draw deck may include, by the card itself."""
    if _UNIQUE_CHARACTER(card):
        return 1
    return card.deck_limit if card.deck_limit < USUAL_LIMIT else COPIES


@dataclass(frozen=True, slots=True)
class SecondHouse:
    """Only the House's cards and neutral ones; a card of several Houses counts for each."""

    allowed_bits: int
    code: str = "faction.other"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        strays = tally.bits & tally.pool.draw_bits & ~self.allowed_bits
        if not strays or tally.deck.faction is None:
            return ()
        cards = list(tally.cards(strays))
        house = tally.deck.faction.card_name
        message = f"Only cards of {house} and neutral cards, not {card_names(cards, tally.pool)}."
        found = tally.copies(strays)
        return (Problem(self.code, message, SOURCE, codes(cards), found=found, wanted=0),)


@dataclass(frozen=True, slots=True)
class NoAgenda:
    """One House card is shared; there are no agendas."""

    code: str = "civil-war.agenda"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        agendas = tally.deck.agendas
        if not agendas:
            return ()
        message = f"A Civil War deck has no agenda: {card_names(agendas, tally.pool)}."
        source = f"{SOURCE}; ruling: one House card is shared, no agenda"
        found = len(agendas)
        return (Problem(self.code, message, source, codes(agendas), found=found, wanted=0),)


@dataclass(frozen=True, slots=True)
class ManyNeutrals:
    """The variant speaks of some neutral cards; more than a quarter is worth a note."""

    code: str = "civil-war.neutral"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        total = tally.draw_count
        found = tally.copies(tally.pool.bits(NEUTRAL) & tally.pool.draw_bits)
        if found * 4 <= total:
            return ()
        message = f"{found} of {total} cards are neutral; the variant speaks of some neutral cards."
        return (
            Problem(
                self.code,
                message,
                f"{SOURCE}; ruling: any number, with a note above a quarter",
                severity=Severity.NOTE,
                found=found,
                wanted=total // 4,
            ),
        )


@dataclass(frozen=True, slots=True)
class MeleeCards:
    """Cards for melee alone: three players or more play a melee, two may choose to."""

    bits: int
    code: str = "civil-war.melee-cards"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        found = tally.bits & self.bits
        if not found or (players_of(tally.deck) or FEWEST) > FEWEST:
            return ()
        cards = list(tally.cards(found))
        message = f"Only if you play it as melee: {card_names(cards, tally.pool)}."
        source = "Card text; Civil War, overview"
        severity = Severity.NOTE
        return (Problem(self.code, message, source, codes(cards), severity=severity),)


@dataclass(frozen=True, slots=True)
class PlotDecks:
    """Every player brings a plot deck, which follows the plot rules of its edition on its own."""

    rules: tuple[Rule, ...]
    code: str = "civil-war.plot-decks"
    card_code: str = "civil-war.not-a-plot"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        return [*self._count(tally), *self._each(tally)]

    def _count(self, tally: DeckTally) -> Iterable[Problem]:
        players, given = players_of(tally.deck), len(tally.deck.plot_decks)
        if players is None or given == players:
            return ()
        decks = count_of(given, "plot deck")
        message = f"{decks} given for {players} players: the others are not judged."
        severity = Severity.WARNING if given < players else Severity.ERROR
        if given > players:
            message = f"{given} plot decks for {players} players; each player brings one."
        return (
            Problem(self.code, message, SOURCE, severity=severity, found=given, wanted=players),
        )

    def _strays(self, number: int, slots: Slots, tally: DeckTally) -> Iterable[Problem]:
        cards = [card for card, _ in slots if card.type is not CardType.PLOT]
        if cards:
            message = f"Plot deck {number} holds no plots alone: {card_names(cards, tally.pool)}."
            found = len(cards)
            yield Problem(self.card_code, message, SOURCE, codes(cards), found=found, wanted=0)

    def _each(self, tally: DeckTally) -> Iterable[Problem]:
        for number, slots in enumerate(tally.deck.plot_decks, 1):
            yield from self._strays(number, slots, tally)
            own = DeckTally(replace(tally.deck, slots=slots, agendas=(), plot_decks=()), tally.pool)
            for rule in self.rules:
                for problem in rule.check(own):
                    yield replace(problem, message=f"Plot deck {number}: {problem.message}")


def arranged(deck: Deck) -> Deck:
    """Return the deck with plots among its common cards taken as one more plot deck."""
    loose = tuple(slot for slot in deck.slots if slot[0].type is CardType.PLOT)
    if not loose:
        return deck
    common = tuple(slot for slot in deck.slots if slot[0].type is not CardType.PLOT)
    return replace(deck, slots=common, plot_decks=(*deck.plot_decks, loose))


def civil_war_rules(deck: Deck, pool: CardPool, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the variant's rules; those about plots alone hold for each plot deck."""
    own = pool.all_bits
    if deck.faction is not None:
        own = pool.bits(NEUTRAL) | pool.bits(of_faction(deck.faction))
    return (
        *(rule for rule in rules if rule.code in {"faction.missing", "deck.not-a-deck-card"}),
        Players(),
        CommonDeckTooSmall(),
        CommonCopies(),
        SecondHouse(own & pool.draw_bits),
        *(rule for rule in rules if rule.code in {"house.only", "format.only-in"}),
        *(rule for rule in rules if isinstance(rule, CardOwn | CardUnknown)),
        NoAgenda(),
        ManyNeutrals(),
        MeleeCards(pool.bits_of(card.code for card in pool if card.only_in == "melee")),
        PlotDecks(tuple(rule for rule in rules if rule.code in PLOT_CODES)),
    )
