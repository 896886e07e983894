"""Deck lists of an event as tables: their lines, lists that are handed in, and deck checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.deck_intake import CheckedCard, DeckCheck, IntakeLine
from app.tables import TableColumn
from carddb.card import Card
from core.text_format import count_of
from decks.report import LineStatus, Reading, ReportLine
from events.event_state import EventState

MOST_SHOWN = 8
_STATUS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Several fit",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "No card",
}


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a list, and the card that it was read as, with its name."""

    number: int
    line: ReportLine
    card: Card | None
    name: str

    @property
    def status(self) -> str:
        return _STATUS[self.line.status]


def account_lines(
    reading: Reading | None, card: Callable[[str], Card | None], named: Callable[[str], str]
) -> list[AccountLine]:
    """Return the lines of a list, those that were not read first."""
    rows = [
        AccountLine(number, line, card(line.code), named(line.code))
        if line.code
        else AccountLine(number, line, None, "")
        for number, line in enumerate(reading.lines if reading else ())
    ]
    return sorted(rows, key=lambda each: not each.line.lost)


def account_words(reading: Reading) -> str:
    """Return the account in short: "62 lines read, 1 corrected, 2 not read"."""
    parts = [f"{count_of(len(reading.read), 'line')} read as written"]
    if reading.corrected:
        parts.append(f"{len(reading.corrected)} corrected")
    if reading.unread:
        parts.append(f"{len(reading.unread)} not read")
    return ", ".join(parts)


def _section(row: AccountLine) -> str:
    return str(row.line.section).capitalize() if row.line.section else ""


ACCOUNT: tuple[TableColumn[AccountLine], ...] = (
    TableColumn("Line", lambda each: str(each.line.line or ""), 6, numeric=True, faint=True),
    TableColumn("As written", lambda each: each.line.words, 10, 5),
    TableColumn(
        "Result", lambda each: each.status, 15, tooltip=lambda each: each.line.note or each.status
    ),
    TableColumn(
        "Card", lambda each: f"{each.line.copies} {each.name}" if each.name else each.line.note,
        10, 4,
    ),
)  # fmt: skip
LIST_CARDS: tuple[TableColumn[AccountLine], ...] = (
    TableColumn("Copies", lambda each: str(each.line.copies), 7, numeric=True),
    TableColumn("Card", lambda each: each.name, 12, 3),
    TableColumn("Section", _section, 12, faint=True),
)


def _verdict(line: IntakeLine) -> str:
    return "Legal" if line.deck.legal else "Not legal"


def intake_columns(state: EventState) -> tuple[TableColumn[IntakeLine], ...]:
    """Return the columns of lists that are handed in for the players of an event."""

    def owner(line: IntakeLine) -> str:
        return state.player(line.player).name if line.player else "Whose?"

    return (
        TableColumn("From", lambda each: each.source, 10, 3, faint=True),
        TableColumn("Deck", lambda each: each.reading.deck.name, 10, 3),
        TableColumn("Player", owner, 10, 3),
        TableColumn(
            "Verdict", _verdict, 13, tooltip=lambda each: "\n".join(each.deck.reasons) or "Legal"
        ),
    )


def _found(card: CheckedCard) -> str:
    return "\N{EN DASH}" if card.found is None else str(card.found)


def _result(card: CheckedCard) -> str:
    if card.found is None:
        return "to count"
    return ("differs" if card.listed else "not on the list") if card.differs else "as listed"


CHECK: tuple[TableColumn[CheckedCard], ...] = (
    TableColumn("Card", lambda card: card.name, 14, 1),
    TableColumn("Kind", lambda card: card.kind.capitalize(), 11, faint=True),
    TableColumn("Listed", lambda card: str(card.listed), 8, numeric=True),
    TableColumn(
        "Found", _found, 8, numeric=True,
        words=lambda card: "not counted" if card.found is None else str(card.found),
    ),
    TableColumn("", _result, 14, name="Result"),
)  # fmt: skip


def check_words(check: DeckCheck, digest: str) -> str:
    """Return the differences from the list of a checksum, and how many cards are left to count."""
    differences, left = check.differences, check.uncounted
    still = f"{left} of {len(check.cards)} cards to count." if left else ""
    if not differences:
        same = f"The same cards as on the list, {digest}."
        return f"{still} No difference so far." if left else same
    shown = [f"• {each}" for each in differences[:MOST_SHOWN]]
    if len(differences) > MOST_SHOWN:
        shown.append(f"• and {len(differences) - MOST_SHOWN} more")
    return "\n".join(filter(None, ("Not as on the list:", *shown, still)))


def check_note(check: DeckCheck, digest: str) -> str:
    """Return the note of a check."""
    return f"Deck check against the list {digest}: {' '.join(check.differences)}"
