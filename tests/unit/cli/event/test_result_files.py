"""`sevenplots event results`: all lines of a CSV or none, each problem with its line."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.running import Run
from tests.unit.cli.event.conftest import begun


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "results.csv"


def exported(event: Run) -> list[dict[str, str]]:
    text = event("export", "autumn", "--to", "results", "--json").json["csv"]
    return list(csv.DictReader(text.splitlines()))


def test_a_round_is_exported_filled_in_and_entered(event: Run, table: Path) -> None:
    begun(event, "ABCDEF")
    event("export", "autumn", "--to", "results", "--output", table)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["table"] for row in rows] == ["1", "2", "3"]
    for row, result in zip(rows, ("win", rows[1]["second"], "dd"), strict=True):
        row["result"] = result
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    ran = event("results", "autumn", "--csv", table, "--json")
    assert (ran.status, ran.json["entered"], ran.json["problems"]) == (0, 3, [])
    assert [row["result"] for row in exported(event)] == ["win", "loss", "draw"]
    again = event("results", "autumn", "--csv", table)
    assert "Entered: 0 results; 3 were there already." in again.err


def test_a_faulty_line_is_named_and_nothing_is_entered(event: Run, table: Path) -> None:
    begun(event, "ABCDEF")
    first = exported(event)[0]
    table.write_text(
        "Table;Result;First;Round\n"
        f"1;win;{first['first']};1\n"
        "2;wins;;1\n"
        "\n"
        "9;win;;1\n"
        "x;win;;1\n"
        "3;win;Nobody;1\n"
        "3;loss;;7\n"
        "3;;;1\n"
        "1;loss;;1\n"
    )
    ran = event("results", "autumn", "--csv", table, "--json")
    assert (ran.status, ran.json["entered"], ran.json["lines"]) == (2, 0, 7)
    problems = {each["line"]: each["problem"] for each in ran.json["problems"]}
    assert list(problems) == [3, 5, 6, 7, 8, 10]
    assert "“wins” is neither a result" in problems[3]
    assert "no table 9" in problems[5]
    assert "“x” is not the number of a table." in problems[6]
    assert "not Nobody" in problems[7]
    assert "no round 7" in problems[8]
    assert "has a result already" in problems[10]
    assert [row["result"] for row in exported(event)] == ["", "", ""]
    said = event("results", "autumn", "--csv", table)
    assert "Line 3: “wins” is neither a result" in said.err
    assert "Nothing was entered." in said.err


def test_a_result_that_differs_needs_to_be_a_correction(event: Run, table: Path) -> None:
    begun(event, "ABCD")
    event("result", "autumn", 1, "aw")
    table.write_text("table,result\n1,loss\n")
    refused = event("results", "autumn", "--csv", table)
    assert (refused.status, "has a result already" in refused.err) == (2, True)
    assert event("results", "autumn", "--csv", table, "--correct").status == 0
    assert exported(event)[0]["result"] == "loss"


def test_games_of_the_elimination_have_a_letter(event: Run, table: Path) -> None:
    begun(event, "ABCD", "--rounds", "1", "--cut", "4")
    table.write_text("round,table,result\n1,1,win\n1,2,win\n")
    assert event("results", "autumn", "--csv", table).status == 0
    event("bracket", "--library", "autumn")
    table.write_text("round,table,result,conceded\nE1,1,win,\nE1,2,loss,yes\n")
    assert event("results", "autumn", "--csv", table).status == 0
    event("results", "autumn", "--csv", table)
    rows = exported(event)
    assert [(row["round"], row["result"], row["conceded"]) for row in rows] == [
        ("1", "win", ""),
        ("1", "win", ""),
        ("E1", "win", ""),
        ("E1", "loss", "yes"),
        ("E2", "", ""),
    ]
    for row in rows[2:4]:
        table.write_text(
            f"round,table,result,conceded\nE1,{row['table']},{row['result']},{row['conceded']}\n"
        )
        assert "were there already" in event("results", "autumn", "--csv", table).err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,win\n", "no column “table”"),
        ("table,winner\n1,A\n", "no column “result”"),
        ('table,result\n1,"win\n', "Line 2 cannot be read"),
    ],
)
def test_another_table_is_refused(event: Run, table: Path, text: str, sentence: str) -> None:
    begun(event, "ABCD")
    table.write_text(text)
    ran = event("results", "autumn", "--csv", table)
    assert (ran.status, sentence in ran.err) == (2, True), ran.err


def test_melee_tables_have_places(event: Run, table: Path) -> None:
    begun(event, "ABCD", "--format", "melee", "--rounds", "1", "--melee-points", "5,3,1/6,4,2,1")
    table.write_text('table,result\n1,"1,2,3,3"\n')
    assert event("results", "autumn", "--csv", table).status == 0
    (row,) = exported(event)
    assert (row["result"], bool(row["fourth"])) == ("1,2,3,3", True)
