"""Collect the lines of one deck while they are read, then make the deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple, TypeVar

from carddb.card import Card
from carddb.names import Ambiguous, FoundCard, How, Match, Unknown, name_index
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from decks.deck_section import (
    CONSIDERED,
    DRAFTED,
    DRAW_DECK,
    ROOKERY,
    DeckSection,
    SectionKind,
    house_of,
    plot_deck,
)
from decks.formats.deck_format import MOST_COPIES, ReadOptions
from decks.formats.sections import pack_name
from decks.report import LineStatus, Reading, ReportLine

NOT_COMPARED = "Similar names were not looked for: too many names in the file are not of cards."


class LineResult(NamedTuple):
    """What a line means, and its card; `sense`: 2 as written or by code, 1 with a doubt, 0 lost."""

    status: LineStatus
    card: Card | None
    note: str = ""
    candidates: tuple[str, ...] = ()
    sense: int = 2


# Attributes of an enumeration take longer than all else that an ordinary line needs.
_READ, _UNKNOWN = LineStatus.READ, LineStatus.UNKNOWN


def result_by_name(match: Match, pool: CardPool) -> LineResult:
    """Return the result of a line whose name was looked up."""
    if isinstance(match, Unknown):
        codes = tuple(card.code for card in match.candidates)
        return LineResult(_UNKNOWN, None, _unknown_note(match), codes, 0)
    sense = 1 if match.how is How.CORRECTED or match.missed_pack else 2
    if isinstance(match, FoundCard):
        if sense == 2:
            return LineResult(_READ, match.card)
        status = _status_of(match)
        codes = (match.card.code,) if status is LineStatus.AMBIGUOUS else ()
        return LineResult(status, match.card, _found_note(match, pool), codes, sense)
    codes = tuple(each.code for each in match.candidates)
    note = _ambiguous_note(match, pool)
    return LineResult(LineStatus.AMBIGUOUS, match.proposed, note, codes, sense)


def _status_of(match: FoundCard) -> LineStatus:
    """Return the status of a doubtful line; digits that nothing explains are worse than a slip."""
    has_digits = any(map(str.isdigit, match.missed_pack))
    return LineStatus.AMBIGUOUS if has_digits else LineStatus.CORRECTED


def lost(result: LineResult, note: str) -> LineResult:
    """Return a result without its card, which becomes a candidate."""
    meant = (*([result.card.code] if result.card else []), *result.candidates)
    return LineResult(_UNKNOWN, None, note, tuple(dict.fromkeys(meant)), 0)


def result_by_code(card: Card, match: Match | None, word: str) -> LineResult:
    """Return the result of a line with a card's code, and perhaps a name; the code decides.

    `word` is "code", "link" or "id".
    """
    if match is None:
        return LineResult(_READ, card)
    if isinstance(match, Unknown) or match.how is How.CORRECTED:
        return LineResult(LineStatus.CORRECTED, card, f"Taken for {card.name}, by its {word}.")
    named = (match.card,) if isinstance(match, FoundCard) else match.candidates
    if card in named and not match.missed_pack:
        return LineResult(_READ, card)
    same = fold(named[0].name) == fold(card.name)
    if match.missed_pack and (same or card in named):
        note = f"“{match.missed_pack}” does not hold it; taken by its {word} ({card.code})."
        return LineResult(LineStatus.CORRECTED, card, note)
    label = f"{named[0].name} ({named[0].code})" if same else named[0].name
    note = f"Its {word} is that of {card.name} ({card.code}), its name that of {label}."
    candidates = (card.code, *(each.code for each in named))
    note = f"{note} Proposed: {card.name}, by its {word}."
    return LineResult(LineStatus.AMBIGUOUS, card, note, candidates)


def _unknown_note(match: Unknown) -> str:
    if not match.compared:
        return f"No card has this name. {NOT_COMPARED}"
    names = tuple(dict.fromkeys(card.name for card in match.candidates))
    if not names:
        return "No card has this name, nor one like it."
    return f"No card has this name. Similar: {'; '.join(names)}."


def _found_note(match: FoundCard, pool: CardPool) -> str:
    notes = []
    if match.how is How.CORRECTED:
        notes.append(f"Taken for {match.card.name}.")
    if match.missed_pack:
        pack = pack_name(match.card, pool)
        notes.append(f"“{match.missed_pack}” does not hold it; taken from {pack}.")
    return " ".join(notes)


def _ambiguous_note(match: Ambiguous, pool: CardPool) -> str:
    notes = []
    if match.how is How.CORRECTED:
        notes.append(f"Taken for {match.proposed.name}.")
    if match.missed_pack:
        notes.append(f"“{match.missed_pack}” does not hold it.")
    types = {card.type.value for card in match.candidates}
    several = f"{len(match.candidates)} cards" if len(types) > 1 else _printings(match.candidates)
    which = "the earliest" if match.proposed is match.candidates[0] else "the earliest legal one"
    legal = "" if match.allowed else ", though none of them is legal"
    where = f"{pack_name(match.proposed, pool)} ({match.proposed.code})"
    notes.append(f"{several} have this name; proposed: {which}, from {where}{legal}.")
    return " ".join(notes)


def _printings(cards: Sequence[Card]) -> str:
    designs = {card.design for card in cards}
    return f"{len(cards)} {'printings' if len(designs) == 1 else 'versions'}"


# Share codes store positions in this tuple: append only.
FORMATS_OF_PLAY = ("joust", "melee", "draft", "rookery", "hand-of-the-king", "civil-war")
_Reader = TypeVar("_Reader", bound="EditionReader")
# What a deck may state instead of a list's code.
LIST_WORDS = frozenset({"none", "latest"})
MOST_PLAYERS = 100
_EDITIONS = {
    "first": Edition.FIRST,
    "1st": Edition.FIRST,
    "1": Edition.FIRST,
    "second": Edition.SECOND,
    "2nd": Edition.SECOND,
    "2": Edition.SECOND,
}


@dataclass(slots=True)
class DeckAssembler:
    """One deck as read so far; one pile holds agendas, plots and draw deck."""

    name: str
    faction: Faction | None = None
    format: str = ""
    list_code: str = ""
    date: str = ""
    players: int | None = None
    notes: list[str] = field(default_factory=list)
    piles: dict[DeckSection, list[tuple[Card, int]]] = field(default_factory=dict)
    _copies: dict[tuple[SectionKind, int, str], int] = field(default_factory=dict)

    def take(
        self, number: int, text: str, copies: int, result: LineResult, section: DeckSection
    ) -> ReportLine:
        """Put the card of a line into a section; return the line's report.

        A House card is the deck's faction.
        """
        card, code, lies = result.card, None, section
        if card is not None:
            code = card.code
            lies = section if section.aside else section.of(card)
            place = lies.kind, lies.number, code
            total = self._copies.get(place, 0) + copies
            if total > MOST_COPIES:
                result, code = lost(result, f"No deck holds {total} copies of a card."), None
            else:
                self._copies[place] = total
                if card.type is CardType.HOUSE:
                    self.faction = house_of(card)
                else:
                    self.open(section).append((card, copies))
        return ReportLine(
            number, text, result.status, code, copies, result.note, result.candidates, lies
        )

    def open(self, section: DeckSection) -> list[tuple[Card, int]]:
        """Return the pile of a section, which exists from now on even if it stays empty."""
        return self.piles.setdefault(section if section.aside else DRAW_DECK, [])

    def state(self, word: str, value: str, pool: CardPool) -> bool:
        """Take what a deck states ("format", "melee"); return whether it was understood."""
        if word == "format" and play_format(value):
            self.format = play_format(value)
        elif word == "list" and (value in pool.lists or value.lower() in LIST_WORDS):
            self.list_code = value if value in pool.lists else value.lower()
        elif word == "date" and _is_day(value):
            self.date = value
        elif word == "players" and _is_number_of_players(value):
            self.players = int(value)
        elif word == "notes":
            self.notes.append(value)
        elif word == "name" and value:
            self.name = value
        else:
            return False
        return True

    def deck(self, edition: Edition) -> Deck:
        numbers = [each.number for each in self.piles if each.kind is SectionKind.PLOT_DECK]
        numbered = range(1, max(numbers, default=0) + 1)
        made = Deck.of(
            self.name,
            edition,
            self.faction,
            self.piles.get(DRAW_DECK, []),
            list_code=self.list_code,
            date=self.date,
            players=self.players,
            notes="\n".join(self.notes),
            rookery=slots_of(self.piles.get(ROOKERY, [])),
            drafted=slots_of(self.piles.get(DRAFTED, [])),
            plot_decks=tuple(slots_of(self.piles.get(plot_deck(n), [])) for n in numbered),
            considered=slots_of(self.piles.get(CONSIDERED, [])),
            format=self.format or "joust",
        )
        return made if self.format else replace(made, format=implied_format(made))


class EditionReader:
    """Reads one deck as one edition; `sense` says how well, `doubts` counts what is doubtful."""

    def __init__(self, pool: CardPool, options: ReadOptions) -> None:
        self._pool = pool
        self._index = name_index(pool)
        self._options = options
        self._gathered = DeckAssembler(options.name)
        self._report: list[ReportLine] = []
        self.sense = 0
        self.doubts = 0

    def reading(self) -> Reading:
        return Reading(self._gathered.deck(self._pool.edition), tuple(self._report))


def best_reader(readers: Iterable[_Reader]) -> _Reader | None:
    """Return the reader of the most sense, the first of equals; none follows one without doubts."""
    best: _Reader | None = None
    for reader in readers:
        if best is None or reader.sense > best.sense:
            best = reader
        if not best.doubts:
            break
    return best


def implied_format(deck: Deck) -> str:
    """Return the format that a deck's piles imply if it states none."""
    if deck.plot_decks:
        return "civil-war"
    if deck.drafted:
        return "draft"
    return "rookery" if deck.rookery else "joust"


def play_format(written: str) -> str:
    name = "-".join(fold(written).split())
    return name if name in FORMATS_OF_PLAY else ""


def stated_edition(written: str) -> Edition | None:
    """Return the edition that some words name ("first", "2nd edition"), or None."""
    return _EDITIONS.get(fold(written).removesuffix("edition").strip())


def _is_number_of_players(written: str) -> bool:
    return len(written) < 4 and written.isdecimal() and 1 <= int(written) <= MOST_PLAYERS


def _is_day(written: str) -> bool:
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False
