"""Events as JSON, as CSV, in words, and on paper."""

from __future__ import annotations

import csv
import json
from dataclasses import fields
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from core.errors import AppError
from events import operations as ops
from events.bracket import bracket_tree, elimination_title
from events.document_reader import EventDocumentError, read_document
from events.event_log import KINDS_OF_OPERATION, EventLogError, read_log, written_log
from events.event_terms import EventStage, GameResult, PenaltyLevel
from events.event_values import HandedInDeck
from events.export_formats import EXPORT_FORMATS, ExportFormat, standings_csv, written_document
from events.operations import _WORDS, operation_words, remarks
from events.papers import (
    bracket_paper,
    isolated,
    outstanding_tables,
    pairings_by_name,
    pairings_by_table,
    ranking_paper,
    result_slips,
    standings_paper,
)
from events.regulations import LEVEL_AT_TIME
from events.replay import STEPS, replay
from events.round_draw import redrawn_round
from events.shown_round import MEETS_AGAIN, shown_round
from events.standings import standings
from events.structure import EventPlan
from tests.event_samples import elimination_event, melee_event, named, played_event
from tests.unit.events.organizer import NOON, Organizer, custom, started

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
        '{"format": "sevenplots-event-log", "version": 3, "operations": []}',
        '{"format": "sevenplots-event-log", "version": [1], "operations": []}',
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
    with pytest.raises(AppError, match=r"^Operation 2 of the log"):
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


def test_every_kind_of_operation_has_words() -> None:
    assert set(_WORDS) == {ops.Created, *STEPS}


def said(organizer: Organizer) -> str:
    return operation_words(organizer.log[-1], organizer.state)


def test_what_was_done_is_said_with_names() -> None:
    organizer = Organizer(custom(3, 2))
    assert said(organizer) == "The event “Test event” was created."
    organizer.register(["Arya", "Bran", "Cat", "Dany"])
    assert said(organizer) == "Dany signed up."
    deck = HandedInDeck(text="{}", digest="abc", legal=False, reasons=("no",))
    organizer.do(ops.DeckHandedIn, player="Arya", deck=deck)
    assert said(organizer) == "Arya handed in a deck list (abc): not legal."
    organizer.do(ops.PairForbidden, first="Arya", second="Bran")
    assert said(organizer) == "Arya and Bran are kept apart."
    organizer.do(ops.PenaltyNoted, player="Cat", level=PenaltyLevel.GAME_LOSS, text="Late.")
    assert said(organizer) == "Cat: game loss. Late."
    organizer.start()
    assert said(organizer) == "The event started: 3 Swiss rounds, then a cut of 2."
    organizer.pair(7)
    assert said(organizer) == "Round 1 was paired: 2 tables, seed 7."
    organizer.do(ops.RoundRepaired, round=redrawn_round(organizer.state, 9))
    assert said(organizer) == "Round 1 was drawn anew: 2 tables, seed 9."
    organizer.result(1, GameResult.MODIFIED_LOSS)
    first, second = organizer.state.rounds[0].games[0].players
    assert said(organizer) == f"Round 1, table 1: {second} beats {first} at time (4:1)."
    organizer.do(ops.ResultCorrected, round=1, table=1, result=GameResult.DOUBLE_LOSS)
    assert "corrected" in said(organizer)
    assert "both lose" in said(organizer)
    organizer.do(ops.ResultCorrected, round=1, table=1)
    assert said(organizer).endswith("the game is open again.")
    organizer.do(ops.PlanChanged, plan=EventPlan(swiss_rounds=2), reason="Late.")
    assert said(organizer) == "The plan was changed to 2 Swiss rounds, no cut. Late."
    organizer.do(ops.RoundCancelled, round=1)
    assert operation_words(organizer.log[-4], organizer.state).startswith("Round 1, table 1")


def test_every_operation_of_whole_events_has_a_sentence() -> None:
    for organizer in (played_event(17, 4, 4), melee_event(11)):
        state = organizer.state
        for operation in organizer.log:
            assert operation_words(operation, state).endswith(".")
    state = elimination_event(5)
    game = state.elimination[0].games[0]
    done = ops.BracketResultEntered(
        at=NOON, round=1, game=game.number, winner=game.players[0], how="concession"
    )
    assert operation_words(done, state).endswith("wins by concession.")


def test_the_standings_as_csv_have_exact_fractions() -> None:
    state = played_event(9, 3).state
    rows = list(csv.DictReader(StringIO(standings_csv(state))))
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, 10)]
    assert {row["player"] for row in rows} == {each.name for each in state.players}
    assert any("/" in row["sos exact"] for row in rows)


def remarks_of(organizer: Organizer, kind: type[ops.Operation], **fields: object) -> str:
    before = organizer.state
    organizer.do(kind, **fields)
    return " ".join(remarks(organizer.log[-1], before, organizer.state))


def test_a_win_of_a_disqualified_player_is_remarked() -> None:
    organizer = started("ABCD", custom(1))
    first, second = organizer.pair().games
    one, other = first.players
    said = remarks_of(organizer, ops.Disqualified, player=one, reason="Cheating.")
    assert said == f"{one} has left, and table 1 of round 1 is still open: enter its result."
    win = {"round": 1, "table": 1, "result": GameResult.WIN}
    said = remarks_of(organizer, ops.ResultEntered, **win)
    assert said.startswith(f"{one} was disqualified and wins all the same; ")
    assert remarks_of(organizer, ops.ResultCorrected, **win | {"result": GameResult.LOSS}) == ""
    assert remarks_of(organizer, ops.Dropped, player=other) == ""
    said = remarks_of(organizer, ops.Dropped, player=second.players[0])
    assert "table 2 of round 1 is still open" in said


def test_a_level_game_of_the_elimination_is_a_ruling() -> None:
    organizer = started("AB", custom(1, 2))
    organizer.play()
    organizer.cut()
    seed = organizer.state.seeds[0]
    fields = {"round": 1, "game": 1, "winner": seed, "how": LEVEL_AT_TIME}
    said = remarks_of(organizer, ops.BracketResultEntered, **fields)
    assert "Regulations 1.0.1 say nothing of this" in said
    assert organizer.state.departures[-1].text == said
    assert operation_words(organizer.log[-1], organizer.state).endswith("wins at time, level.")


@pytest.mark.parametrize("format_", EXPORT_FORMATS, ids=lambda each: each.name)
def test_every_format_writes_every_player(format_: ExportFormat) -> None:
    organizer = played_event(12, 2, cut=4)
    text = format_.write(organizer.state, organizer.log, str)
    assert "Player 11" in text
    assert "Łukasz" in text or "\\u0141ukasz" in text


def three_rounds_of_four() -> Organizer:
    """Return an event of the rules file's points: A 10, B 5, C 5, D 0 after two rounds."""
    organizer = started("ABCD", custom(3, name="Open"))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.played("A-C 5:0, D-B 0:5")
    return organizer


def test_by_table_has_points_before_the_round_and_results() -> None:
    state = three_rounds_of_four().state
    paper = pairings_by_table(state)
    assert paper.head.moment == "Round 2 of 3"
    assert [row.cells for row in paper.rows] == [
        ("1", "A", "5", "5", "C", "5", "0"),
        ("2", "D", "0", "0", "B", "0", "5"),
    ]
    assert pairings_by_table(state, 1).rows[0].cells == ("1", "A", "0", "5", "B", "0", "0")


def test_by_name_says_table_and_opponent() -> None:
    paper = pairings_by_name(three_rounds_of_four().state)
    assert [row.cells for row in paper.rows] == [
        ("A", "1", "C"),
        ("B", "2", "D"),
        ("C", "1", "A"),
        ("D", "2", "B"),
    ]


def test_names_are_sorted_without_accents_and_case() -> None:
    organizer = started(["zed", "Émile", "Eddard", "Zoë"], custom(1))
    organizer.pair()
    names = [row.cells[0] for row in pairings_by_name(organizer.state).rows]
    assert names == ["Eddard", "Émile", "zed", "Zoë"]


def test_byes_and_unpaired_losses_are_listed() -> None:
    organizer = started("ABC", custom(2))
    organizer.played("A-B 5:0", byes="C")
    organizer.do(ops.EnteredLate, player="L", name="Late")
    state = organizer.state
    assert [row.cells[1:4] for row in pairings_by_table(state).rows] == [
        ("A", "0", "5"),
        ("C", "0", "Bye"),
        ("Late", "0", "No game"),
    ]
    assert [row.cells[:2] for row in pairings_by_name(state).rows][2:] == [
        ("C", "Bye"),
        ("Late", "No game"),
    ]


def test_a_bye_by_the_organizer_is_named() -> None:
    organizer = started("ABC", custom(2))
    organizer.do(ops.ByeGiven, player="B")
    organizer.pair()
    assert pairings_by_name(organizer.state).rows[1].cells[1] == "Bye, by the organizer"


def test_a_rematch_is_named() -> None:
    organizer = started("AB", custom(2))
    organizer.play()
    organizer.pair()
    assert [row.detail for row in pairings_by_table(organizer.state).rows] == [MEETS_AGAIN]


def test_outstanding_tables_are_those_without_a_result() -> None:
    organizer = played_event(11, 2, open_tables=2)
    state = organizer.state
    playing = [str(game.table) for game in state.rounds[-1].playing]
    assert [row.cells[0] for row in outstanding_tables(state).rows] == playing
    assert len(playing) == 2
    organizer.all_win()
    done = outstanding_tables(organizer.state)
    assert (done.rows, done.notes[0].lines) == ((), ("Every table has its result.",))


def test_a_slip_for_each_table_with_what_can_happen_there() -> None:
    slips = result_slips(played_event(9, 1, open_tables=4).state)
    assert [slip.table for slip in slips.slips] == ["1", "2", "3", "4"]
    assert slips.boxes == ("Win", "Modified win", "Draw")
    assert "Draw" not in result_slips(played_event(8, 1, version="2.2").state).boxes
    assert "Draw" not in result_slips(played_event(8, 2, 4).state).boxes
    melee = result_slips(melee_event(7).state)
    assert (melee.boxes, melee.blanks[0]) == ((), "Place")
    assert [len(slip.players) for slip in melee.slips] == [4, 3]


def test_melee_players_stand_below_each_other() -> None:
    paper = pairings_by_table(melee_event(7, 1).state)
    assert [row.cells[0] for row in paper.rows] == ["1", "", "", "", "2", "", ""]
    assert [row.joined for row in paper.rows] == [True, True, True, False, True, True, False]
    assert [row.cells[-1] for row in paper.rows] == ["", "", "", "", "1", "2", "3"]


def test_standings_can_be_added_up() -> None:
    paper = standings_paper(three_rounds_of_four().state, parts=True)
    assert paper.head.moment == "After round 2"
    first = paper.rows[0]
    assert first.cells == ("1", "A", "10", "2", "2", "2.5000", "2.5000", "points")
    assert first.detail == "B 5 in 2 (SoS 2.5000) · C 5 in 2 (SoS 2.5000)"


def test_the_points_of_a_melee_event_are_printed_on_its_standings() -> None:
    notes = standings_paper(melee_event(8).state).notes
    assert notes[0].heading == "Points for places"
    assert notes[0].lines[:3] == (
        "At a table of four: 10, 7, 5, 3.",
        "At a table of three: 8, 5, 3.",
        "A bye: 8.",
    )


def test_departures_and_who_left_are_named() -> None:
    organizer = three_rounds_of_four()
    organizer.do(ops.PairForbidden, first="A", second="D")
    organizer.do(ops.Dropped, player="C")
    paper = standings_paper(organizer.state)
    assert "C (left)" in [row.cells[1] for row in paper.rows]
    assert paper.notes[-1].heading == "Departures from the regulations"
    assert "Pairings: A and D are kept apart by the organizer." in paper.notes[-1].lines


def test_standings_during_a_round_say_so() -> None:
    moment = standings_paper(played_event(10, 2, open_tables=1).state).head.moment
    assert moment == "During round 2, a table still playing"


def test_a_bracket_has_each_game_beside_those_that_it_follows_from() -> None:
    rounds = bracket_tree(played_event(16, 2, 8).state)
    assert [played.title for played in rounds] == ["Quarterfinals", "Semifinals", "Final"]
    assert [game.number for game in rounds[0].games] == [1, 4, 2, 3]
    assert [place.seed for game in rounds[0].games for place in game.places] == [
        *(1, 8, 4, 5),
        *(2, 7, 3, 6),
    ]
    assert [place.text for place in rounds[1].games[0].places] == [
        "Winner of game 1",
        "Winner of game 4",
    ]


def test_the_bracket_shows_who_won_and_who_comes_next() -> None:
    organizer = played_event(8, 2, 4)
    seeds = organizer.state.seeds
    for game in (1, 2):
        winner = organizer.state.elimination[0].games[game - 1].players[0]
        organizer.wins(game, winner, 1)
    first, final = bracket_tree(organizer.state)
    assert [(place.won, place.lost) for place in first.games[0].places] == [
        (True, False),
        (False, True),
    ]
    names = [organizer.state.player(seed).name for seed in seeds[:2]]
    assert [place.name for place in final.games[0].places] == names
    organizer.do(ops.BracketResultEntered, round=2, game=1, winner=seeds[1])
    assert bracket_paper(organizer.state).head.moment == f"Winner: {names[1]}"
    assert [row.cells[1] for row in ranking_paper(organizer.state).rows][:2] == names[::-1]
    assert shown_round(organizer.state).games[0].seats[0].score == "lost"


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 33, 64])
def test_every_player_stands_once_in_the_first_round_of_a_bracket(players: int) -> None:
    rounds = bracket_tree(elimination_event(players))
    places = [place for game in rounds[0].games for place in game.places]
    assert sorted(place.name for place in places if place.name) == sorted(named(players))
    assert sum(place.text == "Bye" for place in places) == len(places) - players
    for before, after in pairwise(rounds):
        assert len(before.games) == 2 * len(after.games)


def test_rounds_of_the_elimination_have_their_usual_names() -> None:
    assert [elimination_title(games, 2) for games in (8, 4, 2, 1)] == [
        "Round of 16",
        "Quarterfinals",
        "Semifinals",
        "Final",
    ]
    assert [elimination_title(games, 4) for games in (4, 1)] == ["Round of 16", "Final table"]


def test_papers_before_their_time_are_refused_in_a_sentence() -> None:
    organizer = Organizer(custom(2, 2))
    organizer.register("AB")
    with pytest.raises(AppError, match="No round was paired yet"):
        pairings_by_table(organizer.state)
    with pytest.raises(AppError, match="no bracket yet"):
        bracket_paper(organizer.state)
    assert standings_paper(organizer.state).head.moment == "Before round 1"


def test_a_name_from_the_right_does_not_turn_the_text_around_it() -> None:
    assert isolated("Ned") == "Ned"
    assert isolated("שלמה") == "\N{FIRST STRONG ISOLATE}שלמה\N{POP DIRECTIONAL ISOLATE}"
