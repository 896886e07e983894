"""`sevenplots event links` and the settings of `event serve`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cli.drawing import PdfWriters
from cli.main import run
from events.papers import EventPaper, PaperTable, SlipPaper
from tests.running import Run
from tests.unit.cli.conftest import open_library
from tests.unit.cli.event.conftest import begun


def test_links_let_players_in_until_they_are_renewed(event: Run, home: Path) -> None:
    begun(event, "ABC")
    first = event("links", "Autumn", "--json", "--address", "http://192.168.1.20:8615").json
    assert [each["name"] for each in first["links"]] == ["A", "B", "C"]
    token = first["links"][0]["link"].removeprefix("http://192.168.1.20:8615/me/")
    renewed = event("links", "Autumn", "--renew", "A", "--json").json["links"]
    assert [each["name"] for each in renewed] == ["A"]
    with open_library(home) as library:
        phones = library.phones
        assert phones.player_of_link(first["id"], token) == ""
        assert phones.player_of_code(first["id"], first["links"][1]["code"]) == "p2"
        assert phones.player_of_code(first["id"], renewed[0]["code"]) == "p1"
    printed = event("links", "Autumn", "--player", "B").out
    assert "B" in printed
    assert "C" not in printed.split()


def test_codes_are_on_the_first_slips_and_in_the_list_of_players(
    event: Run, home: Path, tmp_path: Path
) -> None:
    begun(event, "ABCDE")
    listed = event("players", "Autumn", "--codes", "--json").json["codes"]
    drawn: list[EventPaper] = []

    def draw(papers: Sequence[EventPaper], page: str) -> bytes:
        drawn.extend(papers)
        return b"%PDF"

    def papers(*chosen: str) -> None:
        words = ["--home", str(home), "event", "papers", "Autumn", *chosen]
        assert run([*words, "--output", str(tmp_path / "p.pdf")], PdfWriters(papers=draw)) == 0

    address = ["--address", "http://192.168.1.20:8615"]
    papers("--paper", "slips", "--paper", "players", *address)
    slips, players = drawn
    assert isinstance(slips, SlipPaper)
    assert isinstance(players, PaperTable)
    # The player with the bye has a strip, too.
    printed = {card.name: card.code for slip in slips.slips for card in slip.links}
    assert sorted(printed) == [*"ABCDE"]
    assert [row.cells[4] for row in players.rows] == [printed[name] for name in "ABCDE"]
    with open_library(home) as library:
        event_id = library.events.list()[0].id
        for player, code in ({"p1": printed["A"], "p2": printed["B"]} | listed).items():
            assert library.phones.player_of_code(event_id, code) == player
        assert library.phones.player_of_code(event_id, printed["C"]) == "p3"
    papers("--paper", "slips")
    assert not any(slip.links for slip in drawn[-1].slips)  # type: ignore[union-attr]
    for table in ("1", "2"):
        event("result", "Autumn", table, "win")
    event("pair", "--library", "Autumn")
    papers("--paper", "slips", *address)
    assert not any(slip.links for slip in drawn[-1].slips)  # type: ignore[union-attr]


def test_a_pin_is_long_enough(event: Run) -> None:
    begun(event, "AB")
    refused = event("serve", "Autumn", "--judge-pin", "1234", "--host", "127.0.0.1")
    assert refused.status == 2
    assert "6 to 40 characters" in refused.err
    refused = event("links", "Autumn", "--output", "links.pdf")
    assert (refused.status, "needs the address" in refused.err) == (2, True)
