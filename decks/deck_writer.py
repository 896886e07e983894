"""Decks as the texts of every format that players use, and what a format cannot carry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from carddb.local_names import local_pools
from carddb.pool import Pools
from carddb.terms import CardType, Edition
from core.errors import AppError
from core.text_format import one_line
from decks.deck import Deck, deck_of_cards
from decks.deck_section import held_cards
from decks.formats import csv_table, deck_json, octgn, share_code
from decks.formats import text_formats as text
from decks.formats.deck_assembler import FORMATS_OF_PLAY, implied_format

PILES = frozenset({"rookery", "drafted", "plot decks"})
LISTED = PILES | {"name", "titles"}
ALL = LISTED | {"format", "list", "date", "players", "notes", "considered"}
WORDS = frozenset({"categories", "card notes"})
EVERYTHING = ALL | WORDS | {"format of its own", "targets"}

# The formats that players read: their names are in the language that the cards are shown in.
LOCAL = frozenset({"plain", "markdown"})
_OTHERS = frozenset({CardType.TITLE, CardType.HOUSE})


@dataclass(frozen=True, slots=True)
class Writer:
    """A format to write: `code` names it, `ending` is that of its files, with the point.

    `carries` names the parts of a deck that it can hold, besides faction, agendas and slots. `many`
    is whether one text can hold several decks. `remarks` yields further sentences about a deck.
    """

    code: str
    label: str
    write: Callable[[Sequence[Deck], Pools], str]
    carries: frozenset[str]
    ending: str = ".txt"
    many: bool = False
    remarks: Callable[[Deck], Iterator[str]] = lambda _: iter(())


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a file, and sentences about what it does not carry."""

    text: str
    notes: tuple[str, ...] = ()


def write(deck: Deck, code: str, pools: Pools) -> Written:
    """Return a deck in the format of a code; AppError if there is no such format."""
    return write_all([deck], code, pools)


def write_all(decks: Sequence[Deck], code: str, pools: Pools) -> Written:
    """Return several decks in one text; AppError if the format holds one only."""
    writer = writer_of(code)
    if not decks:
        raise AppError("There is no deck to write.", "Name a file that holds one.")
    if code not in LOCAL:
        # Other programs know cards by their English names.
        pools = local_pools(pools, None)
        decks = [deck_of_cards(deck, pools) for deck in decks]
    if len(decks) > 1 and not writer.many:
        raise AppError(
            f"A file of the format {writer.code} holds one deck, and there are {len(decks)}.",
            "Write them into a folder, one file each.",
        )
    notes = dict.fromkeys(note for deck in decks for note in notes_on(deck, writer))
    return Written(writer.write(decks, pools), tuple(notes))


def writer_of(code: str) -> Writer:
    """Return the writer of a format's code; AppError if there is none."""
    if code not in WRITERS:
        raise AppError(f"There is no format “{code}”.", f"There are: {', '.join(WRITERS)}.")
    return WRITERS[code]


def notes_on(deck: Deck, writer: Writer) -> Iterator[str]:
    """Yield a sentence for everything in a deck that a format does not carry."""
    lost = {field: words for field, words in _stated(deck) if field not in writer.carries}
    if lost:
        others = "json and csv do" if lost.keys() <= ALL | WORDS else "json does"
        yield f"{writer.label} does not carry {_listed([*lost.values()])}; {others}."
    yield from writer.remarks(deck)


def _stated(deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield the fields that a deck states besides faction, agendas and slots, in words."""
    odd_format = deck.format != implied_format(deck)
    known = "format" if deck.format in FORMATS_OF_PLAY else "format of its own"
    fields = (
        ("name", "the deck's name", deck.name),
        ("titles", "titles", any(card.type in _OTHERS for card, _ in deck.slots)),
        (known, f"the format ({deck.format})", odd_format),
        ("list", f"the restricted list ({deck.list_code})", deck.list_code),
        ("date", f"the day ({deck.date})", deck.date),
        ("players", "the number of players", deck.players),
        ("notes", "the notes", deck.notes),
        ("rookery", "the Rookery", deck.rookery),
        ("drafted", "the drafted cards", deck.drafted),
        ("plot decks", "the Civil War plot decks", deck.plot_decks),
        ("considered", "the considered cards", deck.considered),
        ("categories", "the categories", deck.categories),
        ("targets", "the targets of categories", any(each.target for each in deck.categories)),
        ("card notes", "the notes on cards", deck.card_notes),
    )
    return ((field, words) for field, words, there in fields if there)


def _first_edition(deck: Deck) -> Iterator[str]:
    if deck.edition is Edition.FIRST:
        yield "ThronesDB knows second-edition cards alone; other programs will not read this list."


def _csv(deck: Deck) -> Iterator[str]:
    worded = {code for each in deck.categories for code in each.cards}
    worded |= {code for code, _ in deck.card_notes}
    held = {card.code for _, card, _ in held_cards(deck)}
    if not worded <= held or not all(each.cards for each in deck.categories):
        yield (
            "CSV does not carry empty categories and words for cards that the deck does not hold;"
            " json does."
        )


def _thronesdb(deck: Deck) -> Iterator[str]:
    yield from _first_edition(deck)
    if deck.edition is Edition.SECOND and (deck.rookery or deck.drafted or deck.plot_decks):
        yield (
            "What lies beside the deck stands below headings of its own;"
            " ThronesDB itself would take those cards for the deck's."
        )


def _throneteki(deck: Deck) -> Iterator[str]:
    yield from _first_edition(deck)
    if not one_line(deck.name):
        yield f"throneteki needs a name; the deck is called “{text.NO_NAME}” there."
    over = [card.name for card, count in deck.slots if count > card.deck_limit]
    if over:
        yield f"throneteki takes no more copies than the deck limit of {_few(over)}."


def _octgn(deck: Deck) -> Iterator[str]:
    if deck.edition is Edition.FIRST:
        yield (
            "OCTGN's game has second-edition cards alone: it would put their namesakes into this"
            " deck. Seven Plots reads the file as it is."
        )
        return
    cards = [*deck.agendas, *(card for card, _ in deck.slots)]
    missing = [card.name for card in cards if not octgn.has_id(card)]
    if missing:
        yield (
            f"OCTGN has no id for {_few(missing)}; they bear stand-ins, so that OCTGN looks for"
            " their names."
        )


def _short_code(deck: Deck) -> Iterator[str]:
    if len(one_line(deck.name)) > share_code.MOST_NAME:
        yield f"A short code carries the first {share_code.MOST_NAME} letters of the deck's name."


def _few(names: Sequence[str]) -> str:
    each = list(dict.fromkeys(names))
    return _listed([*each[:5], f"{len(each) - 5} more"]) if len(each) > 6 else _listed(each)


def _listed(each: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(each[:-1]), each[-1])))


_DECK_CODE = (ALL | {"format of its own"}) - {"notes"}
_TABLE = (
    Writer(
        "thronesdb", "ThronesDB text", text.write_thronesdb, LISTED, many=True, remarks=_thronesdb
    ),
    Writer(
        "thronesdb-file",
        "ThronesDB download",
        text.write_download,
        LISTED,
        many=True,
        remarks=_thronesdb,
    ),
    Writer(
        "by-cycle",
        "ThronesDB list by cycle",
        text.write_cycles,
        LISTED,
        many=True,
        remarks=_thronesdb,
    ),
    Writer("markdown", "Markdown", text.write_markdown, LISTED, ".md", remarks=_thronesdb),
    Writer("agot-cards", "agot.cards", text.write_agot_cards, LISTED, remarks=_thronesdb),
    Writer("octgn", "OCTGN", octgn.write, frozenset({"notes"}), ".o8d", remarks=_octgn),
    Writer(
        "throneteki",
        "Throneteki text",
        text.write_throneteki,
        frozenset({"name"}),
        remarks=_throneteki,
    ),
    Writer("json", "JSON", deck_json.write, EVERYTHING, ".json", many=True),
    Writer("csv", "CSV", csv_table.write, ALL | WORDS, ".csv", many=True, remarks=_csv),
    Writer("plain", "Plain list", text.write_plain, ALL, many=True),
    Writer("code", "Short code", share_code.write, _DECK_CODE, many=True, remarks=_short_code),
)

WRITERS = {writer.code: writer for writer in _TABLE}
