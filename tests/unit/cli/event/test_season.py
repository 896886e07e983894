"""`sevenplots event season`: events of the library and of files, and who is the same player."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import Run
from tests.unit.cli.event.conftest import begun


@pytest.fixture
def two_events(event: Run, tmp_path: Path) -> tuple[str, Path]:
    """Return a finished event of the library, and the document of another that goes on."""
    begun(event, "AB", "--structure", "custom", "--rounds", 1)
    first = event("show", "autumn", "--json").json["event"]["rounds"][0]["games"][0]["players"][0]
    event("result", "autumn", 1, first)
    event("finish", "autumn")
    file = tmp_path / "spring.json"
    file.write_text(event("export", "autumn").out.replace("Autumn", "Spring"))
    return "autumn", file


def test_a_season_asks_who_is_the_same_player_and_remembers_it(
    event: Run, two_events: tuple[str, Path], home: Path
) -> None:
    ran = event("season", *two_events, "--json")
    assert (ran.status, ran.json["unanswered"]) == (0, ["A", "B"])
    assert len(ran.json["players"]) == 4
    ran = event("season", *two_events, "--same", "A", "--apart", "B", "--json")
    assert ran.json["unanswered"] == []
    assert len(ran.json["players"]) == 3
    again = event("season", *two_events, "--json")
    assert again.json == ran.json
    ran = event("season", *two_events)
    assert "B (Autumn)" in ran.out
    assert "A (" not in ran.out
    (home / "season.json").write_text("[]")
    ran = event("season", *two_events)
    assert ran.status == 2
    assert "Delete the file" in ran.err


def test_all_takes_the_finished_events_and_writes_csv(
    event: Run, two_events: tuple[str, Path], tmp_path: Path
) -> None:
    csv = tmp_path / "season.csv"
    ran = event("season", "all", "--points", "3,2", "--csv", csv, "--json")
    assert [each["name"] for each in ran.json["events"]] == ["Autumn"]
    assert [each["points"] for each in ran.json["players"]] == [3, 2]
    assert ran.json["written"] == [str(csv)]
    assert (
        csv.read_text().splitlines()[0] == "rank,player,points,2026-11-20 Autumn,games,won,rating"
    )


def test_what_is_no_season_gets_a_sentence(
    event: Run, two_events: tuple[str, Path], tmp_path: Path
) -> None:
    def refusal(*words: object) -> str:
        ran = event("season", *words)
        assert (ran.status, ran.out) == (2, "")
        return ran.err

    name, file = two_events
    assert "does not list points by place" in refusal(file, "--points", "3,x")
    assert "names nobody" in refusal(file, "--same", "=A")
    assert "no event “gone”" in refusal("gone")
    copy = tmp_path / "copy.json"
    copy.write_text(file.read_text())
    assert "named before" in refusal(file, copy)
    assert json.loads(file.read_text())
    event("delete", name)
    assert "no finished event" in refusal("all")
