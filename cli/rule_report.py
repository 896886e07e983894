"""Entries of the rules, as JSON and for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.terminal import faint_line, out
from rulebook.entry import Entry

SHOWN_WHOLE = 3


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return an entry in the shape that `sevenplots rule` and `card` print."""
    return {
        "id": entry.id,
        "kind": entry.kind.value,
        "title": entry.title,
        "words": entry.words,
        "edition": entry.edition.value if entry.edition else None,
        "since": entry.since.isoformat() if entry.since else None,
        "until": entry.until.isoformat() if entry.until else None,
        "source": entry.source,
        "cards": list(entry.cards),
        "see": list(entry.see),
        "keywords": list(entry.keywords),
        "codes": list(entry.codes),
    }


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
