"""Rows of decks and versions <-> values, inside a transaction of the caller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    insert,
    literal,
    select,
    update,
)
from sqlmodel import col

from carddb.terms import CardType, Edition, Faction
from core.text_format import LONGEST_NAME, one_line
from decks.deck_section import AGENDAS
from decks.diff import Outline, difference
from library.content import KnownCard, codes_in, decode_deck, encode_deck
from library.deck_values import LibraryDeck, Saved, StoredDeck
from library.errors import DamagedLibraryError, UnknownDeckError
from library.models import METADATA, DeckRow, GameRow, KnownCardRow, PlanRow, TagRow, VersionRow
from library.stored_text import storable, time_from_text, time_to_text

Cells: TypeAlias = dict[str, Any]

# To call an enumeration takes longer than all else in a row.
_EDITIONS = {each.value: each for each in Edition}
_FACTIONS = {each.value: each for each in Faction}
# Databases limit how many values one statement may name.
_BATCH = 500

_PLAN_OF = select(col(PlanRow.of_id)).where(col(PlanRow.deck_id) == col(DeckRow.id))
LISTED = (
    *(each for each in METADATA.tables["deck"].columns if each.name not in {"codes", "notes"}),
    _PLAN_OF.scalar_subquery().label("plan_of"),
)

_LISTED_NAMES = tuple(each.name for each in LISTED)
# Made once: to make a statement takes longer than what SQLite does with it.
_SOME_DECKS: BindParameter[Any] = bindparam("decks", expanding=True)
_LISTED_OF = select(*LISTED).where(col(DeckRow.id).in_(_SOME_DECKS))
_TAGS = select(col(TagRow.deck_id), col(TagRow.name)).order_by(col(TagRow.folded))
_TAGS_OF = _TAGS.where(col(TagRow.deck_id).in_(_SOME_DECKS))
_AGENDAS = select(col(KnownCardRow.code), col(KnownCardRow.name)).where(
    col(KnownCardRow.type) == CardType.AGENDA.value
)
_KNOWN = select(KnownCardRow).where(col(KnownCardRow.code).in_(bindparam("codes", expanding=True)))
_VERSION_TEXT = select(col(VersionRow.content)).where(
    col(VersionRow.deck_id) == bindparam("deck"), col(VersionRow.number) == bindparam("version")
)
_CURRENT = select(col(DeckRow.version)).where(col(DeckRow.id) == bindparam("deck"))
_CHANGED = update(DeckRow).where(col(DeckRow.id) == bindparam("deck"))
_CURRENT_TEXTS = (
    select(col(DeckRow.id), col(VersionRow.number), col(VersionRow.content))
    .join(
        VersionRow,
        (col(VersionRow.deck_id) == col(DeckRow.id))
        & (col(VersionRow.number) == col(DeckRow.version)),
    )
    .where(col(DeckRow.id).in_(_SOME_DECKS))
)


def unknown_deck() -> UnknownDeckError:
    return UnknownDeckError(
        "The library has no such deck any more.", "It may have been deleted in another window."
    )


def stored(
    row: Row[*tuple[Any, ...]], names: Mapping[str, str], tags: tuple[str, ...]
) -> StoredDeck:
    """Return the deck of a row of LISTED columns."""
    cells: Cells = dict(zip(_LISTED_NAMES, row, strict=True))
    agendas = cells["agendas"].split()
    cells["name"] = one_line(cells["name"], LONGEST_NAME)
    cells["edition"] = _EDITIONS[cells["edition"]]
    cells["faction"] = _FACTIONS[cells["faction"]] if cells["faction"] else None
    cells["agendas"] = tuple(agendas)
    for time in ("created", "changed", "deleted"):
        cells[time] = time_from_text(cells[time]) if cells[time] else None
    return StoredDeck(
        **cells,
        agenda_names=tuple([names.get(code, code) for code in agendas]),
        tags=tags,
    )


def agenda_names(connection: Connection) -> dict[str, str]:
    """Return the name of every agenda that is or was in a deck, by code."""
    return {code: name for code, name in connection.execute(_AGENDAS) if name}


def tags_by_deck(
    connection: Connection, deck_ids: Sequence[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """Return the tags of every deck that has some, or of some decks."""
    if deck_ids is None:
        found = connection.execute(_TAGS)
    else:
        found = connection.execute(_TAGS_OF, {"decks": deck_ids})
    tags: dict[str, tuple[str, ...]] = {}
    shown = cache(lambda name: one_line(name, LONGEST_NAME))
    for deck, name in found.all():
        tags[deck] = (*tags.get(deck, ()), shown(name))
    return tags


def stored_deck(connection: Connection, deck_id: str) -> StoredDeck:
    """Return a deck as the list shows it; UnknownDeckError if there is none."""
    return all_listed(connection, [deck_id])[0]


def all_listed(connection: Connection, deck_ids: Sequence[str]) -> tuple[StoredDeck, ...]:
    """Return decks as the list shows them, in this order; UnknownDeckError if one is missing."""
    names = agenda_names(connection)
    found: dict[str, StoredDeck] = {}
    for start in range(0, len(deck_ids), _BATCH):
        batch = deck_ids[start : start + _BATCH]
        tags = tags_by_deck(connection, batch)
        for row in connection.execute(_LISTED_OF, {"decks": batch}):
            found[row[0]] = stored(row, names, tags.get(row[0], ()))
    if not found.keys() >= set(deck_ids):
        raise unknown_deck()
    return tuple(found[deck_id] for deck_id in deck_ids)


def cells(deck: Outline, content: str) -> Cells:
    """Return the columns of a deck's row that its newest version says."""
    return {
        "name": storable(deck.name),
        "edition": deck.edition.value,
        "format": storable(deck.format),
        "faction": deck.faction.value if deck.faction else "",
        "agendas": " ".join(storable(each.code) for each in deck.at(AGENDAS)),
        "codes": " ".join(codes_in(content)),
        "notes": storable("\n".join(filter(None, _searched(deck)))),
        "list_code": storable(deck.list_code),
        "draw_count": deck.draw_count,
        "plot_count": deck.plot_count,
    }


def _searched(deck: Outline) -> tuple[str, ...]:
    """Return the text that a search looks into besides the name."""
    notes = (text for _, text in deck.card_notes)
    return (deck.notes, *notes, *(each.name for each in deck.categories))


def known_cards(connection: Connection, codes: Iterable[str]) -> dict[str, KnownCard]:
    wanted = sorted(set(codes))
    known: dict[str, KnownCard] = {}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        for row in connection.execute(_KNOWN, {"codes": batch}):
            known[row.code] = KnownCard(row.name, row.pack, row.type)
    return known


def remember(connection: Connection, decks: Sequence[Outline]) -> None:
    """Store the names of the cards of decks; known ones are written only if they changed."""
    seen = {
        storable(entry.code): KnownCard(storable(entry.name), storable(entry.pack), entry.type)
        for deck in decks
        for entry in deck.entries
        if entry.name
    }
    known = known_cards(connection, seen)
    # In one order, so that two writers never wait for each other.
    rows = [
        {"code": code, "name": card.name, "pack": card.pack, "type": card.type}
        for code, card in sorted(seen.items())
        if known.get(code) != card
    ]
    if not rows:
        return
    # The other database's half of SQLAlchemy takes 2 MB.
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
    statement = dialect.insert(KnownCardRow)
    new = {name: statement.excluded[name] for name in ("name", "pack", "type")}
    connection.execute(statement.on_conflict_do_update(index_elements=["code"], set_=new), rows)


def version_text(connection: Connection, deck_id: str, number: int) -> str:
    """Return the JSON of a version; UnknownDeckError if there is none."""
    text = connection.scalar(_VERSION_TEXT, {"deck": deck_id, "version": number})
    if text is None:
        raise unknown_version(number)
    return str(text)


def unknown_version(number: int) -> UnknownDeckError:
    return UnknownDeckError(
        f"The library has no version {number} of this deck any more.",
        "It keeps the last one of each session, the newest 200 and those with a name.",
    )


def current_texts(connection: Connection, deck_ids: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Return number and JSON of the current versions of decks by id, without missing decks."""
    found: dict[str, tuple[int, str]] = {}
    for start in range(0, len(deck_ids), _BATCH):
        batch = deck_ids[start : start + _BATCH]
        rows = connection.execute(_CURRENT_TEXTS, {"decks": batch})
        found |= {id_: (number, text) for id_, number, text in rows}
    return found


def outline_or_none(connection: Connection, deck_id: str, number: int) -> Outline | None:
    """Return the deck that a version stores, None if it is damaged or gone."""
    try:
        return version_outline(connection, deck_id, number)
    except (UnknownDeckError, DamagedLibraryError):
        return None


def version_outline(connection: Connection, deck_id: str, number: int) -> Outline:
    text = version_text(connection, deck_id, number)
    return decode_deck(text, known_cards(connection, codes_in(text)))


# How many versions of a deck stay, besides named and referenced ones.
NEWEST = 200
# After a pause of this length a change begins another version.
PAUSE = timedelta(minutes=30)
# The number of the version that a deck is added with.
FIRST = 1
_LONGEST_WORDS = 400


def current(connection: Connection, deck_id: str, *, lock: bool = False) -> int:
    """Return the current version of a deck and optionally lock it; UnknownDeckError for none."""
    number = _current_or_none(connection, deck_id, lock=lock)
    if number is None:
        raise unknown_deck()
    return number


def _current_or_none(connection: Connection, deck_id: str, *, lock: bool) -> int | None:
    query = _CURRENT.with_for_update() if lock else _CURRENT
    return connection.scalar(query, {"deck": deck_id})


def insert_decks(
    connection: Connection,
    decks: Mapping[str, Outline],
    now: str,
    folder_id: str | None = None,
    number: int = FIRST,
) -> None:
    """Insert decks by their ids, each with one version, and the names of their cards."""
    if not decks:
        return
    contents = {deck_id: encode_deck(deck) for deck_id, deck in decks.items()}
    plain = {
        "folder_id": folder_id,
        "created": now,
        "changed": now,
        "deleted": None,
        "version": number,
        "built_version": None,
    }
    connection.execute(
        insert(DeckRow),
        [cells(deck, contents[each]) | plain | {"id": each} for each, deck in decks.items()],
    )
    connection.execute(
        insert(VersionRow),
        [_version(each, number, now, content) for each, content in contents.items()],
    )
    remember(connection, list(decks.values()))


def _version(deck_id: str, number: int, now: str, content: str) -> Cells:
    return {
        "deck_id": deck_id,
        "number": number,
        "made": now,
        "name": None,
        "based_on": None,
        "overtaken_by": None,
        "words": "Added",
        "content": content,
    }


@dataclass(frozen=True, slots=True)
class VersionWriter:
    """The history of one deck, to which versions are added at one time (`now`, as stored)."""

    connection: Connection
    deck_id: str
    now: str

    def insert(self, deck: Outline, folder_id: str | None = None, number: int = FIRST) -> None:
        """Insert the deck with its first version, or the one that a window still had of it."""
        insert_decks(self.connection, {self.deck_id: deck}, self.now, folder_id, number)

    def save(self, opened: LibraryDeck, replaces: int | None = None) -> Saved:
        """Save an edited deck; see DeckRepository.save."""
        new = opened.outline
        head = _current_or_none(self.connection, self.deck_id, lock=True)
        if head is None:
            self.insert(new, number=opened.version + 1)
            return Saved(replace(opened, version=opened.version + 1), stepped=True)
        text = encode_deck(new)
        if text == self._text(head):
            return Saved(replace(opened, version=head), stepped=False)
        if head != opened.version and text == self._text(opened.version):
            return Saved(opened, stepped=False, newer=head)
        overtaken = head if head != opened.version else None
        begun = self._replace(head) if head == opened.version == replaces else None
        if begun is not None:
            number = self.step(*begun, new)
        else:
            old = version_outline(self.connection, self.deck_id, head)
            number = self.step(opened.version, old, new)
        if overtaken is not None:
            self._mark_overtaken(overtaken, number)
        return Saved(replace(opened, version=number), stepped=True, overtaken=overtaken)

    def step(self, based_on: int, old: Outline, new: Outline, words: str = "") -> int:
        """Make the deck's next version the current one; return its number.

        `words` describe the change where the difference from `old` does not do it best.
        """
        content = encode_deck(new)
        number = current(self.connection, self.deck_id) + 1
        text = words or ", ".join(difference(old, new).words) or f"Back to version {based_on}"
        if len(text) > _LONGEST_WORDS:
            text = f"{text[: _LONGEST_WORDS - 1]}…"
        version = _version(self.deck_id, number, self.now, content)
        version |= {"words": text, "based_on": based_on}
        # As parameters, because SQLAlchemy is slow with values in a statement.
        self.connection.execute(insert(VersionRow), version)
        row = cells(new, content)
        row |= {"version": number, "changed": self.now, "deleted": None}
        self.connection.execute(_CHANGED, {"deck": self.deck_id, **row})
        remember(self.connection, [new])
        self._delete_old(number)
        return number

    def _replace(self, number: int) -> tuple[int, Outline] | None:
        """Delete the current version if a new one may continue it; return what it was based on."""
        recent = time_to_text(time_from_text(self.now) - PAUSE)
        version = (col(VersionRow.deck_id) == self.deck_id, col(VersionRow.number) == number)
        query = select(col(VersionRow.based_on)).where(
            *version, col(VersionRow.made) >= recent, *self._may_go()
        )
        based_on = self.connection.scalar(query)
        if based_on is None:
            return None
        old = outline_or_none(self.connection, self.deck_id, based_on)
        if old is None:
            return None
        self.connection.execute(delete(VersionRow).where(*version))
        return based_on, old

    def _text(self, number: int) -> str | None:
        return self.connection.scalar(_VERSION_TEXT, {"deck": self.deck_id, "version": number})

    def _mark_overtaken(self, number: int, by: int) -> None:
        mark = update(VersionRow).where(
            col(VersionRow.deck_id) == self.deck_id, col(VersionRow.number) == number
        )
        self.connection.execute(mark.values(overtaken_by=by))

    def _delete_old(self, newest: int) -> None:
        """Delete versions before the newest 200, but none that must stay."""
        if newest <= NEWEST:
            return
        deck, number = col(VersionRow.deck_id) == self.deck_id, col(VersionRow.number)
        newest_kept = select(number).where(deck).order_by(number.desc()).offset(NEWEST - 1).limit(1)
        old = number < newest_kept.scalar_subquery()
        self.connection.execute(delete(VersionRow).where(deck, old, *self._may_go()))

    def _may_go(self) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions of versions without a name to which nothing refers."""
        built = select(col(DeckRow.built_version)).where(
            col(DeckRow.id) == self.deck_id, col(DeckRow.built_version).is_not(None)
        )
        played = select(col(GameRow.version)).where(
            col(GameRow.deck_id) == self.deck_id, col(GameRow.version).is_not(None)
        )
        # What a plan was begun from: a merge compares with that.
        begun = select(literal(FIRST)).where(col(PlanRow.deck_id) == self.deck_id)
        planned = select(col(PlanRow.version)).where(col(PlanRow.of_id) == self.deck_id)
        number = col(VersionRow.number)
        return (
            col(VersionRow.name).is_(None),
            col(VersionRow.overtaken_by).is_(None),
            *(number.not_in(each) for each in (built, played, begun, planned)),
        )
