"""Events in the library: kept operation by operation, in a file and on a server."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.errors import AppError
from events import operations as ops
from events.bracket import cut_seeds
from events.event_log import read_log, written_log
from events.event_terms import EventStage
from library.addresses import Address
from library.errors import DamagedLibraryError, EventChangedError, UnknownEventError
from library.event_repository import operation_from
from library.library import Library
from tests.unit.events.organizer import CREATED, NOON, Organizer, custom, registered
from tests.unit.events.random_events import RandomEvent
from tests.unit.library.ticking import Ticking


def test_an_event_is_kept_operation_by_operation(library: Library, address: Address) -> None:
    log = RandomEvent(5, most=12).organizer.log
    event_id = library.events.create(log[:1])
    for number, operation in enumerate(log[1:], start=1):
        library.events.append_all(event_id, [operation], number)
    with Library(address, clock=Ticking()) as again:
        assert again.events.operations(event_id) == tuple(log)
        (stored,) = again.events.list()
        assert (stored.name, stored.day) == ("Test event", date(2026, 11, 20))
        assert stored.finished
        assert stored.operations == len(log)
        assert again.events.get(event_id) == stored
    # Imported, it is another event of the same log.
    copied = library.events.create(read_log(written_log(log)))
    assert copied != event_id
    assert written_log(library.events.operations(copied)) == written_log(log)
    first, second = library.events.list()
    assert (first.round, first.players) == (second.round, second.players) == (6, 8)


def test_who_does_it_is_kept_where_nobody_is_named(library: Library) -> None:
    event_id = library.events.create([CREATED], by="Sansa")
    library.events.append_all(event_id, [registered("Ann")], 1, by="Arya")
    named = replace(registered("Bob"), by="Varys")
    library.events.append_all(event_id, [named, registered("Cat")], 2, by="Arya")
    library.events.append_all(event_id, [registered("Dan")], 4)
    found = [each.by for each in library.events.operations(event_id)]
    assert found == ["Sansa", "Arya", "Varys", "Arya", ""]


def test_what_cannot_be_done_changes_nothing(library: Library) -> None:
    event_id = library.events.create([CREATED, registered("Ann")])
    before = library.events.get(event_id)
    with pytest.raises(AppError, match="is in the event already"):
        library.events.append_all(event_id, [registered("Bob"), registered("ann")], 2)
    with pytest.raises(AppError, match="begins with its creation"):
        library.events.create([registered("Ann")])
    library.events.append_all(event_id, [], 2)
    assert library.events.list() == (before,)
    assert len(library.events.operations(event_id)) == 2


def test_undo_keeps_what_was_taken_back(library: Library) -> None:
    event_id = library.events.create([CREATED, registered("Ann")])
    assert library.events.undo(event_id, 2) == registered("Ann")
    library.events.append_all(event_id, [registered("Bob")], 1)
    assert library.events.undo(event_id, 2, "Arya") == registered("Bob")
    with pytest.raises(AppError, match="nothing to take back"):
        library.events.undo(event_id, 1)
    assert library.events.operations(event_id) == (CREATED,)
    taken = library.events.taken_back(event_id)
    assert [(each.number, each.operation, each.by) for each in taken] == [
        (2, registered("Ann"), ""),
        (2, registered("Bob"), "Arya"),
    ]
    assert taken[0].at < taken[1].at


def test_another_window_is_noticed(library: Library, address: Address) -> None:
    event_id = library.events.create([CREATED, registered("Ann")])
    with Library(address, clock=Ticking()) as other:
        assert not library.events.changed(event_id)
        other.events.append_all(event_id, [registered("Bob")], 2)
        assert library.events.changed(event_id)
        assert not other.events.changed(event_id)
        with pytest.raises(EventChangedError, match="“Test event” was changed in another window"):
            library.events.append_all(event_id, [registered("Cat")], 2)
        log = library.events.operations(event_id)
        assert not library.events.changed(event_id)
        library.events.append_all(event_id, [registered("Cat")], len(log))
        # As many operations, but not the same: Cat was taken back, and Dan entered.
        assert len(other.events.operations(event_id)) == 4
        other.events.undo(event_id, 4)
        other.events.append_all(event_id, [registered("Dan")], 3)
        with pytest.raises(EventChangedError):
            library.events.undo(event_id, 4)
        assert library.events.operations(event_id)[-1] == registered("Dan")
        assert library.events.undo(event_id, 4) == registered("Dan")


def test_the_bin(library: Library) -> None:
    kept, gone = (library.events.create([CREATED]) for _ in range(2))
    library.events.delete(gone)
    assert [each.id for each in library.events.list()] == [kept]
    assert [each.id for each in library.events.binned()] == [gone]
    library.events.bring_back(gone)
    assert library.events.binned() == ()
    library.events.delete(gone)
    assert library.events.empty_bin() == 1
    for call in (library.events.get, library.events.operations, library.events.delete):
        with pytest.raises(UnknownEventError, match="no such event any more"):
            call(gone)
    assert library.events.get(kept).stage is EventStage.REGISTRATION


def test_a_backup_has_the_events(
    library: Library, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("copies") / "mine.db"
    event_id = library.events.create([CREATED, registered("Ann")])
    library.events.undo(event_id, 2)
    library.back_up(file)
    library.events.append_all(event_id, [registered("Bob")], 1)
    library.restore(file)
    with pytest.raises(EventChangedError):
        library.events.append_all(event_id, [registered("Cat")], 2)
    assert library.events.operations(event_id) == (CREATED,)
    assert [each.operation for each in library.events.taken_back(event_id)] == [registered("Ann")]
    library.events.append_all(event_id, [registered("Cat")], 1)


@pytest.mark.parametrize("body", ["", "[]", "{", "[" * 60_000, '{"kind": "flown"}', "Infinity"])
def test_a_stored_text_that_is_no_operation_has_a_sentence(body: str) -> None:
    with pytest.raises(DamagedLibraryError, match="Operation 7 of the event is damaged"):
        operation_from(body, 7)


def test_texts_that_no_database_takes(library: Library) -> None:
    name = "An\0n \ud800"
    event_id = library.events.create([CREATED, registered("Ann")])
    library.events.append_all(event_id, [ops.Renamed(at=NOON, player="Ann", name=name)], 2)
    assert read_log(written_log(library.events.operations(event_id)))


def test_each_pairing_writes_the_log_into_a_file(tmp_path: Path) -> None:
    organizer = Organizer(custom(2, 2))
    organizer.register("ABCD")
    organizer.start()
    with Library(tmp_path / "decks.db", clock=Ticking()) as library:
        event_id = library.events.create(organizer.log)
        snapshot = tmp_path / "backups" / "events" / f"{event_id}.json"

        def written() -> None:
            operation = organizer.log[-1]
            library.events.append_all(event_id, [operation], len(organizer.log) - 1)

        assert not snapshot.exists()
        for number in (1, 2):
            organizer.pair()
            written()
            assert read_log(snapshot.read_text("utf-8")) == tuple(organizer.log)
            for table in (1, 2):
                organizer.result(table)
                written()
            assert len(read_log(snapshot.read_text("utf-8"))) < len(organizer.log), number
        organizer.do(ops.CutMade, seeds=cut_seeds(organizer.state))
        written()
        assert read_log(snapshot.read_text("utf-8")) == tuple(organizer.log)
        library.events.undo(event_id, len(organizer.log))
        assert read_log(snapshot.read_text("utf-8")) == tuple(organizer.log[:-1])
        library.events.delete(event_id)
        assert library.events.empty_bin() == 1
        assert not snapshot.exists()


def test_a_pairing_is_kept_though_its_file_cannot_be_written(tmp_path: Path) -> None:
    organizer = Organizer(custom(1))
    organizer.register("AB")
    organizer.start()
    organizer.pair()
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "events").write_text("no folder")
    with Library(tmp_path / "decks.db", clock=Ticking()) as library:
        event_id = library.events.create(organizer.log)
        assert library.events.operations(event_id) == tuple(organizer.log)
        library.events.delete(event_id)
        assert library.events.empty_bin() == 1
