"""Cards, packs, cycles, lists and decks of ThronesDB, and whether it has newer ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from carddb.card import Card, Erratum
from carddb.decklist_download import deck_number, published_deck
from carddb.pack import Cycle
from carddb.pattern import Host
from carddb.pool import Pools
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.store import CardStore
from carddb.sync import check_for_update, newer_list, sync
from carddb.terms import CardType, Edition, Faction, Icon, Keyword, PlotStats, Printed
from carddb.thronesdb.cards import card_of_api
from carddb.thronesdb.edition import (
    cycles_of_api,
    lists_of_api,
    numbered,
    packs_of_api,
    unknown_codes,
)
from core.download import AddressError, site_of
from core.errors import AppError, CancelledError, CardDataError, NetworkError
from tests.builders import card, pack, restricted_list
from tests.faults.wire import Wire, serving
from tests.thronesdb import CARDS, CYCLES, LISTS, PACKS, QUICK, Api, api_card, api_list, api_of
from tests.unit.carddb.conftest import POOLS

EVENT = card("Ward", CardType.EVENT, code="90001", cost=2)
KNIGHT = card("Dunk", code="90002", cost=3, strength=4, unique=True)
PLOT = card("Plan", CardType.PLOT, code="90003", plot=PlotStats(5, 0, 1, 6))


def card_from(plain: Card, known: Card | None = None, **fields: Any) -> Card:
    """Return the card of an answer about a card, which must come without warnings."""
    read, warnings = card_of_api(api_card(plain, **fields), known)
    assert warnings == ()
    return read


def test_every_field_of_a_character() -> None:
    raw = api_card(
        KNIGHT,
        text="Stealth.\r\n+2 Income.",
        faction_code="stark",
        traits="House Stark. Knight.",
        is_loyal=True,
        is_power=True,
        octgn_id="abf9c701-f480-4576-a5c0-44b4e9b04e6c",
        illustrator="A Painter",
    )
    read, warnings = card_of_api(raw)
    assert read == replace(
        KNIGHT,
        factions=(Faction.STARK,),
        traits=("House Stark", "Knight"),
        loyal=True,
        icons=(Icon.POWER,),
        keywords=(Keyword("stealth"),),
        income=2,
        text="Stealth.\n+2 Income.",
        image_url="https://example.org/90002.png",
        octgn_id="abf9c701-f480-4576-a5c0-44b4e9b04e6c",
        illustrator="A Painter",
    )
    assert warnings == ()


def test_a_plot_has_four_values_and_no_cost() -> None:
    read = card_from(PLOT, cost=None)
    assert (read.plot, read.cost, read.strength) == (PLOT.plot, None, None)


def test_a_host_is_read_from_the_text() -> None:
    attachment = card("Ice", CardType.ATTACHMENT, code="90004", cost=1)
    read = card_from(attachment, text="Stark character only.")
    assert isinstance(read.host, Host)


def test_what_the_api_leaves_out_stays_as_it_is_known() -> None:
    known = replace(
        KNIGHT,
        errata=(Erratum("The House", "2.0"),),
        keywords=(Keyword("renown"),),
        octgn_id="octgn",
        illustrator="A Painter",
        only_in="melee",
        icons=(Icon.POWER,),
        image_url="https://example.org/old.png",
        loyal=True,
    )
    raw = api_card(known)
    for field in ("text", "illustrator", "image_url", "is_loyal", "is_power", "octgn_id"):
        raw[field] = None
    for field in ("deck_limit", "quantity", "position", "is_unique"):
        del raw[field]
    assert card_of_api(raw, known) == (known, ())


def test_a_text_that_is_there_is_read_anew_and_errata_stay() -> None:
    known = replace(KNIGHT, keywords=(Keyword("renown"),), errata=(Erratum("The House", "2.0"),))
    read = card_from(KNIGHT, known, text="Stealth.")
    assert (read.keywords, read.errata) == ((Keyword("stealth"),), known.errata)


def test_a_card_without_text_is_blank() -> None:
    read = card_from(KNIGHT, text=" ")
    assert (read.blank, read.text) == (True, " ")
    assert (card_from(KNIGHT, text="").text, card_from(KNIGHT, text="").blank) == (None, True)
    unsaid, _ = card_of_api(api_card(KNIGHT) | {"text": None})
    assert (unsaid.blank, unsaid.text) == (False, None)


@pytest.mark.parametrize(
    ("cost", "read"), [(2, 2), ("2", 2), ("0", 0), ("X", Printed.X), ("-", None)]
)
def test_costs_of_both_versions_of_the_api(cost: object, read: object) -> None:
    assert card_from(EVENT, cost=cost).cost == read
    assert card_from(EVENT, EVENT, cost=cost).cost == read


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("Shadow (2).\nMade up.", None),
        ("Shadow (X).\nMade up with X gold.", None),
        ("Choose two cards with printed cost X or lower.", Printed.X),
        ("X is the number of plots.", Printed.X),
    ],
)
def test_what_null_stands_for_on_an_unknown_event(text: str, cost: object) -> None:
    assert card_from(EVENT, text=text, cost=None).cost == cost


def test_null_is_what_the_known_card_has() -> None:
    for known in (None, Printed.X):
        assert card_from(EVENT, replace(EVENT, cost=known), text="X.", cost=None).cost == known


def test_a_known_card_of_another_type_says_nothing() -> None:
    read, warnings = card_of_api(api_card(EVENT, cost=None), replace(KNIGHT, code="90001"))
    assert (read.cost, len(warnings)) == (None, 1)


@pytest.mark.parametrize(
    ("plain", "text", "field", "value", "words"),
    [
        (EVENT, "Choose a location.", "cost", None, "its cost is unknown"),
        (EVENT, "It gains shadow (X).", "cost", None, "its cost is unknown"),
        (KNIGHT, "X is it.", "cost", None, "its cost is unknown"),
        (KNIGHT, "No more than X.", "strength", None, "its strength is unknown"),
        (PLOT, "Made up.", "claim", PlotStats(5, 0, Printed.X, 6), "its claim is missing; it is"),
    ],
)
def test_what_is_not_known_is_not_guessed_and_warned_of(
    plain: Card, text: str, field: str, value: object, words: str
) -> None:
    read, (warning,) = card_of_api(api_card(plain, text=text) | {field: None})
    assert getattr(read, "plot" if plain is PLOT else field) == value
    assert warning.startswith(f"Card {plain.code}: {words}")


def test_a_letter_in_the_place_of_a_known_number_is_warned_of() -> None:
    read, warnings = card_of_api(api_card(KNIGHT, cost=None, strength=None), KNIGHT)
    assert (read.cost, read.strength) == (3, 4)
    assert [each.split(":")[1] for each in warnings] == [
        " the server no longer states its cost; 3 stays.",
        " the server no longer states its strength; 4 stays.",
    ]


def test_strength_and_values_of_x() -> None:
    assert card_from(KNIGHT, text="X is it.", strength=None).strength is Printed.X
    known = replace(PLOT, plot=PlotStats(Printed.X, 0, 1, 6))
    assert card_from(PLOT, known, income=None).plot == known.plot
    assert card_from(PLOT, text="X is 3.", income=None).plot == known.plot


def test_every_card_of_the_catalogue_comes_back_from_the_api(
    pools: Pools,
) -> None:
    for known in pools[Edition.SECOND]:
        read, warnings = card_of_api(api_card(known), known)
        facts = {"text", "image_url", "host", "gold_effects", "income", "initiative", "reserve"}
        same = {each: getattr(known, each) for each in facts}
        assert (replace(read, **same), warnings) == (known, ())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("code", "1234"),
        ("type_code", "horse"),
        ("faction_code", 3),
        ("name", ""),
        ("position", -1),
        ("quantity", "3"),
        ("deck_limit", 0),
        ("deck_limit", None),
        ("cost", "12345"),
        ("cost", 2.5),
        ("cost", True),
        ("strength", []),
        ("strength", "+1"),
        ("is_unique", "yes"),
        ("is_power", 1),
        ("traits", ["Knight"]),
        ("text", {}),
        ("image_url", 5),
        ("octgn_id", 5),
    ],
)
def test_every_malformed_field_is_named(field: str, value: object) -> None:
    with pytest.raises(CardDataError) as caught:
        card_of_api(api_card(KNIGHT) | {field: value})
    assert caught.value.field == field


HOUSE_LIST = restricted_list(
    banned=frozenset({"01001"}),
    formats=(
        (
            "joust",
            FormatList(
                frozenset({"01002"}),
                frozenset({"01003"}),
                (Pod(("01004", "01005")), Pod(("01006",), "01002")),
            ),
        ),
        ("melee", FormatList()),
    ),
)
RAW = {
    "code": "n",
    "name": "New Pack",
    "position": 2,
    "cycle_position": 2,
    "available": "2026-11-01",
}
FOUND = (
    (Cycle("core", "Core", Edition.SECOND, 1), ("Core",)),
    (Cycle("war", "War", Edition.SECOND, 2), ("m",)),
)


def list_from(raw: dict[str, Any], known: RestrictedList | None = None) -> RestrictedList:
    (read,) = lists_of_api([raw], {known.code: known} if known else {})
    return read


def test_banned_in_every_format_is_banned_everywhere() -> None:
    assert list_from(api_list(HOUSE_LIST)) == HOUSE_LIST


def test_what_differs_stays_with_its_format() -> None:
    raw = api_list(HOUSE_LIST)
    raw["contents"]["melee"]["banned"] = ["01003", "01009"]
    read = list_from(raw)
    assert read.banned == {"01003"}
    assert [each.banned for _, each in read.formats] == [{"01001"}, {"01009"}]


def test_a_list_that_says_the_same_is_the_known_one() -> None:
    both = FormatList(banned=frozenset({"01003"}))
    known = replace(HOUSE_LIST, formats=(("joust", both), ("melee", both)))
    assert list_from(api_list(known)).banned == {"01001", "01003"}
    assert list_from(api_list(known), known) is known


def test_a_list_of_one_format_bans_nothing_in_another() -> None:
    raw = api_list(HOUSE_LIST)
    absent: tuple[object, ...] = ([], None)
    for nothing in absent:
        raw["contents"]["melee"] = nothing
        read = list_from(raw)
        assert read.banned == frozenset()
        assert read.formats[0][1].banned == {"01001", "01003"}
        assert read.of("melee") is None


def test_every_list_of_the_catalogue_comes_back(pools: Pools) -> None:
    known = pools[Edition.SECOND]
    raw = api_of(known)[LISTS]
    assert lists_of_api(reversed(raw), known.lists) == tuple(known.lists.values())
    for new, old in zip(lists_of_api(raw, {}), known.lists.values(), strict=True):
        for name, of_format in old.formats:
            fresh = new.of(name)
            assert fresh is not None
            assert fresh.banned | new.banned == of_format.banned | old.banned
            assert (fresh.restricted, fresh.pods) == (of_format.restricted, of_format.pods)


def test_a_draft_of_a_list_does_not_count_and_a_list_of_the_past_does() -> None:
    draft = api_list(HOUSE_LIST, active=False)
    assert lists_of_api([draft], {}) == ()
    assert lists_of_api([draft], {HOUSE_LIST.code: HOUSE_LIST}) == (HOUSE_LIST,)
    assert lists_of_api([api_list(HOUSE_LIST, active=None)], {}) == (HOUSE_LIST,)


def test_unknown_codes_are_told_once_and_old_ones_not_at_all() -> None:
    cards = ["01001", "01002", "01003", "01004", "01005"]
    (warning,) = unknown_codes([HOUSE_LIST], cards, {})
    assert warning == "The list House list names cards that are not known: 01006."
    assert unknown_codes([HOUSE_LIST], cards, {HOUSE_LIST.code: HOUSE_LIST}) == ()
    many = replace(HOUSE_LIST, banned=frozenset(f"9000{n}" for n in range(9)))
    (warning,) = unknown_codes([many], cards, {HOUSE_LIST.code: HOUSE_LIST})
    assert warning.endswith("90000, 90001, 90002, 90003, 90004 and 4 more.")


def test_packs_and_cycles_of_the_catalogue_come_back(pools: Pools) -> None:
    known = pools[Edition.SECOND]
    raw = api_of(known)
    cycles = cycles_of_api(raw[CYCLES])
    assert numbered([cycle for cycle, _ in cycles], known.cycles) == tuple(known.cycles.values())
    assert packs_of_api(raw[PACKS], cycles, known.packs) == tuple(known.packs.values())
    assert packs_of_api(reversed(raw[PACKS]), cycles, {}) == tuple(known.packs.values())


def test_a_pack_that_no_cycle_names_is_found_by_its_place() -> None:
    (read,) = packs_of_api([RAW], FOUND, {})
    assert (read.cycle, read.position, read.released) == ("war", 2, "2026-11-01")


def test_a_new_cycle_follows_the_one_before_it() -> None:
    known = {"core": Cycle("core", "Core", Edition.SECOND, 7)}
    placed = numbered([cycle for cycle, _ in FOUND], known)
    assert [cycle.position for cycle in placed] == [7, 8]


def test_a_known_pack_keeps_its_cycle_and_its_day() -> None:
    before = pack("n", cycle="core", released="2025-01-01", in_progress=True)
    (read,) = packs_of_api([RAW | {"cycle_position": 0, "available": ""}], FOUND, {"n": before})
    assert (read.cycle, read.released, read.in_progress) == ("core", "2025-01-01", True)
    (unknown,) = packs_of_api([RAW | {"available": None}], FOUND, {})
    assert unknown.released == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"code": None},
        {"name": ""},
        {"cycle_position": 9},
        {"available": "2026-02-30"},
        {"available": "2026"},
        {"position": "first"},
    ],
)
def test_a_malformed_pack_is_an_error(fields: dict[str, Any]) -> None:
    with pytest.raises(AppError, match=r"^Pack .*\.$"):
        packs_of_api([RAW | fields], FOUND, {})


@pytest.mark.parametrize("raw", ["x", {}, {"code": "c"}, {"code": "c", "name": "C", "packs": 1}])
def test_a_malformed_cycle_is_an_error(raw: object) -> None:
    with pytest.raises(AppError, match=r"^Cycle .*\.$"):
        cycles_of_api([raw])


@pytest.mark.parametrize(
    "written",
    [
        "123",
        " #123 ",
        "https://thronesdb.com/decklist/view/123/wolves-of-winter-1.0",
        "thronesdb.com/decklist/view/123",
    ],
)
def test_a_deck_is_named_by_its_number_or_its_address(written: str) -> None:
    assert deck_number(written) == 123


@pytest.mark.parametrize(
    "written", ["", "wolves", "12 wolves", "https://elsewhere.org/decklist/view/123", "9" * 12]
)
def test_anything_else_is_refused_with_what_to_write(written: str) -> None:
    with pytest.raises(AppError, match="is not a deck of ThronesDB") as caught:
        deck_number(written)
    assert "number" in caught.value.hint


def test_a_private_deck_is_said_to_be_private() -> None:
    with pytest.raises(AppError, match="private deck"):
        deck_number("https://thronesdb.com/deck/view/0b2a")


def test_the_answer_is_returned_as_it_came(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/api/public/decklist/7.json").respond_with_data(b'{"slots": {}}')
    assert published_deck(7, httpserver.url_for("")) == b'{"slots": {}}'


def test_a_deck_that_is_not_there_says_what_to_do(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/api/public/decklist/7.json").respond_with_data("gone", 404)
    with pytest.raises(NetworkError) as caught:
        published_deck(7, httpserver.url_for(""))
    assert caught.value.sentence == f"{site_of(httpserver.url_for(''))} has no published deck 7."
    assert caught.value.hint


DAY = date(2026, 12, 1)


def test_cards_that_were_never_synced_are_older(store: CardStore, api: Api) -> None:
    assert check_for_update(store, api.url, limits=QUICK) is None
    assert api.paths() == [CYCLES]
    assert store.origin(Edition.SECOND).source == ""


def test_nothing_newer_is_written_down_with_the_time(store: CardStore, api: Api) -> None:
    before = sync(store, api.url, limits=QUICK).origin
    api.paths()
    now = check_for_update(store, f"{api.url}/", limits=QUICK)
    assert now is not None
    assert len(api.paths()) == 4
    assert (now.source, dict(now.modified)) == (before.source, dict(before.modified))
    assert now.synced is not None
    assert before.synced is not None
    assert now.synced >= before.synced
    again = CardStore(store.path, load=lambda: POOLS, fingerprint=lambda: "one")
    again.pools()
    assert again.origin(Edition.SECOND).synced == now.synced.replace(microsecond=0)


@pytest.mark.parametrize("path", [CYCLES, CARDS])
def test_whatever_is_newer_is_told_and_not_taken(store: CardStore, api: Api, path: str) -> None:
    sync(store, api.url, limits=QUICK)
    before = store.path.read_bytes()
    api.answers[path] = lambda _: Response("[]")
    assert check_for_update(store, api.url, limits=QUICK) is None
    assert store.path.read_bytes() == before


def test_another_server_is_asked_as_if_nothing_were_known(store: CardStore, api: Api) -> None:
    sync(store, api.url, limits=QUICK)
    assert check_for_update(store, api.url.replace("localhost", "127.0.0.1"), limits=QUICK) is None


@pytest.mark.parametrize(("day", "found"), [(date(2026, 12, 1), True), (date(2026, 11, 30), False)])
def test_the_list_in_force_that_is_missing_here(
    store: CardStore, api: Api, day: date, found: bool
) -> None:
    sync(store, api.url, limits=QUICK)
    assert newer_list(store, api.url, day, limits=QUICK) is None
    api.answers[LISTS].append(api_list(restricted_list("new", name="New", date=DAY)))
    newest = newer_list(store, api.url, day, limits=QUICK)
    assert (newest.name if newest else "") == ("New" if found else "")


def test_no_answer_is_a_network_error(store: CardStore) -> None:
    with pytest.raises(NetworkError, match="Connection refused"):
        check_for_update(store, "http://127.0.0.1:1", limits=QUICK)
    with pytest.raises(AddressError):
        check_for_update(store, "http://thronesdb.com")


def test_it_can_be_stopped(store: CardStore) -> None:
    def stop(*_: int) -> None:
        raise CancelledError("Stopped.")

    with serving(Wire.hang) as url, pytest.raises(CancelledError):
        check_for_update(store, url, progress=stop, limits=QUICK)
