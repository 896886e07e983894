"""The command `sevenplots rule`: the rules of the game, of deck building and of events."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carddb.terms import Edition
from cli.options import AsJson
from cli.session import Session
from cli.terminal import faint_line, out, print_message, print_object
from core.errors import AppError
from core.json_values import json_object
from rulebook.entry import Entry
from rulebook.entry_search import EntrySearch
from rulebook.rule_book import RuleBook, rule_book
from validators.codes import problem_codes
from validators.conditions import read_day

SHOWN_WHOLE = 3


def entry_json(entry: Entry) -> dict[str, Any]:
    return json_object(
        entry, "id kind title words edition since until source cards see keywords codes"
    )


def show_entries(entries: Sequence[Entry], whole: int = SHOWN_WHOLE) -> None:
    """Print the first entries with their words, the others by title."""
    for entry in entries[:whole]:
        _show(entry)
    rest = entries[whole:]
    if not rest:
        return
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column()
    table.add_column(style="dim")
    for entry in rest:
        table.add_row(entry.id, Text(entry.title), _edition(entry))
    if whole:
        out().print(Text("Also", style="bold"))
    out().print(table)


def _show(entry: Entry) -> None:
    out().print(Text(entry.title, style="bold"))
    out().print(faint_line(" · ".join(filter(None, (entry.id, _edition(entry), _days(entry))))))
    out().print(Padding(Text(entry.words), (0, 0, 0, 2), expand=False))
    out().print(faint_line(f"Source: {entry.source}"))
    if entry.see:
        out().print(faint_line(f"See: {', '.join(entry.see)}"))
    out().print()


def _edition(entry: Entry) -> str:
    return entry.edition.label if entry.edition else "both editions"


def _days(entry: Entry) -> str:
    since = f"since {entry.since.isoformat()}" if entry.since else ""
    return f"{since} until {entry.until.isoformat()}".strip() if entry.until else since


def rule_command(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="For example: two limited; or a number: 1.2"),
    ] = None,
    name: Annotated[str, typer.Option("--id", metavar="ID", help="The entry of this id.")] = "",
    card: Annotated[str, typer.Option(metavar="NAME|CODE", help="What concerns this card.")] = "",
    problem: Annotated[
        str, typer.Option(metavar="CODE", help="The rule behind a problem of a deck.")
    ] = "",
    edition: Annotated[Edition | None, typer.Option(help="Of one edition only.")] = None,
    day: Annotated[
        str, typer.Option("--on", metavar="YYYY-MM-DD", help="As the rules were on this day.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Read the rules in our own words; without a question all titles are listed."""
    session: Session = context.obj
    book = rule_book()
    query = " ".join(words or ())
    wanted = read_day(day) if day else None
    chosen = _chosen(session, book, name, card, problem)

    def keep(entry: Entry) -> bool:
        return (
            (chosen is None or entry in chosen)
            and (edition is None or entry.is_for(edition))
            and (wanted is None or entry.holds_on(wanted))
        )

    if query:
        entries = EntrySearch(book.entries, session.pools.values()).find(query, keep)
    else:
        entries = tuple(filter(keep, book.entries if chosen is None else chosen))
    if as_json:
        print_object({"entries": [entry_json(entry) for entry in entries]})
    elif entries:
        asked = query or chosen is not None
        show_entries(entries, SHOWN_WHOLE if asked else 0)
    else:
        print_message("No rule was found.", "Other words, another day or edition may find one.")


def _chosen(
    session: Session, book: RuleBook, name: str, card: str, problem: str
) -> tuple[Entry, ...] | None:
    """Return the entries that id, card and problem have in common, None if none is named."""
    sets: list[tuple[Entry, ...]] = []
    if name:
        sets.append((book.entry(name),))
    if card:
        entries = (book.for_card(*each) for each in session.cards(card, "--card"))
        sets.append(tuple(dict.fromkeys(chain.from_iterable(entries))))
    if problem:
        if problem not in problem_codes():
            raise AppError(
                f"No problem has the code “{problem}”.", "docs/problems.md lists all codes."
            )
        sets.append(book.for_problem(problem))
    if not sets:
        return None
    first, *others = sets
    return tuple(entry for entry in first if all(entry in other for other in others))
