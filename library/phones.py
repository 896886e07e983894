"""What phones and judges' stations note about an event: keys, check-ins, reports and calls.

Operations of the event itself are in its log. What is noted here changes neither the log nor its
revision, so it disturbs no undo and no other window.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlmodel import col

from carddb.spelling import fold
from core.json_values import json_object
from core.text_format import one_line
from events.event_state import EventState
from events.event_terms import GameResult
from events.operations import EnteredLate, Operation, PenaltyNoted, Registered, Renamed
from library.errors import AlreadyDoneError
from library.event_repository import EventRepository, event_row, operation_from
from library.models import (
    EventOperationRow,
    EventRow,
    PhoneArrivalRow,
    PhoneCallRow,
    PhoneDeskRow,
    PhoneExtensionRow,
    PhoneKeyRow,
    PhonePostRow,
    PhoneReportRow,
    _Row,
)
from library.phone_values import (
    Call,
    CallStatus,
    Extension,
    KeyKind,
    PersonalLink,
    PhoneNotes,
    Report,
    SignedIn,
)
from library.storage import Repository
from library.stored_text import storable, time_from_text

# Letters and digits that nobody takes for others.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
TOKEN_BYTES = 16
LONGEST_REASON = 200
# Keys of a player that are valid at once: each paper that is printed has new ones.
_MOST_KEYS = {KeyKind.LINK: 12, KeyKind.CODE: 12, KeyKind.PHONE: 8}
_JUDGE = ""
_NAMING = ("registered", "entered-late", "renamed", "penalty-noted")
_OPEN = col(PhoneCallRow.status) != CallStatus.DONE.value
_SCRYPT = {"n": 2**13, "r": 8, "p": 1, "dklen": 32}


def new_token() -> str:
    """Return a random text of 128 bits for an address or a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def read_code(written: str) -> str:
    """Return a code as it was typed, without spaces and in capitals."""
    return "".join(each for each in written.upper() if each.isalnum())


def token_hash(token: str, role: str = "") -> str:
    return hashlib.sha256(f"{role}:{token}".encode("utf-8", "replace")).hexdigest()


def slow_hash(text: str, salt: str) -> str:
    """Return a hash that takes some milliseconds: codes and PINs are short enough to guess."""
    hashed = hashlib.scrypt(text.encode("utf-8", "replace"), salt=salt.encode(), **_SCRYPT)
    return hashed.hex()


class PhoneRepository(Repository):
    """What is noted about events beside their logs.

    A change that a form asked for has the key `once` of that form; AlreadyDoneError says that it
    was done before. `events` is a repository of its own, so that windows of the same process
    notice what phones do.
    """

    def __init__(self, *parts: Any, events: EventRepository) -> None:
        super().__init__(*parts)
        self.events = events

    def notes(self, event_id: str) -> PhoneNotes:
        """Return what is noted about an event now."""
        with self._storage.reading() as connection:

            def rows(table: type[_Row], order: str) -> Sequence[Any]:
                query = select(table).filter_by(event_id=event_id).order_by(text(order))
                return connection.execute(query).all()

            desk = next(iter(rows(PhoneDeskRow, "event_id")), None)
            if desk is None:
                return PhoneNotes()
            checked_in = rows(PhoneArrivalRow, "player")
            query = select(col(PhoneKeyRow.player)).filter_by(event_id=event_id).distinct()
            linked = connection.scalars(query).all()
            reports = rows(PhoneReportRow, "at")
            calls = rows(PhoneCallRow, "number")
            longer = rows(PhoneExtensionRow, "round, game")
        return PhoneNotes(
            secret=desk.secret,
            has_pin=bool(desk.judge_pin),
            nod=bool(desk.nod),
            checked_in=frozenset(each.player for each in checked_in),
            linked=frozenset(linked) - {_JUDGE},
            reports=tuple(map(_report, reports)),
            calls=tuple(map(_call, calls)),
            extensions=tuple(
                Extension(round=each.round, game=each.game, minutes=each.minutes) for each in longer
            ),
        )

    def begin(self, event_id: str) -> str:
        """Make an event ready for phones that write; return its secret."""
        known = self.notes(event_id).secret
        if known is not None:
            return known
        with self._changing(event_id) as connection:
            return _secret(connection, event_id) or ""

    def set_nod(self, event_id: str, *, nod: bool) -> None:
        """Say whether what two players agree on waits for the organizer."""
        self._set(event_id, {"nod": int(nod)})

    def set_judge_pin(self, event_id: str, pin: str) -> None:
        """Set the PIN of the judges, or none; phones of judges are signed out."""
        hashed = slow_hash(pin, self.begin(event_id)) if pin else ""
        self._set(event_id, {"judge_pin": hashed}, judges_out=True)

    def _set(self, event_id: str, cells: Mapping[str, object], *, judges_out: bool = False) -> None:
        with self._changing(event_id) as connection:
            changed = update(PhoneDeskRow).filter_by(event_id=event_id)
            connection.execute(changed.values(**cells))
            if judges_out:
                connection.execute(delete(PhoneKeyRow).filter_by(event_id=event_id, player=_JUDGE))

    def new_links(self, event_id: str, players: Iterable[str]) -> dict[str, PersonalLink]:
        """Return a new link for each player; those that were printed before stay valid."""
        salt = self.begin(event_id)
        links = {each: PersonalLink(new_token(), _new_code()) for each in players}
        hashes = [
            (player, kind, hashed)
            for player, link in links.items()
            for kind, hashed in (
                (KeyKind.LINK, token_hash(link.token)),
                (KeyKind.CODE, slow_hash(link.code, salt)),
            )
        ]
        with self._changing(event_id) as connection:
            for player, kind, hashed in hashes:
                self._add_key(connection, event_id, player, kind, hashed)
        return links

    def renew_link(self, event_id: str, player: str) -> PersonalLink:
        """Return a new link for a player; what let phones in before is void, and they are out."""
        with self._changing(event_id) as connection:
            connection.execute(delete(PhoneKeyRow).filter_by(event_id=event_id, player=player))
        return self.new_links(event_id, [player])[player]

    def player_of_link(self, event_id: str, token: str) -> str:
        """Return whose link a token is; empty if nobody's."""
        return self._player_of(event_id, KeyKind.LINK, token_hash(token))

    def player_of_code(self, event_id: str, code: str) -> str:
        """Return whose code it is; empty if nobody's."""
        hashed = slow_hash(read_code(code), self.begin(event_id))
        return self._player_of(event_id, KeyKind.CODE, hashed)

    def is_judge_pin(self, event_id: str, pin: str) -> bool:
        query = select(PhoneDeskRow).filter_by(event_id=event_id)
        with self._storage.reading() as connection:
            desk = connection.execute(query).first()
        if desk is None or not desk.judge_pin:
            return False
        return secrets.compare_digest(slow_hash(pin.strip(), desk.secret), desk.judge_pin)

    def sign_in(
        self, event_id: str, old_token: str, *, player: str = "", is_judge: bool = False
    ) -> str:
        """Return a new token for a phone; one that has another role keeps that."""
        before, token = self.who(event_id, old_token), new_token()
        player, is_judge = player or before.player, is_judge or before.is_judge
        with self._changing(event_id) as connection:
            self._forget(connection, event_id, old_token)
            if player:
                hashed = token_hash(token, "player")
                self._add_key(connection, event_id, player, KeyKind.PHONE, hashed)
            if is_judge:
                hashed = token_hash(token, "judge")
                self._add_key(connection, event_id, _JUDGE, KeyKind.PHONE, hashed)
        return token

    def sign_out(self, event_id: str, token: str) -> None:
        with self._changing(event_id) as connection:
            self._forget(connection, event_id, token)

    def who(self, event_id: str, token: str) -> SignedIn:
        """Return who uses a phone with this cookie."""
        if not token:
            return SignedIn()
        hashes = _phone_hashes(token)
        keys = select(col(PhoneKeyRow.player)).filter_by(
            event_id=event_id, kind=KeyKind.PHONE.value
        )
        with self._storage.reading() as connection:
            found = connection.scalars(keys.where(col(PhoneKeyRow.hash).in_(hashes))).all()
        return SignedIn(next(filter(None, found), ""), _JUDGE in found)

    def check_in(self, event_id: str, player: str, once: str) -> None:
        """Note that a player is here."""
        key = {"event_id": event_id, "player": player}
        with self._changing(event_id, once) as connection:
            _replace(connection, PhoneArrivalRow, key, {"at": self._now()})

    def report(self, event_id: str, report: Report, once: str) -> None:
        """Note what a player reports in place of what he reported of this game before."""
        key = {"event_id": event_id, **json_object(report, "round game player")}
        outcome = report.result
        cells = {
            "pairing": report.pairing,
            "result": outcome.value
            if isinstance(outcome, GameResult)
            else ",".join(map(str, outcome)),
            "entered": int(report.entered),
            "at": self._now(),
        }
        with self._changing(event_id, once) as connection:
            _replace(connection, PhoneReportRow, key, cells)

    def call(self, event_id: str, player: str, game: int, reason: str, once: str) -> None:
        """Call a judge; a call of this player that is still open has the new reason."""
        row = PhoneCallRow
        reason = one_line(storable(reason), LONGEST_REASON)
        with self._changing(event_id, once) as connection:
            own = update(row).filter_by(event_id=event_id, player=player).where(_OPEN)
            if connection.execute(own.values(reason=reason, game=game)).rowcount:
                return
            last = select(func.max(col(row.number))).where(col(row.event_id) == event_id)
            cells = {
                "event_id": event_id,
                "number": (connection.scalar(last) or 0) + 1,
                "player": player,
                "game": game,
                "reason": reason,
                "status": CallStatus.WAITING.value,
                "at": self._now(),
            }
            connection.execute(insert(row).values(cells))

    def answer_call(self, event_id: str, number: int, status: CallStatus, once: str = "") -> None:
        """Say how far a call has come; one that is done stays done."""
        with self._changing(event_id, once) as connection:
            call = update(PhoneCallRow).filter_by(event_id=event_id, number=number).where(_OPEN)
            connection.execute(call.values(status=status.value))

    def extend(self, event_id: str, extension: Extension, once: str) -> None:
        """Give a table minutes more in all; 0 takes them away."""
        key = {"event_id": event_id, **json_object(extension, "round game")}
        with self._changing(event_id, once) as connection:
            _replace(connection, PhoneExtensionRow, key, {"minutes": extension.minutes})

    def was_done(self, event_id: str, once: str) -> bool:
        """Return whether a form was sent before, and done."""
        with self._storage.reading() as connection:
            return _was_done(connection, event_id, once)

    def append(
        self,
        event_id: str,
        decide: Callable[[EventState], Sequence[Operation]],
        *,
        once: str = "",
        reports: Iterable[Report] = (),
    ) -> tuple[EventState, ...]:
        """Add operations as `append_decided` does; note in the same step that it was done."""

        def also(connection: Connection) -> None:
            self._once(connection, event_id, once)
            for each in reports:
                game = {"event_id": event_id, **json_object(each, "round game")}
                connection.execute(update(PhoneReportRow).filter_by(**game).values(entered=1))

        return self.events.append_decided(event_id, decide, also)

    def earlier_penalties(self, name: str, but: str) -> tuple[tuple[str, str, PenaltyNoted], ...]:
        """Return the penalties of players of a name in other events, with name and day of each."""
        row = EventOperationRow
        query = (
            select(col(EventRow.id), col(EventRow.name), col(EventRow.day), col(row.number))
            .add_columns(col(row.body))
            .join(EventRow, col(EventRow.id) == col(row.event_id))
            .where(
                col(row.kind).in_(_NAMING),
                col(EventRow.deleted).is_(None),
                col(EventRow.id) != but,
            )
            .order_by(col(EventRow.day), col(EventRow.id), col(row.number))
        )
        with self._storage.reading() as connection:
            rows = connection.execute(query).all()
        names: dict[tuple[str, str], str] = {}
        noted: list[tuple[str, str, str, PenaltyNoted]] = []
        for event_id, event_name, day, number, body in rows:
            operation = operation_from(body, number)
            if isinstance(operation, Registered | EnteredLate | Renamed):
                names[event_id, operation.player] = operation.name
            elif isinstance(operation, PenaltyNoted):
                noted.append((event_id, event_name, day, operation))
        wanted = fold(name)
        return tuple(
            (event_name, day, each)
            for event_id, event_name, day, each in noted
            if fold(names.get((event_id, each.player), "")) == wanted
        )

    def _player_of(self, event_id: str, kind: KeyKind, hashed: str) -> str:
        key = {"event_id": event_id, "kind": kind.value, "hash": hashed}
        with self._storage.reading() as connection:
            return connection.scalar(select(col(PhoneKeyRow.player)).filter_by(**key)) or ""

    def _add_key(
        self, connection: Connection, event_id: str, player: str, kind: KeyKind, hashed: str
    ) -> None:
        """Insert a key; the oldest of its kind give way where a player has too many."""
        own = {"event_id": event_id, "kind": kind.value, "player": player}
        connection.execute(insert(PhoneKeyRow).values(own | {"hash": hashed, "made": self._now()}))
        key = col(PhoneKeyRow.hash)
        newest = select(key).filter_by(**own).order_by(col(PhoneKeyRow.made).desc(), key)
        if old := connection.scalars(newest.offset(_MOST_KEYS[kind])).all():
            connection.execute(delete(PhoneKeyRow).filter_by(**own).where(key.in_(old)))

    def _forget(self, connection: Connection, event_id: str, token: str) -> None:
        known = col(PhoneKeyRow.hash).in_(_phone_hashes(token))
        connection.execute(delete(PhoneKeyRow).filter_by(event_id=event_id).where(known))

    @contextmanager
    def _changing(self, event_id: str, once: str = "") -> Iterator[Connection]:
        """Yield a transaction in which no other station changes the event."""
        with self._storage.writing() as connection:
            event_row(connection, event_id, lock=True)
            self._once(connection, event_id, once)
            if _secret(connection, event_id) is None:
                secret = secrets.token_hex(32)
                cells = {"event_id": event_id, "secret": secret, "judge_pin": "", "nod": 0}
                connection.execute(insert(PhoneDeskRow).values(cells))
            yield connection

    def _once(self, connection: Connection, event_id: str, once: str) -> None:
        """Note that a form was sent; AlreadyDoneError where it was before."""
        if not once:
            return
        if _was_done(connection, event_id, once):
            raise AlreadyDoneError("This was done already.")
        cells = {"event_id": event_id, "once": once, "at": self._now()}
        connection.execute(insert(PhonePostRow).values(cells))


def _was_done(connection: Connection, event_id: str, once: str) -> bool:
    query = select(col(PhonePostRow.at)).filter_by(event_id=event_id, once=once)
    return connection.scalar(query) is not None


def _replace(
    connection: Connection, row: type[_Row], key: Mapping[str, Any], cells: Mapping[str, Any]
) -> None:
    """Put a row in the place of the one with the same key."""
    connection.execute(delete(row).filter_by(**key))
    connection.execute(insert(row).values({**key, **cells}))


def _secret(connection: Connection, event_id: str) -> str | None:
    """Return the secret of an event, None before the first change."""
    return connection.scalar(select(col(PhoneDeskRow.secret)).filter_by(event_id=event_id))


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _phone_hashes(token: str) -> list[str]:
    return [token_hash(token, role) for role in ("player", "judge")]


def _report(row: Any) -> Report:
    is_places = "," in row.result
    return Report(
        round=row.round,
        game=row.game,
        player=row.player,
        pairing=row.pairing,
        result=tuple(map(int, row.result.split(","))) if is_places else GameResult(row.result),
        entered=bool(row.entered),
    )


def _call(row: Any) -> Call:
    return Call(
        number=row.number,
        player=row.player,
        game=row.game,
        reason=row.reason,
        status=CallStatus(row.status),
        at=time_from_text(row.at),
    )
