"""Deck lists that are handed in: read, matched with players, judged and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition
from core.progress import Progress
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.deck_section import AGENDAS, DRAW_DECK, DeckSection
from decks.diff import OutlineEntry, outline
from decks.report import Reading
from events.deck_lists import event_conditions, handed_in
from events.event_values import EventPlayer, EventSettings, HandedInDeck
from events.sign_up import player_of
from library.import_reader import PASTED, ImportSources, read_sources
from validators.problem import Severity

if TYPE_CHECKING:
    from validators.judge import Judge
    from validators.repairs import Repair, RepairedDeck


# Of one problem.
MOST_REPAIRS = 2
Judges = Mapping[Edition, "Judge"]


@dataclass(frozen=True, slots=True)
class IntakeQuestion:
    """Deck lists that are handed in, their player (None: found by the names), and the event."""

    sources: ImportSources
    decks: tuple[tuple[str, Reading], ...]
    settings: EventSettings
    players: tuple[EventPlayer, ...]
    player: str | None = None


@dataclass(frozen=True, slots=True)
class IntakeLine:
    """A list as read and judged, and its player (None: not known yet).

    `key` is its source and its number among the lists of that source.
    """

    key: tuple[str, int]
    source: str
    reading: Reading
    deck: HandedInDeck
    player: str | None

    def for_player(self, player: str | None) -> IntakeLine:
        return replace(self, player=player)


@dataclass(frozen=True, slots=True)
class Intake:
    """All lists that were found, and a sentence for each source without one."""

    lines: tuple[IntakeLine, ...] = ()
    failures: tuple[str, ...] = ()


def read_intake(question: IntakeQuestion, judges: Judges, report: Progress) -> Intake:
    """Return the lists; each player gets the first one that names them."""
    settings = question.settings
    imported = read_sources(question.sources, judges, settings.day, report)
    found = [*((each.source, each.reading) for each in imported.found), *question.decks]
    judge = judges[settings.edition]
    lines: list[IntakeLine] = []
    given: set[str] = set()
    of_source = Counter[str]()
    for number, (source, reading) in enumerate(found):
        report(number, len(found))
        player = question.player if not lines else None
        if question.player is None:
            where = () if source == PASTED else (Path(source).stem, source)
            owner = player_of((*where, reading.deck.name), question.players)
            player = owner.id if owner and owner.id not in given else None
        if player is not None:
            given.add(player)
        deck = handed_in(reading, settings, judge)
        lines.append(IntakeLine((source, of_source[source]), source, reading, deck, player))
        of_source[source] += 1
    return Intake(tuple(lines), imported.failures)


def stored_reading(deck: HandedInDeck, pools: Mapping[Edition, CardPool]) -> Reading:
    """Return a handed-in list, read again from its stored text."""
    return read_decks(deck.text, pools, name=deck.name)[0]


@dataclass(frozen=True, slots=True)
class RepairQuestion:
    """A list whose repairs are looked for."""

    deck: HandedInDeck
    settings: EventSettings


@dataclass(frozen=True, slots=True)
class ListRepairs:
    """How to make a list legal: repairs of each problem (by its sentence), and all at once."""

    of_problem: tuple[tuple[str, tuple[Repair, ...]], ...]
    all_at_once: RepairedDeck

    def of(self, reason: str) -> tuple[Repair, ...]:
        return next((found for each, found in self.of_problem if each == reason), ())


def list_repairs(
    question: RepairQuestion, pools: Mapping[Edition, CardPool], report: Progress
) -> ListRepairs | None:
    """Return the repairs of a list; None if it is of another edition."""
    from validators.judge import Judge  # noqa: PLC0415 - not at start
    from validators.repairs import Repairer  # noqa: PLC0415 - as above

    deck: Deck = stored_reading(question.deck, pools).deck
    if deck.edition is not question.settings.edition:
        return None
    judge = Judge(pools[deck.edition])
    conditions = event_conditions(question.settings, judge)
    deck = replace(deck, format=question.settings.kind.value)
    repairer = Repairer(judge, conditions, report)
    errors = judge.verdict(deck, conditions).of(Severity.ERROR)
    found = tuple((each.message, repairer.repairs(deck, each)[:MOST_REPAIRS]) for each in errors)
    return ListRepairs(found, repairer.repair_all(deck))


def list_errors(deck: Deck, settings: EventSettings, judges: Judges) -> list[str]:
    judge = judges[settings.edition]
    found = judge.verdict(deck, event_conditions(settings, judge)).of(Severity.ERROR)
    return [each.message for each in found]


def repaired_list(
    before: HandedInDeck, repaired: Deck, settings: EventSettings, judges: Judges
) -> HandedInDeck:
    """Return a list with other cards; its unread lines remain problems."""
    judge = judges[settings.edition]
    pools = {edition: each.pool for edition, each in judges.items()}
    stored = stored_reading(before, pools)
    judged = handed_in(stored, settings, judge).reasons
    after = handed_in(Reading(replace(repaired, format=stored.deck.format), ()), settings, judge)
    reasons = (*after.reasons, *(each for each in before.reasons if each not in judged))
    return replace(after, reasons=reasons, legal=not reasons)


Place = tuple[DeckSection, str]
# Returns the name for a card's code, with the pack if several cards have that name.
Named = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card with the copies on the list and those that were found (None: not counted yet)."""

    section: DeckSection
    code: str
    name: str
    kind: str
    listed: int
    found: int | None = None

    @property
    def place(self) -> Place:
        """The key of the card in a check."""
        return self.section, self.code

    @property
    def differs(self) -> bool:
        return self.found is not None and self.found != self.listed

    @property
    def words(self) -> str:
        if not self.listed:
            return f"{self.found} {self.name}: not on the list."
        return f"{self.found or 'No'} {self.name} instead of {self.listed}."


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """The cards of the list in its order, then those that are not on it.

    `other` are further differences of a deck that was read: another faction, lines not read.
    """

    cards: tuple[CheckedCard, ...]
    other: tuple[str, ...] = ()

    @property
    def uncounted(self) -> int:
        """How many cards of the list were not counted yet."""
        return sum(each.found is None for each in self.cards)

    @property
    def differences(self) -> tuple[str, ...]:
        """What differs so far, a sentence each."""
        return (*self.other, *(each.words for each in self.cards if each.differs))

    def with_found(self, place: Place, found: int | None) -> DeckCheck:
        """Return the check with another count; an unlisted card without copies is removed."""
        cards = (replace(each, found=found) if each.place == place else each for each in self.cards)
        return replace(self, cards=tuple(each for each in cards if each.listed or each.found))

    def all_as_listed(self) -> DeckCheck:
        """Return the check with the uncounted cards as listed."""
        cards = (
            replace(each, found=each.listed if each.found is None else each.found)
            for each in self.cards
        )
        return replace(self, cards=tuple(cards))

    def with_card(self, card: Card, named: Named) -> DeckCheck:
        """Return the check with one more copy of a card, listed or not."""
        section = AGENDAS if card.type is CardType.AGENDA else DRAW_DECK
        known = next((each for each in self.cards if each.place == (section, card.code)), None)
        if known is not None:
            return self.with_found(known.place, (known.found or 0) + 1)
        new = CheckedCard(section, card.code, named(card.code), card.type.value, 0, 1)
        return replace(self, cards=(*self.cards, new))


def new_check(listed: Deck, named: Named) -> DeckCheck:
    """Return the check of a list before any card is counted."""
    entries = outline(replace(listed, considered=())).entries
    return DeckCheck(tuple(_card(each, named, listed=each.copies) for each in entries))


def check_of(listed: Deck, found: Reading, named: Named) -> DeckCheck:
    """Return the check of a list against a deck that was read."""
    other = [f"Line {each.line or '?'} was not read: {each.text.strip()}" for each in found.unread]
    if found.deck.edition is not listed.edition:
        other.append(f"The deck is of the {found.deck.edition.value} edition.")
    elif found.deck.faction is not None and found.deck.faction is not listed.faction:
        wanted = listed.faction.card_name if listed.faction else "none"
        other.append(f"The faction is {found.deck.faction.card_name} instead of {wanted}.")
    counts = {
        (each.section, each.code): each
        for each in outline(replace(found.deck, considered=())).entries
    }
    cards = [
        replace(card, found=counts.pop(card.place).copies if card.place in counts else 0)
        for card in new_check(listed, named).cards
    ]
    cards += [_card(each, named, listed=0, found=each.copies) for each in counts.values()]
    return DeckCheck(tuple(cards), tuple(other))


def _card(entry: OutlineEntry, named: Named, listed: int, found: int | None = None) -> CheckedCard:
    kind = str(entry.section) if entry.section.aside else entry.type
    return CheckedCard(entry.section, entry.code, named(entry.code), kind, listed, found)
