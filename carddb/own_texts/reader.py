"""Read the card texts of a file, with a report of every entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from carddb.card import Card
from carddb.names import Ambiguous, How, Match, Unknown, name_index
from carddb.own_texts.files import TextEntry, entries_in
from carddb.own_texts.storage import LONGEST, OwnTextLine, TextReport, TextStatus, is_text
from carddb.pool import CardPool
from carddb.spelling import SpellingIndex, fold
from carddb.terms import Edition
from core.decoding import normalized
from core.progress import Progress

_MOST_GUESSES = 500
_SUGGESTIONS = 5
_NOT_COMPARED = "Similar names were not looked for: too many names in the file are not of cards."


@dataclass(frozen=True, slots=True)
class Named:
    """The card that was found, or None with what may have been meant, and why in words."""

    card: Card | None = None
    note: str = ""
    candidates: tuple[Card, ...] = ()
    ambiguous: bool = False


class CardFinder:
    """Finds cards of both editions by code, by OCTGN's id, or by name with set and number."""

    def __init__(self, pools: Mapping[Edition, CardPool]) -> None:
        self._pools = tuple(pools.values())
        self._guesses = _MOST_GUESSES

    def find(self, entry: TextEntry) -> Named:
        """Return the card of an entry; its code decides, and its name must fit the code."""
        by_code = self._by_code(entry.code)
        if by_code is not None:
            return self._beside_name(by_code, entry)
        by_id = self._ids.get(entry.octgn_id)
        if by_id is not None:
            return Named(by_id)
        if entry.name:
            return self._by_name(entry)
        if entry.code:
            return self._unknown_code(entry.code)
        return Named(note="The entry has no code and no name.")

    @cached_property
    def _ids(self) -> dict[str, Card]:
        cards = (card for pool in self._pools for card in reversed(pool.cards))
        return {card.octgn_id.strip("{} ").lower(): card for card in cards if card.octgn_id}

    @cached_property
    def _codes(self) -> SpellingIndex:
        return SpellingIndex(card.code for pool in self._pools for card in pool)

    def _by_code(self, code: str) -> Card | None:
        return next((pool.by_code[code] for pool in self._pools if code in pool), None)

    def _beside_name(self, card: Card, entry: TextEntry) -> Named:
        if not entry.name or fold(entry.name[:200]) == fold(card.english_name):
            return Named(card)
        others = _cards_of(name_index(pool).find(entry.name, guess=False) for pool in self._pools)
        if not others or card in others:
            return Named(card)
        note = f"The code is that of {card.name}, the name that of {others[0].name}."
        return Named(note=note, candidates=(card, *others), ambiguous=True)

    def _unknown_code(self, code: str) -> Named:
        if not self._may_guess():
            return Named(note=f"No card has this code. {_NOT_COMPARED}")
        near = tuple(
            card
            for each in self._codes.nearest(code, _SUGGESTIONS)
            if (card := self._by_code(each))
        )
        similar = f" Similar: {'; '.join(card.code for card in near)}." if near else ""
        return Named(note=f"No card has this code.{similar}", candidates=near)

    def _by_name(self, entry: TextEntry) -> Named:
        matches = [match for match in self._matches(entry, guess=False) if _cards_of([match])]
        if not matches:
            return self._unknown_name(entry)
        held = [match for match in matches if not _missed(match)]
        if not held and entry.pack and entry.number:
            return self._misnumbered(entry, _cards_of(matches))
        cards = _cards_of(held or matches)
        # A number may be a pack's in its cycle as well; the card's own goes before.
        cards = tuple(card for card in cards if card.position == _number(entry)) or cards
        if held and len(cards) == 1:
            return Named(cards[0])
        if held:
            return Named(
                note=f"{len(cards)} cards have this name: name the code, or set and number.",
                candidates=cards,
                ambiguous=True,
            )
        return _of_other_packs(entry, cards)

    def _misnumbered(self, entry: TextEntry, others: tuple[Card, ...]) -> Named:
        """Return the only card of a name in a set, although the number is wrong."""
        found = (
            name_index(pool).find(entry.name, pack=entry.pack, guess=False) for pool in self._pools
        )
        cards = _cards_of(match for match in found if not _missed(match))
        if not cards:
            return _of_other_packs(entry, others)
        if len(cards) == 1:
            return Named(cards[0], f"Its number is {cards[0].position}, not {entry.number}.")
        note = f"None of the {len(cards)} cards of this name in the set has the number."
        return Named(note=note, candidates=cards, ambiguous=True)

    def _unknown_name(self, entry: TextEntry) -> Named:
        unknown = "No card has this code or this name." if entry.code else ""
        unknown = unknown or "No card has this name."
        if not self._may_guess():
            return Named(note=f"{unknown} {_NOT_COMPARED}")
        matches = list(self._matches(entry, guess=True))
        near = _cards_of(matches)
        sure = [card for card in near if card.position == _number(entry)]
        if len(sure) == 1 and entry.pack and any(_is_slip(match, sure[0]) for match in matches):
            return Named(sure[0], f"Taken for {sure[0].name}, which has this number in the set.")
        near = near or tuple(
            dict.fromkeys(c for m in matches if isinstance(m, Unknown) for c in m.candidates)
        )
        names = dict.fromkeys(card.name for card in near)
        similar = f" Similar: {'; '.join(list(names)[:_SUGGESTIONS])}." if near else ""
        return Named(note=f"{unknown}{similar}", candidates=near[:_SUGGESTIONS])

    def _matches(self, entry: TextEntry, *, guess: bool) -> Iterator[Match]:
        pack = f"{entry.pack} #{entry.number}" if entry.number and entry.pack else entry.pack
        for pool in self._pools:
            yield name_index(pool).find(entry.name, pack=pack, guess=guess)

    def _may_guess(self) -> bool:
        self._guesses -= 1
        return self._guesses >= 0


def _cards_of(matches: Iterable[Match]) -> tuple[Card, ...]:
    found: dict[Card, None] = {}
    for match in matches:
        if isinstance(match, Ambiguous):
            found |= dict.fromkeys(match.candidates)
        elif not isinstance(match, Unknown):
            found[match.card] = None
    return tuple(found)


def _missed(match: Match) -> bool:
    return not isinstance(match, Unknown) and bool(match.missed_pack)


def _is_slip(match: Match, card: Card) -> bool:
    """Return whether a match is a card's misspelt title, in the pack that was named."""
    if isinstance(match, Unknown) or match.missed_pack:
        return False
    return match.how is How.CORRECTED and card in _cards_of([match])


def _number(entry: TextEntry) -> int | None:
    digits = entry.number
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None


def _of_other_packs(entry: TextEntry, cards: Sequence[Card]) -> Named:
    note = f"“{entry.pack[:60]}” does not hold a card of this name."
    return Named(note=note, candidates=tuple(cards), ambiguous=True)


_STEP = 50
_OTHERWISE_SHOWN = "The synced text is shown as long as there is one."


def read_texts(
    source: Path | bytes,
    pools: Mapping[Edition, CardPool],
    before: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> TextReport:
    """Read a file, its bytes, or a folder with OCTGN's sets; nothing is saved.

    `before` are the player's texts so far, by code. `progress` is called with (done, total), and
    what it raises ends the reading. TextSourceError, or another AppError, where nothing can be
    read at all.
    """
    entries = entries_in(source)
    reader = _Reader(pools, before or {})
    for done, entry in enumerate(entries):
        if progress and done % _STEP == 0:
            progress(done, len(entries))
        reader.take(entry)
    return TextReport(tuple(reader.lines), reader.texts)


@dataclass(slots=True)
class _Reader:
    """Collects the texts and the account of entries, one after the other."""

    pools: Mapping[Edition, CardPool]
    before: Mapping[str, str]
    lines: list[OwnTextLine] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    _finder: CardFinder = field(init=False)
    _seen: dict[str, TextEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._finder = CardFinder(self.pools)

    def take(self, entry: TextEntry) -> None:
        """Add an entry to the texts or report why not."""
        if entry.fault:
            self._report_entry(entry, TextStatus.UNREADABLE, note=entry.fault)
            return
        named = self._finder.find(entry)
        if named.card is None:
            status = TextStatus.AMBIGUOUS if named.ambiguous else TextStatus.UNKNOWN
            codes = tuple(card.code for card in named.candidates)
            self._report_entry(entry, status, note=named.note, candidates=codes)
            return
        code, text = named.card.code, _text(entry.text)
        status, note = _fault(text) or self._standing(named.card, text or "")
        if status in {TextStatus.TAKEN, TextStatus.SAME}:
            self._seen[code] = entry
        if status is TextStatus.TAKEN:
            self.texts[code] = text or ""
        self._report_entry(entry, status, code, f"{named.note} {note}".strip())

    def _standing(self, card: Card, text: str) -> tuple[TextStatus, str]:
        if first := self._seen.get(card.code):
            where = f"entry {first.line}" + (f" of {first.source}" if first.source else "")
            return TextStatus.REPEATED, f"The card has its text from {where}."
        if self.before.get(card.code) == text:
            return TextStatus.SAME, ""
        notes = ["Replaces your earlier text."] if card.code in self.before else []
        if card.text and card.code not in self.pools[card.edition].own_texts:
            notes.append(_OTHERWISE_SHOWN)
        return TextStatus.TAKEN, " ".join(notes)

    def _report_entry(
        self,
        entry: TextEntry,
        status: TextStatus,
        code: str | None = None,
        note: str = "",
        candidates: tuple[str, ...] = (),
    ) -> None:
        line = OwnTextLine(entry.line, entry.shown, status, code, note, candidates, entry.source)
        self.lines.append(line)


def _text(written: object) -> str | None:
    """Return a text as it is stored, "" for nothing; None for invalid values."""
    if written is None:
        return ""
    text = normalized(written).strip() if isinstance(written, str) else ""
    return text if isinstance(written, str) and is_text(text) else None


def _fault(text: str | None) -> tuple[TextStatus, str] | None:
    if text is None:
        return TextStatus.NOT_TEXT, "The value for the text is not a text."
    if not text:
        return TextStatus.EMPTY, "The entry has no text."
    if len(text) > LONGEST:
        note = f"It has {len(text):,} letters; at most {LONGEST:,} are taken."
        return TextStatus.TOO_LONG, note
    return None
