"""`sevenplots event links` and the settings of `event serve`."""

from __future__ import annotations

from pathlib import Path

from library.library import Library
from tests.running import Run
from tests.unit.cli.event.conftest import begun
from tests.unit.library.ticking import Ticking


def test_links_let_players_in_until_they_are_renewed(event: Run, home: Path) -> None:
    begun(event, "ABC")
    first = event("links", "Autumn", "--json", "--address", "http://192.168.1.20:8615").json
    assert [each["name"] for each in first["links"]] == ["A", "B", "C"]
    token = first["links"][0]["link"].removeprefix("http://192.168.1.20:8615/me/")
    renewed = event("links", "Autumn", "--renew", "A", "--json").json["links"]
    assert [each["name"] for each in renewed] == ["A"]
    with Library(home / "decks.db", clock=Ticking()) as library:
        phones = library.phones
        assert phones.player_of_link(first["id"], token) == ""
        assert phones.player_of_code(first["id"], first["links"][1]["code"]) == "p2"
        assert phones.player_of_code(first["id"], renewed[0]["code"]) == "p1"
    printed = event("links", "Autumn", "--player", "B").out
    assert "B" in printed
    assert "C" not in printed.split()


def test_a_pin_is_long_enough(event: Run) -> None:
    begun(event, "AB")
    refused = event("serve", "Autumn", "--judge-pin", "1234", "--host", "127.0.0.1")
    assert refused.status == 2
    assert "6 to 40 characters" in refused.err
    refused = event("links", "Autumn", "--output", "links.pdf")
    assert (refused.status, "needs the address" in refused.err) == (2, True)
