"""The tables of decks.db, defined with SQLModel: rows, never the values themselves.

Statements, new files, the checks of a whole file (`library.schema`) and the rescue of a damaged one
follow from these classes; migrations bring older libraries here. Times are ISO texts in UTC, which
sort as texts on every database; ids are uuid4 in hex.

Importing SQLModel takes a quarter of a second and 11 MB, so only what opens a library imports this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sqlalchemy import MetaData, Text
from sqlalchemy.orm import declared_attr
from sqlmodel import Field, SQLModel
from typing_extensions import override

from carddb.terms import Edition, Faction
from events.event_terms import EventKind, EventStage, GameResult
from library.game_report import Ending, Result, SetupQuality
from library.phone_values import CallStatus, KeyKind

_TWO = "[0-9][0-9]"
# SQLite takes 31 February for a day; with nothing added it is one in March.
_DAY = (
    f"{{0}} GLOB '{_TWO}{_TWO}-{_TWO}-{_TWO}' AND length(CAST({{0}} AS BLOB)) = 10"
    " AND {0} >= '0001' AND date({0}, '+0 days') IS {0}"
)
# Times in the first and last year do not exist in every zone; days are never converted.
_TIME = (
    f"{{0}} GLOB '{_TWO}{_TWO}-{_TWO}-{_TWO}T{_TWO}:{_TWO}:{_TWO}.{_TWO * 3}+00:00'"
    " AND length(CAST({0} AS BLOB)) = 32"
    " AND strftime('%Y-%m-%dT%H:%M:%S', substr({0}, 1, 19), '+0 days') IS substr({0}, 1, 19)"
    " AND {0} BETWEEN '0002' AND '9999'"
)
_OUTCOME = (
    f"({{0}} IN {tuple(map(str, GameResult))}"
    " OR {0} GLOB '[1-4],[1-4],[1-4]' OR {0} GLOB '[1-4],[1-4],[1-4],[1-4]')"
)


def _checked(condition: str, *, primary_key: bool = False, **options: Any) -> Any:
    """Return the field of a column whose values meet a condition in SQL; {0} is its name."""
    options["info"] = {"condition": condition}
    return Field(primary_key=primary_key, sa_column_kwargs=options)


def _one_of(words: Iterable[str], *, primary_key: bool = False, **options: Any) -> Any:
    condition = f"{{0}} IN {tuple(map(str, words))}"
    return _checked(condition, primary_key=primary_key, **options)


def _time() -> Any:
    return _checked(_TIME)


# The tables of other databases must not be created in this one. Names make migrations portable.
METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class _Row(SQLModel):
    metadata = METADATA
    # Statements use the columns alone, so nothing is ever validated.
    model_config = {"defer_build": True}

    @declared_attr.directive
    @override
    def __tablename__(cls) -> str:  # noqa: N805 - SQLAlchemy calls it with the class
        """Return "known_card" for KnownCardRow."""
        words = re.findall("[A-Z][a-z]*", cls.__name__)[:-1]
        return "_".join(words).lower()


class FactRow(_Row, table=True):
    """A fact about the library itself: its number of changes."""

    key: str = Field(primary_key=True)
    number: int


class FolderRow(_Row, table=True):
    """A folder of decks; `folded` is its name as names are compared."""

    id: str = Field(primary_key=True)
    name: str
    folded: str = Field(unique=True)


class DeckRow(_Row, table=True):
    """A deck as its list shows it: what its newest version states, and where it is stored.

    `agendas` and `codes` hold codes with spaces between them; `deleted` is when it went into the
    bin; `version` numbers its current version, `built_version` the one that exists in cards.
    """

    id: str = Field(primary_key=True)
    name: str
    edition: str = _one_of(Edition)
    format: str
    faction: str = _one_of(["", *Faction])
    agendas: str
    list_code: str
    draw_count: int
    plot_count: int
    folder_id: str | None = Field(foreign_key="folder.id", ondelete="SET NULL", index=True)
    created: str = _time()
    changed: str = _time()
    deleted: str | None = _time()
    version: int
    built_version: int | None
    # Last, so that a list without them need not read past them.
    codes: str = Field(sa_type=Text)
    notes: str = Field(sa_type=Text)


class PlanRow(_Row, table=True):
    """A deck that is a planned change of another one, and the version of that it was begun from."""

    deck_id: str = Field(primary_key=True, foreign_key="deck.id", ondelete="CASCADE")
    of_id: str = Field(foreign_key="deck.id", ondelete="CASCADE", index=True)
    version: int


class TagRow(_Row, table=True):
    """A tag on a deck; `folded` is how tags are compared."""

    deck_id: str = Field(primary_key=True, foreign_key="deck.id", ondelete="CASCADE")
    folded: str = Field(primary_key=True, index=True)
    name: str


class VersionRow(_Row, table=True):
    """A step of a deck's history; `content` is the whole deck as the JSON of a deck file.

    `based_on` is the version that was edited; `overtaken_by` the one that was made without
    knowing of this one; `words` what changed.
    """

    deck_id: str = Field(primary_key=True, foreign_key="deck.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    made: str = _time()
    name: str | None
    based_on: int | None
    overtaken_by: int | None
    words: str = Field(sa_type=Text)
    content: str = Field(sa_type=Text)


class KnownCardRow(_Row, table=True):
    """The name of a card that is or was in a deck, in case no pool knows its code any more."""

    code: str = Field(primary_key=True)
    name: str
    pack: str
    type: str


class GameRow(_Row, table=True):
    """A game that was played; `first_player` is "me", "opponent" or empty."""

    id: str = Field(primary_key=True)
    deck_id: str | None = Field(foreign_key="deck.id", ondelete="SET NULL", index=True)
    deck_name: str
    version: int | None
    played: str = _checked(_DAY)
    result: str = _one_of(Result)
    opponent: str
    opponent_faction: str
    opponent_agenda: str
    notes: str = Field(sa_type=Text)
    first_player: str = _one_of(["", "me", "opponent"], server_default="")
    ending: str = _one_of(Ending, server_default="")
    setup: str = _one_of(SetupQuality, server_default="")


class HoldingRow(_Row, table=True):
    """How many of a product the player owns."""

    edition: str = _one_of(Edition, primary_key=True)
    pack: str = Field(primary_key=True)
    copies: int


class SingleRow(_Row, table=True):
    """Copies of a card besides those in products; negative if some were given away."""

    code: str = Field(primary_key=True)
    copies: int


class CardCategoryRow(_Row, table=True):
    """A category that cards of a title are in by default, whichever deck they are in."""

    edition: str = _one_of(Edition, primary_key=True)
    title: str = Field(primary_key=True)
    category: str = Field(primary_key=True)


class StarredCardRow(_Row, table=True):
    """A card that the player gave a star."""

    code: str = Field(primary_key=True)


class EventRow(_Row, table=True):
    """An event as the list of events shows it: a summary of its log.

    `operations` is how many the log holds; `revision` is the library's number of the change that
    made it so, which tells a log from another of the same length. `log_version` is that of the
    JSON of its operations.
    """

    id: str = Field(primary_key=True)
    name: str
    day: str = _checked(_DAY)
    edition: str = _one_of(Edition)
    kind: str = _one_of(EventKind)
    stage: str = _one_of(EventStage)
    players: int
    round: int
    operations: int
    revision: int
    log_version: int
    created: str = _time()
    changed: str = _time()
    deleted: str | None = _time()


class EventOperationRow(_Row, table=True):
    """One operation of an event, numbered from 1; `body` is its JSON as an exported log has it."""

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    kind: str
    at: str = _time()
    body: str = Field(sa_type=Text)


class TakenBackRow(_Row, table=True):
    """An operation that was taken back; `position` counts those of an event."""

    __tablename__ = "event_taken_back"

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    position: int = Field(primary_key=True)
    number: int
    taken_back: str = _time()
    body: str = Field(sa_type=Text)
    taken_back_by: str = Field(sa_column_kwargs={"server_default": ""})


class PhoneDeskRow(_Row, table=True):
    """How phones write to an event; `secret` salts hashes, `judge_pin` is one or empty.

    `nod`: what two players agree on becomes the result once the organizer has confirmed it.
    """

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    secret: str
    judge_pin: str
    nod: int = _checked("{0} IN (0, 1)")


class PhoneKeyRow(_Row, table=True):
    """What lets a phone in, as a hash: a link, a code, or the cookie of a phone that is signed in.

    `player` is empty for a judge.
    """

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    hash: str = Field(primary_key=True)
    kind: str = _one_of(KeyKind)
    player: str
    made: str = _time()


class PhoneArrivalRow(_Row, table=True):
    """A player who has said on the phone that he is here."""

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    player: str = Field(primary_key=True)
    at: str = _time()


class PhoneReportRow(_Row, table=True):
    """A result as a player reports it, for the first of the two, or the places at a melee table.

    `round` counts as clocks do; `pairing` tells the game from one that was drawn in its place.
    `entered` is 1 once the result was entered by this report.
    """

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    round: int = Field(primary_key=True)
    game: int = Field(primary_key=True)
    player: str = Field(primary_key=True)
    pairing: str
    result: str = _checked(_OUTCOME)
    entered: int = _checked("{0} IN (0, 1)")
    at: str = _time()


class PhoneCallRow(_Row, table=True):
    """A call for a judge; `game` is the table, 0 for none."""

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    player: str
    game: int
    reason: str
    status: str = _one_of(CallStatus)
    at: str = _time()


class PhoneExtensionRow(_Row, table=True):
    """Minutes more for a table, given by a judge on the phone; `round` counts as clocks do."""

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    round: int = Field(primary_key=True)
    game: int = Field(primary_key=True)
    minutes: int


class PhonePostRow(_Row, table=True):
    """A form that was sent and done, so that it is not done again."""

    event_id: str = Field(primary_key=True, foreign_key="event.id", ondelete="CASCADE")
    once: str = Field(primary_key=True)
    at: str = _time()
