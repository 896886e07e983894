"""The contract of `sevenplots sync`: its JSON, its exit status, its sentences."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from carddb.catalogue import sample_decks
from carddb.pool import Pools
from carddb.terms import Edition
from cli.main import run
from core.download import SERVER
from tests.faults.wire import Wire, serving
from tests.running import Ran, Run
from tests.thronesdb import CARDS, LISTS, Api, api_of
from tests.unit.cli.conftest import command_line, refusal
from tests.unit.cli.test_cards import FAN
from tests.unit.cli.test_lists import LEAGUE

ROOT = Path(__file__).parents[3]
KEYS = {"not_modified", "cards", "added", "changed", "removed", "lists", "warnings", "seconds"}


@pytest.fixture
def own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line with a home of this test's own."""
    return command_line(tmp_path, capsys)


@pytest.fixture(scope="module")
def first_sync(
    tmp_path_factory: pytest.TempPathFactory,
    make_httpserver: HTTPServer,
    pools: Pools,
) -> tuple[Path, Ran]:
    """Return a home folder that was synced once, and what the command printed."""
    home, out, err = tmp_path_factory.mktemp("synced"), StringIO(), StringIO()
    make_httpserver.clear()  # it still answers as in the last test of another module
    api = Api(make_httpserver, api_of(pools[Edition.SECOND]))
    with redirect_stdout(out), redirect_stderr(err):
        status = run(["--home", str(home), "sync", "--from", api.url, "--json"])
    return home, Ran(status, out.getvalue(), err.getvalue())


@pytest.fixture
def synced(tmp_path: Path, own: Run, first_sync: tuple[Path, Ran]) -> Run:
    """Return the command line with a copy of that home."""
    shutil.copytree(first_sync[0], tmp_path, dirs_exist_ok=True)
    return own


@pytest.fixture
def api(httpserver: HTTPServer, pools: Pools) -> Api:
    return Api(httpserver, api_of(pools[Edition.SECOND]))


def test_the_variable_names_the_server(
    synced: Run, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVER, api.url)
    assert synced("sync", "--json").json["from"] == api.url
    assert api.paths()
    assert synced("sync", "--from", "http://127.0.0.1:1").status == 3


def test_a_sync_and_one_without_news(synced: Run, api: Api, first_sync: tuple[Path, Ran]) -> None:
    _, first = first_sync
    assert (first.status, first.err) == (0, "")
    assert set(first.json) >= KEYS
    numbers = {key: first.json[key] for key in ("cards", "added", "removed", "lists")}
    lists = len(api.answers[LISTS])
    assert numbers == {"cards": 2240, "added": 0, "removed": 0, "lists": lists}
    assert (first.json["not_modified"], first.json["warnings"]) == (False, [])
    assert first.json["changed"] > 2200
    assert first.json["seconds"] > 0
    assert first.json["from"] == api.url
    second = synced("sync", "--from", f"{api.url}/", "--json")
    assert (second.status, second.err) == (0, "")
    assert second.json["not_modified"] is True
    assert (second.json["cards"], second.json["changed"]) == (2240, 0)
    (card,) = synced("card", "01141", "--json").json["cards"]
    assert "Made up." in card["text"]


def test_a_sync_leaves_own_cards_and_lists_alone(synced: Run, api: Api, tmp_path: Path) -> None:
    for command, plain in (("cards", FAN), ("lists", LEAGUE)):
        file = tmp_path / f"{command}.json"
        file.write_text(json.dumps(plain), "utf-8")
        assert synced(command, "add", file).status == 0
    raw = next(each for each in api.answers[CARDS] if each["code"] == "01141")
    raw["cost"] = 7
    api.modified += 60
    ran = synced("sync", "--from", api.url, "--json")
    assert (ran.status, ran.json["removed"], ran.json["changed"]) == (0, 0, 1)
    assert synced("search", "is:own", "--json").json["count"] == 3
    assert len(synced("lists", "show", "--json").json["lists"]) == 1


def test_a_check_fetches_nothing_and_names_the_list_in_force(synced: Run, api: Api) -> None:
    assert synced("sync", "--check", "--from", api.url).out == f"{api.url} has nothing newer.\n"
    newest = {**api.answers[LISTS][-1], "code": "new", "title": "Newest"}
    api.answers[LISTS].append({**newest, "effectiveOn": "2026-07-02T00:00:00+00:00"})
    api.answers[CARDS] = lambda _: Response(status=304)
    api.modified += 60
    ran = synced("sync", "--check", "--from", api.url)
    assert (ran.status, ran.err) == (1, "")
    assert "The list in force is Newest of 2026-07-02." in " ".join(ran.out.split())
    told = {"code": "new", "name": "Newest", "date": "2026-07-02"}
    ran = synced("sync", "--check", "--json", "--from", api.url)
    assert ran.json == {"newer": True, "list": told}
    ran = synced("sync", "--from", api.url)
    assert "New restricted list: Newest, in force from 2026-07-02." in ran.out
    assert synced("sync", "--check", "--json", "--from", api.url).json == {
        "newer": False,
        "list": None,
    }


def test_a_sync_is_logged_and_so_is_one_that_fails(
    synced: Run, tmp_path: Path, first_sync: tuple[Path, Ran]
) -> None:
    synced("sync", "--from", "http://127.0.0.1:1")
    log = (tmp_path / "logs" / "sevenplots.log").read_text("utf-8")
    lines = [line.split(" ", 2)[2] for line in log.splitlines() if "sevenplots.sync" in line]
    begin, end, again, failed = lines
    assert begin.startswith("INFO sevenplots.sync: Sync from ")
    assert re.fullmatch(r"INFO .*: Sync ends after .* s: cards were replaced; 2240 cards, .*", end)
    assert again.startswith("INFO sevenplots.sync: Sync from ")
    assert failed.startswith("WARNING sevenplots.sync: Sync failed: ")
    assert all(str(each) not in log for each in (tmp_path, first_sync[0]))


def test_people_read_sentences(own: Run, api: Api) -> None:
    api.answers[LISTS][-1]["contents"]["joust"]["banned"].append("99999")
    first = own("sync", "--from", api.url)
    assert first.status == 0
    assert f"2,240 cards and {len(api.answers[LISTS])} restricted lists from {api.url}" in first.out
    assert "0 added, " in first.out
    assert "names cards that are not known: 99999." in first.err
    second = own("sync", "--from", api.url)
    assert " restricted lists here." in second.out
    assert "has nothing newer than the 2,240 cards and " in second.out


@pytest.mark.parametrize(
    "source", ["http://thronesdb.com", "", "thronesdb.com", "ftp://127.0.0.1", "https://a b"]
)
def test_a_bad_source_is_2(own: Run, source: str) -> None:
    assert "https://" in refusal(own, "sync", "--from", source)


def test_an_answer_of_no_use_is_2_and_said_in_json_too(own: Run, api: Api) -> None:
    del api.answers[CARDS][1119]["code"]
    ran = own("sync", "--from", api.url, "--json")
    assert ran.status == 2
    assert "It is number 1,120 of 2,240." in ran.json["error"]["reason"]
    assert "as they were" in ran.json["error"]["hint"]
    api.answers[CARDS] = b"<html>maintenance</html>"
    assert own("sync", "--from", api.url).status == 2


def test_a_failed_network_is_3(own: Run) -> None:
    ran = own("sync", "--from", "http://127.0.0.1:1", "--json")
    assert ran.status == 3
    assert "Connection refused" in ran.json["error"]["reason"]
    assert "Traceback" not in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_stops_it_in_a_sentence(tmp_path: Path, first_sync: tuple[Path, Ran]) -> None:
    before = Path(shutil.copy(first_sync[0] / "cards.db", tmp_path)).read_bytes()
    asked: list[bytes] = []

    def talk(wire: Wire) -> None:
        asked.append(wire.asked)
        process.send_signal(signal.SIGINT)
        wire.hang()

    with serving(talk) as url:
        command = [sys.executable, "-m", "sevenplots", "--home", str(tmp_path), "sync"]
        process = subprocess.Popen(  # noqa: S603
            [*command, "--from", url, "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.strip() == "Stopped; the cards are as they were."
    assert len(asked) == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cards.db", "logs"]
    assert (tmp_path / "cards.db").read_bytes() == before
    assert "Sync was cancelled" in (tmp_path / "logs" / "sevenplots.log").read_text("utf-8")


def test_an_agenda_that_came_by_sync_is_not_legal_without_a_word(
    own: Run, api: Api, tmp_path: Path
) -> None:
    sample = next(each.text for each in sample_decks() if each.name.startswith("Wolves of Winter"))
    deck = json.loads(sample) | {"agendas": ["99001"]}
    for each in [*api.answers[CARDS]]:
        if each["code"] == "01027":
            text = "You may include <i>Wizard</i> characters in your deck."
            new = {"code": "99001", "name": "Wizards of the Realm", "text": text}
            api.answers[CARDS].append(each | new)
        if each["code"] == "03016":
            each["text"] = "Your deck may include 9 copies of this."
    assert own("sync", "--from", api.url).status == 0
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(deck), "utf-8")
    result = own("check", path, "--json").json["decks"][0]
    assert result["legal"] is True
    warned = [each for each in result["problems"] if each["severity"] == "warning"]
    assert [(each["code"], each["cards"]) for each in warned] == [
        ("agenda.unknown-rules", ["99001"]),
        ("card.unknown-rules", ["03016"]),
    ]
    printed = own("check", path).out
    assert "! legal, 2 warnings" in printed
    assert "  ! The rules of Wizards of the Realm are not known here" in printed
    table = own("check", *[path] * 7).out
    assert "! " in table
    assert "agenda.unknown-rules, card.unknown-rules" in table
    assert "7 legal (7 with warnings), 0 not." in table
