"""The log and the document of an event as JSON: examples, and what cannot be read."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from core.errors import AppError
from events import operations as ops
from events.document_reader import EventDocumentError, read_document
from events.event_document import written_document
from events.event_log import (
    KINDS_OF_OPERATION,
    EventLogError,
    operation_object,
    read_log,
    written_log,
)
from events.event_terms import EventStage, GameResult
from events.replay import replay
from events.standings import standings
from tests.unit.events.organizer import NOON, Organizer

PAGE = (Path(__file__).parents[3] / "docs" / "events.md").read_text("utf-8")
DOCUMENT = {
    "event": {
        "name": "Small",
        "date": "2026-11-20",
        "edition": "second",
        "format": "joust",
        "regulations": "1.0.1",
        "structure": "basic",
        "swiss_rounds": 2,
        "cut": 2,
        "seed": 7,
        "players": [
            {"id": f"p{each}", "name": f"Player {each}", "faction": "stark", "agendas": ["01027"]}
            for each in range(1, 6)
        ],
        "rounds": [
            {
                "games": [
                    {"table": 1, "players": ["p1", "p2"], "result": "modified-win"},
                    {"table": 2, "players": ["p3", "p4"], "result": "draw"},
                ],
                "byes": ["p5"],
                "losses": [],
            }
        ],
        "forbidden": [["p1", "p4"]],
    }
}


def changed(**other: object) -> str:
    return json.dumps({"event": DOCUMENT["event"] | other})


def test_a_document_is_read() -> None:
    state = replay(read_document(json.dumps(DOCUMENT), NOON))
    assert state.stage is EventStage.SWISS
    lines = {line.player: line.points for line in standings(state)}
    assert lines == {"p1": 4, "p2": 1, "p3": 2, "p4": 2, "p5": 5}
    assert state.player("p1").agendas == ("01027",)
    again = replay(read_document(written_document(state), NOON))
    assert (again.players, again.rounds, again.plan) == (state.players, state.rounds, state.plan)


def test_rounds_that_are_not_stated() -> None:
    stated = json.loads(changed(structure="custom"))["event"]
    del stated["swiss_rounds"]
    state = replay(read_document(json.dumps({"event": stated}), NOON))
    assert state.plan is not None
    assert state.plan.swiss_rounds == 1
    state = replay(read_document(changed(structure="advanced"), NOON))
    assert "The start" in {each.where for each in state.departures}


def test_a_document_without_rounds_is_an_event_before_its_start() -> None:
    state = replay(read_document(changed(rounds=[]), NOON))
    assert (state.stage, len(state.players)) == (EventStage.REGISTRATION, 5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"event": 3}',
        changed(date="tomorrow"),
        changed(format="chess"),
        changed(players=None),
        changed(swiss_rounds=-1),
        changed(rounds=[{"games": [{"table": 1, "players": ["p1", "p2"], "result": "won"}]}]),
        "[" * 100_000,
    ],
)
def test_a_broken_document_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(EventDocumentError):
        read_document(text, NOON)


@pytest.mark.parametrize(
    "rounds",
    [
        [{"games": [{"table": 1, "players": ["p1", "p1"]}], "byes": ["p2", "p3", "p4", "p5"]}],
        [{"games": [{"table": 1, "players": ["p1", "p9"]}], "byes": ["p2", "p3", "p4", "p5"]}],
        [{"games": [{"table": 1, "players": ["p1", "p2"]}], "byes": ["p3"]}],
        [{"games": [{"table": 1, "players": ["p1"]}], "byes": ["p2", "p3", "p4", "p5"]}],
    ],
)
def test_what_cannot_have_been_is_refused(rounds: object) -> None:
    with pytest.raises(AppError):
        read_document(changed(rounds=rounds), NOON)


def test_the_log_has_one_operation_a_line() -> None:
    organizer = Organizer()
    organizer.register(["Ann <script>", "Bö"])
    lines = written_log(organizer.log).splitlines()
    assert len(lines) == 2 + len(organizer.log)
    assert json.loads(lines[2].strip(", ")) == {
        "kind": "registered",
        "at": "2026-11-20T12:00:00Z",
        "player": "Ann <script>",
        "name": "Ann <script>",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"format": "sevenplots-event-log", "version": 2, "operations": []}',
        '{"format": "sevenplots-event-log", "version": 1}',
        '{"format": "sevenplots-event-log", "version": 1, "operations": [3]}',
        '{"format": "sevenplots-event-log", "version": 1, "operations": [{"kind": "x"}]}',
        '{"format": "sevenplots-event-log", "version": 1, "operations": [{"kind": "finished"}]}',
        '{"format": "sevenplots-event-log", "version": 1, "operations": [{"kind": 3}]}',
    ],
)
def test_a_broken_log_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(EventLogError):
        read_log(text)


def test_a_field_that_nobody_knows_is_refused() -> None:
    text = written_log([ops.Finished(at=NOON)])
    with pytest.raises(EventLogError, match="more"):
        read_log(text.replace('"at"', '"more": 1, "at"'))


def test_a_log_that_cannot_have_been_names_the_operation() -> None:
    organizer = Organizer()
    finished = ops.Finished(at=NOON)
    with pytest.raises(AppError, match="Operation 2 of the log"):
        replay([*organizer.log, finished])
    with pytest.raises(AppError, match="begins with its creation"):
        replay([finished])
    with pytest.raises(AppError, match="empty"):
        replay([])


def test_the_page_tells_every_kind_of_operation_and_every_field() -> None:
    for kind, operation in KINDS_OF_OPERATION.items():
        row = next((line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |")), "")
        assert row, kind
        for field in fields(operation):
            assert field.name in {"at", "by"} or f"`{field.name}`" in row, (kind, field.name)


def test_a_result_says_only_what_is_not_as_usual() -> None:
    entered = ops.ResultEntered(at=NOON, round=1, table=2, result=GameResult.WIN)
    assert operation_object(entered) == {
        "kind": "result-entered",
        "at": "2026-11-20T12:00:00Z",
        "round": 1,
        "table": 2,
        "result": "win",
    }
