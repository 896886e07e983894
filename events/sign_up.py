"""Read a pasted list of players: one name per line, or a table with faction and agenda."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import category

from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType, Faction
from core.errors import AppError
from core.text_format import LONGEST_NAME, cell_as_written, one_line
from decks.formats.deck_format import MOST_LETTERS, MOST_LINES
from events.event_values import EventPlayer

_NAME = ("name", "player", "player name", "full name")
_FACTION = ("faction", "house")
_AGENDA = ("agenda", "agendas")
NO_NAME = "This reads like a line of a letter, not like a name."
# Every player is compared with all others. No event had a tenth as many.
MOST_PLAYERS = 5_000
UNPRINTABLE = "This line holds signs that no name has."
# Control, unassigned and private characters. U+FFFD stands for undecodable bytes.
_NO_LETTERS = frozenset({"Cc", "Cn", "Co", "Cs"})
# "1. Arya", "2) Bran", "- Catelyn": a list is often numbered.
_NUMBERING = re.compile(r"^\s*(?:\d{1,3}[.):]|[-\u2013•*])\s+(?=\S)")
_CODE = re.compile(r"\d{5}|[A-Za-z0-9]+_\d+")
# People often paste a whole e-mail: headers, greeting, sentences and closing.
_OF_A_LETTER = re.compile(
    r"((from|to|cc|sent|date|subject|re|fwd?):|>|https?://|--).*"
    r"|(dear|hi|hello|hey)( (all|everyone|everybody|friends|folks|both|there))?[,!.]*"
    r"|(dear|hi|hello|hey) .*[,!]"
    r"|((many |with )?thanks|thank you|cheers|greetings|((best|kind|warm) )?regards|best wishes"
    r"|(yours )?sincerely|see you)\b.*"
    r"|.*[:!?]"
    r"|(\S+ ){4,}\S+\.|(\S+ ){8,}\S+",
    re.IGNORECASE,
)
_HEADINGS = {*_NAME, *_FACTION, *_AGENDA}


@dataclass(frozen=True, slots=True)
class SignUp:
    """A line of a list of players; `problem` is why it is refused, `note` what is unknown."""

    line: int
    name: str
    faction: str = ""
    agenda: str = ""
    problem: str = ""
    note: str = ""


def read_sign_ups(text: str, taken: Iterable[str] = ()) -> tuple[SignUp, ...]:
    """Return the players of a list; `taken` names are refused. AppError if it is too long."""
    if text.count("\n") > MOST_LINES:
        raise AppError(f"This has more than {MOST_LINES:,} lines, too many for a list of players.")
    rows = _rows(text)
    check_players(len(rows))
    columns = {"name": 0, "faction": 1, "agenda": 2}
    if rows and {fold(each) for each in rows[0][1]} & _HEADINGS:
        heads = [fold(each) for each in rows[0][1]]
        found = (("name", _NAME), ("faction", _FACTION), ("agenda", _AGENDA))
        columns = {
            key: next((at for at, each in enumerate(heads) if each in known), -1)
            for key, known in found
        }
        columns["name"] = max(columns["name"], 0)
        rows = rows[1:]
    elif not any(faction_code(cells[1]) for _, cells in rows if len(cells) > 1):
        # "Stark, Arya" is a name.
        rows = [(line, [" ".join(text.split())]) for line, text in _lines(text)]
    known = {each.strip().casefold(): "is in the event already" for each in taken}
    signed = []
    for line, cells in rows:
        name, faction, agenda = (
            cell_as_written(" ".join(cells[at].split())) if 0 <= at < len(cells) else ""
            for at in (columns[key] for key in ("name", "faction", "agenda"))
        )
        unprintable = any(each == "\ufffd" or category(each) in _NO_LETTERS for each in name)
        name = "" if unprintable else one_line(name, LONGEST_NAME)
        said = known.get(name.casefold(), "")
        problem = f"{name} {said}." if said else "" if name else "There is no name in this line."
        if unprintable:
            problem = UNPRINTABLE
        elif not problem and _OF_A_LETTER.fullmatch(name):
            problem = NO_NAME
        code = faction_code(faction)
        note = f"“{faction}” is not a faction." if faction and not code else ""
        signed.append(SignUp(line, name, code, agenda, problem, note))
        known.setdefault(name.casefold(), f"stands in line {line} already")
    return tuple(signed)


def check_players(count: int) -> None:
    """Raise AppError if an event cannot have that many players."""
    if count > MOST_PLAYERS:
        raise AppError(f"An event has at most {MOST_PLAYERS:,} players, and these are {count:,}.")


def _rows(text: str) -> list[tuple[int, list[str]]]:
    lines = _lines(text)
    if not lines:
        return []
    joined = "".join(line for _, line in lines)
    marks = [each for each in ("\t", ";", ",") if each in joined] or ["\t"]
    # The headings of a table show its separator; names may contain the other ones.
    mark = next(
        (each for each in marks if {fold(cell) for cell in _cells(lines[0][1], each)} & _HEADINGS),
        marks[0],
    )
    return [(number, _cells(line, mark)) for number, line in lines]


def _cells(line: str, mark: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=mark))]


def _lines(text: str) -> list[tuple[int, str]]:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines:
        if len(line) > MOST_LETTERS:
            raise AppError(
                f"Line {number} has more than {MOST_LETTERS:,} characters, too many for a player.",
                "One name a line, or a CSV with names.",
            )
    return [(number, _NUMBERING.sub("", line)) for number, line in lines]


def faction_code(written: str) -> str:
    """Return the faction that a text names, as events store it; empty if it names none."""
    wanted = fold(written).removeprefix("house ").strip()
    for faction in Faction:
        names = {faction.value, fold(faction.label), fold(faction.card_name)}
        if wanted and wanted in names | {each.removeprefix("house ") for each in names}:
            return faction.value
    return ""


def codes_alone(written: str) -> tuple[str, ...]:
    """Return the codes of a cell that holds only agenda codes; otherwise nothing."""
    words = written.replace("+", " ").replace(",", " ").split()
    return tuple(words) if all(map(_CODE.fullmatch, words)) else ()


def agendas_named(pool: CardPool | None, written: str) -> tuple[str, ...]:
    """Return the codes of agendas separated by "+"; nothing if one is unknown."""
    if pool is None or not written.strip():
        return ()
    codes: dict[str, str] = {}
    for card in pool:
        if card.type is CardType.AGENDA:
            codes[card.code] = card.code
            codes.setdefault(fold(card.name), card.code)
            codes.setdefault(fold(card.english_name), card.code)
    wanted = codes_alone(written) or written.split("+")
    found = tuple(codes.get(each.strip()) or codes.get(fold(each.strip()), "") for each in wanted)
    return found if all(found) else ()


def player_of(texts: Iterable[str], players: Iterable[EventPlayer]) -> EventPlayer | None:
    """Return the player whose name is in one of the texts; None for none or several.

    All words of the name must be there, in any order: "Stark, Arya.txt" is the list of Arya Stark.
    If one name contains another, the longer one counts.
    """
    named = [(frozenset(fold(each.name).split()), each) for each in players]
    for text in texts:
        words = set(fold(text.replace("_", " ").replace(".", " ")).split())
        found = [(name, player) for name, player in named if name and name <= words]
        most = max((len(name) for name, _ in found), default=0)
        longest = [player for name, player in found if len(name) == most]
        if len(longest) == 1:
            return longest[0]
    return None
