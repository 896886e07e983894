"""What a line that names a card came to, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.names import Ambiguous, FoundCard, How, Match, Unknown
from carddb.pack import Pack
from carddb.spelling import fold
from decks.report import LineStatus, ReportLine

NOT_COMPARED = "Similar names were not looked for: too many names of the file are no card's."


@dataclass(frozen=True, slots=True)
class LineResult:
    """A report line, the card to put into the deck, and how well the line was understood.

    `sense` is 2 for a line understood as written or by its code, 1 with a doubt, 0 where it is
    lost.
    """

    line: ReportLine
    card: Card | None
    sense: int


def account(
    number: int, text: str, copies: int, match: Match, packs: Mapping[str, Pack]
) -> LineResult:
    """Return the account of a line whose name was looked up."""
    if isinstance(match, Unknown):
        codes = tuple(card.code for card in match.candidates)
        note = _unknown_note(match)
        line = ReportLine(number, text, LineStatus.UNKNOWN, None, copies, note, codes)
        return LineResult(line, None, 0)
    doubtful = match.how is How.CORRECTED or bool(match.missed_pack)
    if isinstance(match, FoundCard):
        status = _status_of(match)
        codes = (match.card.code,) if status is LineStatus.AMBIGUOUS else ()
        card, note = match.card, _found_note(match, packs)
    else:
        status, card = LineStatus.AMBIGUOUS, match.proposed
        codes = tuple(each.code for each in match.candidates)
        note = _ambiguous_note(match, packs)
    line = ReportLine(number, text, status, card.code, copies, note, codes)
    return LineResult(line, card, 1 if doubtful else 2)


def _status_of(match: FoundCard) -> LineStatus:
    """Return what a found card makes of its line; digits that said nothing leave it in doubt."""
    if any(letter.isdigit() for letter in match.missed_pack):
        return LineStatus.AMBIGUOUS
    if match.how is How.CORRECTED or match.missed_pack:
        return LineStatus.CORRECTED
    return LineStatus.READ


def account_by_code(plain: ReportLine, card: Card, match: Match | None, word: str) -> LineResult:
    """Return the account of a line that bears a card's code, and perhaps a name beside it.

    `plain` has its number, text and copies. The code decides; `word` is what it is called there
    ("code", "link", "id"). A name of another card is reported.
    """
    status, note, candidates = _beside_code(card, match, word)
    line = ReportLine(plain.line, plain.text, status, card.code, plain.copies, note, candidates)
    return LineResult(line, card, 2)


def lost(entry: LineResult, note: str) -> LineResult:
    """Return an account without its card, which becomes what the line may have meant."""
    line = entry.line
    meant = (*([line.code] if line.code else []), *line.candidates)
    line = replace(line, status=LineStatus.UNKNOWN, code=None, note=note)
    return LineResult(replace(line, candidates=tuple(dict.fromkeys(meant))), None, 0)


def _beside_code(
    card: Card, match: Match | None, word: str
) -> tuple[LineStatus, str, tuple[str, ...]]:
    """Return what a name beside a code makes of the line: status, note and candidates."""
    if match is None:
        return LineStatus.READ, "", ()
    if isinstance(match, Unknown) or match.how is How.CORRECTED:
        return LineStatus.CORRECTED, f"Taken for {card.name}, by its {word}.", ()
    named = (match.card,) if isinstance(match, FoundCard) else match.candidates
    same = fold(named[0].name) == fold(card.name)
    if card in named or (same and match.missed_pack):
        if match.missed_pack:
            note = f"“{match.missed_pack}” does not hold it; taken by its {word} ({card.code})."
            return LineStatus.CORRECTED, note, ()
        return LineStatus.READ, "", ()
    label = f"{named[0].name} ({named[0].code})" if same else named[0].name
    note = f"Its {word} is that of {card.name} ({card.code}), its name that of {label}."
    candidates = (card.code, *(each.code for each in named))
    return LineStatus.AMBIGUOUS, f"{note} Proposed: {card.name}, by its {word}.", candidates


def _unknown_note(match: Unknown) -> str:
    if not match.compared:
        return f"No card has this name. {NOT_COMPARED}"
    names = tuple(dict.fromkeys(card.name for card in match.candidates))
    if not names:
        return "No card has this name, nor one like it."
    return f"No card has this name. Similar: {_listed(names)}."


def _found_note(match: FoundCard, packs: Mapping[str, Pack]) -> str:
    notes = []
    if match.how is How.CORRECTED:
        notes.append(f"Taken for {match.card.name}.")
    if match.missed_pack:
        pack = _pack_name(match.card, packs)
        notes.append(f"“{match.missed_pack}” does not hold it; taken from {pack}.")
    return " ".join(notes)


def _ambiguous_note(match: Ambiguous, packs: Mapping[str, Pack]) -> str:
    notes = []
    if match.how is How.CORRECTED:
        notes.append(f"Taken for {match.proposed.name}.")
    if match.missed_pack:
        notes.append(f"“{match.missed_pack}” does not hold it.")
    types = {card.type.value for card in match.candidates}
    several = f"{len(match.candidates)} cards" if len(types) > 1 else _printings(match.candidates)
    which = "the earliest" if match.proposed is match.candidates[0] else "the earliest legal one"
    legal = "" if match.allowed else ", though none of them is legal"
    where = f"{_pack_name(match.proposed, packs)} ({match.proposed.code})"
    notes.append(f"{several} have this name; proposed: {which}, from {where}{legal}.")
    return " ".join(notes)


def _printings(cards: Sequence[Card]) -> str:
    designs = {card.reprint_of or card.code for card in cards}
    return f"{len(cards)} {'printings' if len(designs) == 1 else 'versions'}"


def _pack_name(card: Card, packs: Mapping[str, Pack]) -> str:
    pack = packs.get(card.pack)
    return pack.name if pack else card.pack


def _listed(names: Sequence[str]) -> str:
    return "; ".join(names)
