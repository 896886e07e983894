"""`sevenplots event season`: the answers about names are remembered, and every output agrees."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.drawing import PdfWriters
from cli.main import run
from events.papers import EventPaper, PaperTable
from tests.running import Run


def played(event: Run, name: str, day: int, players: str, result: str) -> None:
    event("new", name, "--date", f"2026-11-{day:02}", "--rounds", 1)
    event("players", name, *(word for each in players for word in ("--add", each)))
    event("start", name, "--anyway")
    event("pair", "--library", name)
    event("result", name, 1, result)
    event("finish", name)


def test_a_season_of_the_library(
    event: Run, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(event, "Autumn", 1, "AB", "A")
    played(event, "Winter", 8, "AC", "C")
    event("new", "Spring")
    apart = event("season", "all", "--json").json
    assert apart["events"] == ["Autumn", "Winter"]
    assert apart["unanswered"] == ["A"]
    assert len(apart["lines"]) == 4
    asked = event("season", "all")
    assert '--same "A", or --different "A"' in asked.err

    table, paper = tmp_path / "season.csv", tmp_path / "season.pdf"
    ran = event(
        *("season", "Autumn", "winter", "--same", "A", "--points", "10,6", "--best", 1),
        *("--csv", table, "--json"),
    )
    assert [(each["name"], each["points"]) for each in ran.json["lines"]] == [
        *(("A", 10), ("C", 10), ("B", 6))
    ]
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [(row["player"], row["points"], row["places"]) for row in rows] == [
        *(("A", "10", "1, (2)"), ("C", "10", "1"), ("B", "6", "2"))
    ]
    drawn: list[EventPaper] = []

    def draw(papers: Sequence[EventPaper], page: str) -> bytes:
        assert page == "a4"
        drawn.extend(papers)
        return b"%PDF"

    words = ["--home", str(home), "event", "season", "all", "--output", str(paper)]
    assert run(words, PdfWriters(papers=draw)) == 0
    capsys.readouterr()
    assert paper.read_bytes() == b"%PDF"
    (drawn_table,) = drawn
    assert isinstance(drawn_table, PaperTable)
    assert [column.label.lower() for column in drawn_table.columns] == list(rows[0])
    assert len(drawn_table.rows) == 3

    remembered = event("season", "all", "--json").json
    assert remembered["unanswered"] == []
    assert len(remembered["lines"]) == 3
    assert len(event("season", "all", "--different", "A", "--json").json["lines"]) == 4


def test_a_season_of_files(event: Run, tmp_path: Path) -> None:
    played(event, "Autumn", 1, "AB", "A")
    file = tmp_path / "autumn.json"
    event("export", "Autumn", "--output", file)
    assert len(event("season", file, file, "--json").json["lines"]) == 2
    refused = event("season", file, "--points", "1,x")
    assert (refused.status, "whole numbers" in refused.err) == (2, True)
    (tmp_path / "home" / "season-names.json").write_text("{")
    broken = event("season", file)
    assert (broken.status, "cannot be read" in broken.err) == (2, True)
