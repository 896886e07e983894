"""Sync: what a server has now, in place of what is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from carddb import catalogue
from carddb.pool import CardPool, Pools
from carddb.store import CardStore, StoreError
from carddb.sync import SyncReport, sync
from carddb.terms import Edition, Keyword
from carddb.thronesdb.edition import AnswerError
from core.errors import CancelledError, NetworkError
from decks.deck_reader import read_decks
from tests.builders import card
from tests.long_run import pairs
from tests.thronesdb import CARDS, CYCLES, LISTS, PACKS, QUICK, Api, api_card, api_list, api_of
from tests.unit.carddb.conftest import LIST, POOLS
from tests.verdicts import judge_of
from validators.conditions import Requested, conditions_for

pytestmark = pytest.mark.usefixtures("filled_once", "reverse_unordered")


def again(store: CardStore) -> CardPool:
    """Return what the next start of the program reads, which must not rebuild anything."""
    reported: list[int] = []
    started = CardStore(store.path, load=lambda: POOLS, fingerprint=lambda: "one")
    pools = started.pools(lambda done, _: reported.append(done))
    assert (reported, started.note) == ([], "")
    assert pools[Edition.FIRST].cards == POOLS[Edition.FIRST].cards
    return pools[Edition.SECOND]


def synced(store: CardStore, api: Api) -> SyncReport:
    return sync(store, api.url, limits=QUICK)


def test_texts_and_images_arrive_and_the_next_start_reads_them(store: CardStore, api: Api) -> None:
    api.answers[CARDS][2]["text"] = "Stealth.\n+1 Income."
    report = synced(store, api)
    assert (report.cards, report.added, report.changed, report.removed) == (3, 0, 3, 0)
    assert (report.lists, report.warnings, report.not_modified) == (1, (), False)
    arya = again(store).card("01141")
    assert (arya.text, arya.keywords, arya.income) == (
        "Stealth.\n+1 Income.",
        (Keyword("stealth"),),
        1,
    )
    assert arya.image_url == "https://example.org/01141.png"
    assert again(store).cards == report.pool.cards


def test_new_cards_packs_cycles_and_lists_arrive_and_old_ones_go(
    store: CardStore, api: Api
) -> None:
    new = card("Hodor", code="30001", pack="New", cost=1, strength=1)
    api.answers[CYCLES].append({"code": "n", "name": "New", "position": 2, "packs": ["New"]})
    api.answers[PACKS].append(
        {"code": "New", "name": "New Pack", "position": 1, "available": "2026-11-01"}
    )
    api.answers[LISTS].append(
        api_list(replace(LIST, code="house2.0", date=date(2026, 9, 1), version="2.0"))
    )
    del api.answers[CARDS][0]
    api.answers[CARDS].append(api_card(new, text="Renown."))
    report = synced(store, api)
    assert (report.cards, report.added, report.removed, report.lists) == (3, 1, 1, 2)
    stored = again(store)
    assert stored.card("30001").keywords == (Keyword("renown"),)
    assert stored.packs["New"].cycle == "n"
    assert list(stored.lists) == ["house1.0", "house2.0"]
    assert "01004" not in stored


def test_what_the_server_says_is_remembered_and_asked_about(store: CardStore, api: Api) -> None:
    synced(store, api)
    assert [request.if_modified_since for request in api.asked] == [None] * 4
    api.paths()
    report = synced(store, api)
    assert (report.not_modified, report.changed, report.cards) == (True, 0, 3)
    assert all(request.if_modified_since for request in api.asked)
    assert again(store).card("01141").text == "Made up."


def test_only_what_changed_is_read_again(store: CardStore, api: Api) -> None:
    synced(store, api)
    fresh = replace(LIST, banned=frozenset())

    api.answers[LISTS] = lambda _: Response(json.dumps([api_list(fresh)]))
    report = synced(store, api)
    assert (report.not_modified, report.changed, report.lists) == (False, 0, 1)
    assert again(store).lists["house1.0"].banned == frozenset()


def test_a_pack_is_in_progress_while_a_card_of_it_is(store: CardStore, api: Api) -> None:
    api.answers[CARDS][0]["work_in_progress"] = True
    synced(store, api)
    assert [each.in_progress for each in again(store).packs.values()] == [True, False]


def test_new_packs_of_old_cycles_arrive(store: CardStore, api: Api) -> None:
    synced(store, api)
    api.answers[CYCLES] = lambda _: Response(status=304)
    packs = [*api.answers[PACKS], {"code": "N", "name": "New", "position": 3, "cycle_position": 1}]
    api.answers[PACKS] = lambda _: Response(json.dumps(packs))
    # Nobody says which cycle holds it: the place of a cycle is the server's own.
    with pytest.raises(AnswerError, match="not the position of a cycle"):
        synced(store, api)
    packs.pop()
    packs[0] |= {"name": "Core Set again"}
    assert synced(store, api).changed == 0
    assert again(store).packs["Core"].name == "Core Set again"
    assert again(store).packs["Core"].cycle == "core"


def test_another_server_is_asked_for_everything(store: CardStore, api: Api) -> None:
    synced(store, api)
    api.paths()
    sync(store, api.url.replace("localhost", "127.0.0.1"), limits=QUICK)
    assert [request.if_modified_since for request in api.asked] == [None] * 4


def test_the_program_says_who_it_is(store: CardStore, api: Api) -> None:
    synced(store, api)
    for request in api.asked:
        assert request.headers["User-Agent"].startswith("SevenPlots/0.")
        assert "Authorization" not in request.headers


HTML = b"<!doctype html><title>maintenance</title>"


def _twice(answer: list[Any]) -> list[Any]:
    return [*answer, answer[0]]


def _last(**fields: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda answer: [*answer[:-1], answer[-1] | fields]


def _without_code(answer: list[Any]) -> list[Any]:
    return [{key: value for key, value in each.items() if key != "code"} for each in answer]


UNUSABLE: dict[str, tuple[str, Any, str]] = {
    "a web page": (CARDS, HTML, "it is a web page"),
    "an empty body": (CYCLES, b" ", "it is empty"),
    "half a JSON": (PACKS, b'[{"code": "Core"', "it is not JSON"),
    "bytes that are not text": (PACKS, b'["\xff\xfe"]', "not text"),
    "half a letter": (PACKS, rb'["\ud800"]', "not text"),
    "half a letter in capitals": (PACKS, rb'["\uD800"]', "not text"),
    "another shape": (CARDS, {"cards": "none"}, "not a list of cards"),
    "a list of another shape": (CARDS, [1, 2, 3], "number 1 of 3"),
    "nested without end": (CARDS, b"[" * 200_000, "nested too deep"),
    "a number without end": (CARDS, b"[" + b"9" * 9000 + b"]", "it is not JSON"),
    "no cards": (CARDS, [], "only 0 cards, and 3 are stored"),
    "no lists": (LISTS, [], "only 0 restricted lists, and 1 are stored"),
    "no cycles": (CYCLES, [], "not the position of a cycle"),
    "no packs": (PACKS, [], "in the unknown pack Core"),
    "a card without a code": (CARDS, _without_code, "“code” is missing"),
    "a card twice": (CARDS, _twice, "the card 01004 twice"),
    "a pack twice": (PACKS, _twice, "the pack Core twice"),
    "a cycle twice": (CYCLES, _twice, "the cycle core twice"),
    "a list twice": (LISTS, _twice, "the list house1.0 twice"),
    "a code of another kind": (CARDS, _last(code="core_1"), "is not five digits"),
    "a code of other digits": (CARDS, _last(code="٠١٢٣٤"), "is not five digits"),
    "control letters": (CARDS, _last(name="\x1b[2JArya"), "cannot be printed"),
    "a text without end": (CARDS, _last(text="x" * 10_001), "longer than 10000"),
    "an unknown pack": (CARDS, _last(pack_code="XXX"), "in the unknown pack XXX"),
    "a day that is none": (PACKS, _last(available="2026-13-01"), "not a day"),
    "a year alone": (PACKS, _last(available="soon"), "not a day"),
    "a list without contents": (LISTS, _last(contents=None), "“contents” is missing"),
    "a list without a day": (LISTS, _last(effectiveOn="yesterday"), "not a day"),
    "a list of numbers": (LISTS, _last(contents={"joust": {"banned": [1]}}), "list of texts"),
}


@pytest.mark.parametrize("reverse_unordered", [True], indirect=True)
@pytest.mark.parametrize(("case", "before"), pairs(UNUSABLE, (True, False), each=1))
def test_whatever_cannot_be_used_leaves_the_old_whole(
    store: CardStore, api: Api, case: str, before: bool
) -> None:
    """Where cards were synced before, and at the first sync."""
    path, spoilt, words = UNUSABLE[case]
    store.pools()
    if before:
        synced(store, api)
        api.modified += 1
    old, file = again(store), store.path.read_bytes()
    api.answers[path] = spoilt(api.answers[path]) if callable(spoilt) else spoilt
    with pytest.raises(AnswerError) as caught:
        synced(store, api)
    assert words in caught.value.sentence
    assert caught.value.sentence.endswith(".")
    assert "as they were" in caught.value.hint
    assert store.path.read_bytes() == file
    assert again(store).cards == old.cards


def test_a_server_with_half_of_the_cards_is_believed(store: CardStore, api: Api) -> None:
    api.answers[CARDS] = api.answers[CARDS][:2]
    report = synced(store, api)
    assert (report.cards, report.removed) == (2, 1)


def test_unknown_codes_in_lists_are_warnings(store: CardStore, api: Api) -> None:
    api.answers[LISTS][0]["contents"]["joust"]["restricted"].append("99999")
    report = synced(store, api)
    assert report.warnings == ("The list House list names cards that are not known: 99999.",)
    assert again(store).lists["house1.0"].formats[0][1].restricted == {"01141", "99999"}


@pytest.mark.parametrize("at", [1, 30, 70, 88, 100])
def test_stopping_it_anywhere_leaves_the_old_whole(store: CardStore, api: Api, at: int) -> None:
    store.pools()
    before = store.path.read_bytes()
    reported: list[int] = []

    def stop(done: int, total: int) -> None:
        assert total == 100
        reported.append(done)
        if done >= at:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        sync(store, api.url, progress=stop, limits=QUICK)
    assert reported == sorted(reported)
    assert store.path.read_bytes() == before
    assert [each.name for each in store.path.parent.iterdir()] == ["cards.db"]
    assert again(store).cards == POOLS[Edition.SECOND].cards


def test_nobody_there_is_a_network_failure(store: CardStore) -> None:
    with pytest.raises(NetworkError, match="Connection refused") as caught:
        sync(store, "http://127.0.0.1:1", limits=QUICK)
    assert "as before" in caught.value.hint


def test_a_home_that_cannot_keep_them_is_told(tmp_path: Path, api: Api) -> None:
    (tmp_path / "home").write_text("a file")
    blocked = CardStore(tmp_path / "home" / "cards.db", load=lambda: POOLS, fingerprint=lambda: "x")
    with pytest.raises(StoreError, match="could not be saved in"):
        synced(blocked, api)


def test_a_store_of_another_catalogue_is_not_changed(store: CardStore, api: Api) -> None:
    store.pools()
    other = CardStore(store.path, load=lambda: POOLS, fingerprint=lambda: "two")
    with pytest.raises(StoreError, match="another version of the program"):
        other.replace(POOLS[Edition.SECOND], synced(store, api).origin)


@pytest.mark.parametrize("reverse_unordered", [True], indirect=True)
def test_the_samples_are_judged_as_by_the_catalogue(
    tmp_path: Path, httpserver: HTTPServer, pools: Pools
) -> None:
    api = Api(httpserver, api_of(pools[Edition.SECOND]))
    store = CardStore(tmp_path / "cards.db")
    report = synced(store, api)
    assert (report.cards, report.removed, report.warnings) == (2240, 0, ())
    assert report.changed > 2200
    for name in ("lists", "packs", "cycles"):
        found, wanted = getattr(report.pool, name), getattr(pools[Edition.SECOND], name)
        assert list(found.items()) == list(wanted.items())
    fresh = {**pools, Edition.SECOND: store.pools()[Edition.SECOND]}
    judged = 0
    for sample in catalogue.sample_decks():
        assert _verdicts(sample.text, fresh) == _verdicts(sample.text, pools), sample.name
        judged += 1
    assert judged == 31


def _verdicts(text: str, pools: Pools) -> list[object]:
    """Return the problems of a deck under some lists, and its row for each list."""
    (reading,) = read_decks(text, pools)
    chosen, day = pools[Edition.SECOND], date(2026, 11, 20)
    judge = judge_of(chosen)
    found: list[object] = [
        (row.restricted_list.code, row.codes) for row in judge.matrix(reading.deck)
    ]
    for code in ("none", "gotstandard2.1", "ffg1.2", "conclave2.0"):
        wishes = Requested(list_code=code, date=day)
        conditions = conditions_for(reading.deck, chosen, wishes, day)
        found.append(judge.verdict(reading.deck, conditions).problems)
    return found
