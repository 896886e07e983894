"""Proxies from the command line: `sevenplots export --to proxies`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO

from carddb.card import Card
from carddb.pool import Pools
from cli.open_library import open_library
from cli.search import UNUSABLE, codes_in_deck, refuse_query
from cli.session import Session
from cli.standard_streams import write_bytes
from cli.terminal import filling, print_message, print_object, print_unread, stoppable
from core.errors import AppError, QueryError
from core.files import write_file
from decks.deck import Deck, Slots
from decks.proxies import PrintedProxies, ProxyOptions, whole_deck
from decks.report import Reading

if TYPE_CHECKING:
    from cli.drawing import ProxyWriter


@dataclass(frozen=True, slots=True)
class ProxyPrinter:
    """Draws proxies with these options; `pools` have the names of the chosen language."""

    session: Session
    pools: Pools
    options: ProxyOptions
    write: ProxyWriter

    def print_to(self, file: BinaryIO, cards: Slots) -> PrintedProxies:
        """Write the PDF to an empty file, with progress."""
        home, options = self.session.home, self.options
        named = tuple((self.pools[card.edition].card(card.code), count) for card, count in cards)
        with stoppable(), filling("Drawing the cards") as progress:
            return self.write(file, named, self._pack_name, options, home, progress)

    def _pack_name(self, card: Card) -> str:
        return self.pools[card.edition].pack_name(card)


def export_proxies(
    printer: ProxyPrinter,
    readings: Sequence[Reading],
    which: str,
    output: Path | None,
    *,
    as_json: bool,
) -> int:
    """Write proxies of all these decks into one PDF, or to standard output; return the status."""
    if output is None and as_json:
        raise AppError("--json describes the written file.", "Name the file with --output FILE.")
    try:
        cards = cards_of(printer.session, [reading.deck for reading in readings], which)
    except QueryError as error:
        refuse_query(which, error, as_json=as_json)
        return UNUSABLE
    with TemporaryFile() as pdf:
        printed = printer.print_to(pdf, cards)
        if output is None:
            pdf.seek(0)
            write_bytes(pdf.read())
        else:
            write_file(output, pdf)
            print_message(f"Written: {output} ({printed.words})")
    if note := printed.note():
        print_message(note)
    for reading in readings:
        print_unread(reading.unread, "is not in it")
    if as_json:
        without = [card.code for card in printed.without_picture]
        counts = {"pages": printed.pages, "cards": printed.cards, "drawn": printed.drawn}
        print_object({**counts, "without_picture": without, "path": str(output)})
    return 0


def cards_of(session: Session, decks: Sequence[Deck], which: str) -> Slots:
    """Return the cards of decks to print: "all", "missing", "considered" or those of a search."""
    match which:
        case "all":
            return tuple(slot for deck in decks for slot in whole_deck(deck))
        case "considered":
            return tuple(slot for deck in decks for slot in deck.considered)
        case "missing":
            # Imported here, since it imports the library's tables.
            from library.binder import missing_for  # noqa: PLC0415

            with open_library(session) as library:
                owned = library.collection.owned()
            return missing_for(decks, owned, session.pools)
    found: list[tuple[Card, int]] = []
    for deck in decks:
        matching = codes_in_deck(session, deck, which)
        found += [slot for slot in whole_deck(deck) if slot[0].code in matching]
    return tuple(found)
