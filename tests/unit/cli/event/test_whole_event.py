"""An event of sixteen players from sign-up to winner, by commands alone."""

from __future__ import annotations

import json
from pathlib import Path

from events.event_log import read_log
from events.replay import replay
from tests.running import Run

NAMES = (
    *("Arya", "Bran", "Cersei", "Davos", "Edric", "Fergie", "Gilly", "Hodor"),
    *("Illyrio", "Jaime", "Khal", "Lancel", "Meera", "Nymeria", "Olenna", "Podrick"),
)


def test_sixteen_players_from_sign_up_to_winner(event: Run, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("Name,House\n" + "\n".join(f"{n},Stark" for n in NAMES))
    made = event("new", "Autumn", "--structure", "advanced", "--date", "2026-11-20", "--json")
    assert made.status == 0
    event_id = made.json["id"]
    signed = event("players", "autumn", "--from", tmp_path / "players.csv", "--json")
    assert (signed.status, len(signed.json["added"]), signed.json["unread"]) == (0, 16, [])
    assert event("forbid", event_id[:6], "Arya", "Bran").out == "Arya and Bran are kept apart.\n"
    started = event("start", event_id, "--json").json
    assert (started["swiss_rounds"], started["cut"]) == (4, 8)
    for number in range(1, 5):
        _swiss_round(event, event_id, number)
    assert event("result", event_id, 1, "loss", "--round", 1, "--correct").status == 0
    assert "Taken back: Round 1, table 1, corrected" in event("undo", event_id).out
    table = event("standings", "--library", event_id).out
    assert table.splitlines()[0].split()[0] == "player"
    lines = event("standings", "--library", event_id, "--json").json["standings"]
    first = event("bracket", "--library", event_id, "--json").json
    assert [game["seeds"] for game in first["games"]] == [[1, 8], [2, 7], [3, 6], [4, 5]]
    assert first["games"][0]["players"] == [lines[0]["id"], lines[7]["id"]]
    for games in (4, 2, 1):
        for game in range(1, games + 1):
            assert event("result", event_id, game, "loss" if game == 1 else "win").status == 0
    done = event("bracket", "--library", event_id, "--json").json
    assert (done["games"], done["winner"]) == ([], lines[1]["id"])
    name = next(line["name"] for line in lines if line["id"] == done["winner"])
    assert f"{name} won the event." in event("bracket", "--library", event_id).out
    assert event("finish", event_id).out == "The event was finished.\n"
    assert "finished" in event("show").out
    assert "finished" in event("show", "Autumn").out
    _there_and_back(event, event_id, tmp_path)


def _swiss_round(event: Run, event_id: str, number: int) -> None:
    """Pair a round, the first one twice, and enter all of its results."""
    drawn = event("pair", "--library", event_id, "--seed", number, "--json").json
    assert (drawn["round"], drawn["seed"], drawn["bye"]) == (number, number, None)
    assert len(drawn["pairings"]) == 8
    assert ["p1", "p2"] not in map(sorted, drawn["pairings"])
    if number == 1:
        swapped = event("swap", event_id, drawn["pairings"][0][0], drawn["pairings"][1][0])
        assert "changed places" in swapped.out
        assert event("pair", "--library", event_id, "--again", "--json").json["round"] == 1
    for table in drawn["tables"]:
        entered = event("result", event_id, table, "win", "--json").json
        assert entered["playing"] == list(range(table + 1, 9))


def _there_and_back(event: Run, event_id: str, folder: Path) -> None:
    """Every format of the finished event is read again, and tells the same."""
    expected = event("standings", "--library", event_id, "--json").json
    log = event("export", "--library", event_id, "--log").out
    assert replay(read_log(log)).winner
    for kind, words in {"log": ["--log"], "json": [], "nrtm": ["--to", "nrtm"]}.items():
        file = folder / f"{kind}.json"
        written = event("export", "--library", event_id, *words, "--output", file)
        assert (written.status, written.out) == (0, "")
        read = event("import", file, "--name", f"Again {kind}", "--json").json
        assert (read["players"], read["rounds"], read["stage"]) == (16, 4, "finished")
        assert read["notes"] == []
        again = event("standings", "--library", read["id"], "--json").json
        points = [(line["name"], line["points"]) for line in again["standings"]]
        assert dict(points) == {e["name"]: e["points"] for e in expected["standings"]}
        if kind != "nrtm":
            assert again == expected
    assert event("standings", folder / "json.json", "--json").json == expected
    assert event("export", folder / "json.json", "--to", "csv").out.startswith("rank,player,")
    assert json.loads(event("export", folder / "log.json").out)["event"]["finished"] is True


def test_the_final_of_a_melee_event_takes_all_places(event: Run, tmp_path: Path) -> None:
    names = tmp_path / "players.txt"
    names.write_text("\n".join(("Arya", "Bran", "Catelyn", "Davos")))
    points = ("--melee-points", "4,2,1/5,3,2,1")
    event("new", "Melee", "--format", "melee", "--rounds", 1, "--cut", 4, *points)
    event("players", "melee", "--from", names)
    event("start", "melee")
    event("pair", "--library", "melee")
    event("result", "melee", 1, "1,2,3,4")
    seeds = event("bracket", "--library", "melee", "--json").json["games"][0]["players"]
    refused = event("result", "melee", 1, "1,1,3,4")
    assert refused.status == 2
    assert "needs one winner" in refused.err
    ran = event("result", "melee", 1, "3,1,2,4")
    assert "Elimination, round 1, game 1: 1. " in ran.out
    ranking = event("bracket", "--library", "melee", "--json").json["ranking"]
    assert ranking == [seeds[1], seeds[2], seeds[0], seeds[3]]
