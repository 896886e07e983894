"""Tests of the catalogue that comes with the program, against the counts of its sources."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import resources
from carddb import catalogue
from carddb.card import Card
from carddb.card_match import eligible_hosts, host_allows
from carddb.catalogue import catalogue_values, decode_lists
from carddb.catalogue_json import decode_lines
from carddb.gold import GoldEffect, GoldKind
from carddb.pack import Cycle, Pack
from carddb.pattern import Side
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import DRAW_TYPES, CardType, Crest, Edition, Keyword, Printed
from core.errors import AppError
from tools.catalogue_lines import encode_line, encode_list

DRAFT_PACKS = {"VDS", "ToJ"}
SIZES_SECOND = {
    "VDS": 21, "VKm": 8, "VHotK": 1, "ToJ": 281, "Core": 211, "TTWDFL": 36, "R": 60, "R2": 16,
    "HMW": 60, "FtR": 30, "BtB": 30, "AHaH": 40, "TSoW": 30,
    "WotN": 52, "LoCR": 52, "WotW": 52, "HoT": 52, "SoD": 52, "KotI": 52, "FotS": 52, "DotE": 52,
}  # fmt: skip
SIZES_FIRST = {"core": 214, "kotse": 54, "pots": 60, "low": 55, "kotst": 55, "qod": 55, "lotr": 55}
CHAPTER_PACK = 20


def types(pool: CardPool) -> dict[str, int]:
    return dict(Counter(card.type.value for card in pool))


def outside_draft(pool: CardPool) -> list[Card]:
    return [card for card in pool if card.pack not in DRAFT_PACKS]


def keyword_counts(cards: list[Card]) -> Counter[str]:
    return Counter(
        f"{keyword.name} except" if keyword.exceptions else keyword.name
        for card in cards
        for keyword in card.keywords
    )


def test_cards_per_type(second: CardPool, first: CardPool) -> None:
    assert types(second) == {
        "character": 1063,
        "location": 333,
        "event": 308,
        "plot": 242,
        "attachment": 220,
        "agenda": 60,
        "title": 14,
    }
    assert types(first) == {
        "character": 922,
        "location": 355,
        "event": 294,
        "attachment": 211,
        "plot": 166,
        "agenda": 33,
        "house": 7,
    }


def test_cards_per_pack(second: CardPool, first: CardPool) -> None:
    for pool, sizes, packs in ((second, SIZES_SECOND, 71), (first, SIZES_FIRST, 79)):
        held = Counter(card.pack for card in pool)
        assert len(pool.packs) == packs
        assert held == {code: sizes.get(code, CHAPTER_PACK) for code in pool.packs}


def test_every_pack_has_its_cycle_and_place(second: CardPool, first: CardPool) -> None:
    assert (len(second.cycles), len(first.cycles)) == (27, 14)
    for pool in (second, first):
        places = [(pool.cycles[pack.cycle].position, pack.position) for pack in pool.packs.values()]
        assert len(set(places)) == len(places)
    assert second.packs["ToJ"].released == "2025-11-20"
    assert {code for code, pack in second.packs.items() if not pack.released} == {"VKm", "VHotK"}
    assert first.packs["core"].release_day is not None


def test_every_card_is_in_order_and_comes_back_from_its_json(
    second: CardPool, first: CardPool
) -> None:
    for pool in (second, first):
        codes = [card.code for card in pool]
        assert codes == sorted(set(codes))
        for card in list(pool)[::40]:
            assert decode_lines(Card, [encode_line(card)]) == (card,)


def test_facts_only(second: CardPool, first: CardPool) -> None:
    assert not any(card.text or card.image_url for pool in (second, first) for card in pool)


@pytest.mark.parametrize("edition", Edition)
def test_each_type_has_the_values_that_it_prints(edition: Edition) -> None:
    for card in catalogue.cards(edition):
        assert (card.plot is not None) == (card.type is CardType.PLOT), card.code
        assert (card.strength is not None) == (card.type is CardType.CHARACTER), card.code
        assert (card.host is not None) == (card.type is CardType.ATTACHMENT), card.code
        if card.type not in DRAW_TYPES:
            assert card.cost is None, card.code


def test_costs_that_are_dashes_and_letters(second: CardPool) -> None:
    dashes = Counter(c.type.value for c in second if c.in_draw_deck and c.cost is None)
    letters = Counter(c.type.value for c in second if c.cost is Printed.X)
    assert dashes == {"event": 28, "attachment": 1}
    assert letters == {"event": 14}
    assert sum(card.strength is Printed.X for card in second) == 8


def test_e2_keywords(second: CardPool) -> None:
    assert keyword_counts(list(second)) == {
        "shadow": 200,
        "renown": 98,
        "bestow": 91,
        "no-attachments": 90,
        "no-attachments except": 83,
        "stealth": 66,
        "ambush": 65,
        "pillage": 46,
        "limited": 44,
        "insight": 37,
        "assault": 37,
        "intimidate": 35,
        "terminal": 33,
        "prized": 6,
    }


def test_e2_traps(second: CardPool) -> None:
    assert second.card("25060").keywords == second.card("00330").keywords == ()
    assert second.card("08064").keywords == second.card("00030").keywords == ()
    weapons = Keyword("no-attachments", None, ("Weapon",))
    assert second.card("13065").keywords == (Keyword("shadow", 4), weapons)
    assert second.card("16007").keywords == (Keyword("prized", 1), Keyword("stealth"))


def test_d2_income(second: CardPool) -> None:
    bearers = [card for card in second if card.income]
    assert len(bearers) == 57
    assert Counter((c.type.value, c.income) for c in bearers if c.pack not in DRAFT_PACKS) == {
        ("location", 1): 27,
        ("location", 2): 2,
        ("location", 3): 1,
        ("location", -1): 1,
        ("character", 1): 7,
        ("character", 2): 2,
        ("character", 3): 1,
        ("character", -1): 1,
        ("attachment", 1): 3,
        ("agenda", 3): 1,
        ("title", 2): 1,
        ("title", -1): 1,
    }
    locations = [c for c in outside_draft(second) if c.income and c.type is CardType.LOCATION]
    assert sum(card.keyword("limited") is not None for card in locations) == 16
    hill = second.card("13039")
    assert (hill.income, hill.initiative, hill.reserve) == (3, 2, 1)
    assert second.card("26076").income == 1


def test_e1_hosts(second: CardPool) -> None:
    hosts = [card.host for card in second if card.host is not None]
    restricted = [host for host in hosts if host.words]
    assert len(restricted) == 149
    assert sum(host.once for host in hosts) == 4
    assert Counter(option.pattern.types for host in restricted for option in host.options[:1]) == {
        (CardType.CHARACTER,): 131,
        (CardType.LOCATION,): 18,
    }
    sides = Counter(host.options[0].side for host in restricted)
    assert sides == {Side.ANY: 104, Side.YOURS: 30, Side.OPPONENTS: 14, Side.OWNED: 1}
    patterns = [option.pattern for host in restricted for option in host.options]
    assert sum(pattern.unique is True for pattern in patterns) == 36
    assert sum(pattern.unique is False for pattern in patterns) == 2
    assert sum(pattern.loyal is False for pattern in patterns) == 2
    assert sum("limited" in pattern.without_keywords for pattern in patterns) == 5
    assert sum("shadow" in pattern.keywords for pattern in patterns) == 2
    assert sum(pattern.strength_at_most == 3 for pattern in patterns) == 3
    assert {pattern.names for pattern in patterns if pattern.names} == {
        ("Daenerys Targaryen",),
        ("The Red Viper",),
    }


# Case E01: what the restriction allows among all characters and locations, and what is left of
# that after the hosts' own "no attachments".
E01 = {
    "20018": (79, 73),
    "07021": (233, 161),
    "05020": (31, 31),
    "05026": (309, 304),
    "26088": (22, 22),
    "02054": (30, 26),
    "17173": (113, 87),
    "08096": (950, 789),
    "26064": (48, 40),
    "06108": (70, 66),
    "13044": (127, 119),
    "03021": (259, 259),
    "16004": (83, 83),
    "11066": (36, 26),
    "01035": (1063, 890),
    "02077": (0, 0),
}


@pytest.mark.parametrize("code", E01)
def test_e01_eligible_hosts(second: CardPool, code: str) -> None:
    attachment = second.card(code)
    assert attachment.host is not None
    in_play = [card for card in second if card.type in {CardType.CHARACTER, CardType.LOCATION}]
    allowed = sum(host_allows(attachment.host, card) for card in in_play)
    assert (allowed, len(eligible_hosts(attachment, in_play))) == E01[code]


def test_traits_of_hosts_are_on_cards(second: CardPool, first: CardPool) -> None:
    for pool in (second, first):
        traits = {trait for card in pool for trait in card.traits}
        for card in pool:
            for option in card.host.options if card.host else ():
                wanted = {*option.pattern.traits, *option.pattern.without_traits}
                assert wanted <= traits, card.code


def test_only_in(second: CardPool) -> None:
    assert {card.pack for card in second if card.only_in == "draft"} == DRAFT_PACKS
    assert Counter(card.only_in for card in second) == {
        None: 1936,
        "draft": 302,
        "melee": 1,
        "hand-of-the-king": 1,
    }
    assert second.card("17147").only_in == "melee"
    assert second.card("00030").only_in == "hand-of-the-king"


def effects(pool: CardPool, *kinds: GoldKind) -> dict[str, list[GoldEffect]]:
    found = {c.code: [e for e in c.gold_effects if e.kind in kinds] for c in pool}
    return {code: held for code, held in found.items() if held}


def test_d1_reducers(second: CardPool) -> None:
    structured = effects(second, GoldKind.REDUCE, GoldKind.INCREASE)
    assert len(structured) == 83
    # What D.1 counts beyond them concerns opponents, tokens, challenges or choices.
    irregular = effects(second, GoldKind.IRREGULAR).keys()
    assert irregular >= {
        "00194", "00365", "00366", "02100", "02108", "03015", "06044", "09031", "12045", "17148",
        "17149", "25051", "26015", "26034",
    }  # fmt: skip
    assert structured.keys() & irregular == {"00370"}
    assert len(structured["10047"]) == 3
    (stewards,) = structured["01152"]
    assert (stewards.amount, stewards.kneel, stewards.lasts) == (1, True, "phase")


def test_d2_gains_and_plot_values(second: CardPool) -> None:
    gains = effects(second, GoldKind.GAIN)
    assert len(gains) == 33
    two_or_one = {"06014", "06032", "06046", "06056", "06064", "06102"}
    assert {code for code in gains if gains[code][0].most == 2} == two_or_one
    assert gains["06088"][0].amount == 2
    assert effects(second, GoldKind.PLOT_VALUE).keys() == {
        "04028",
        "04037",
        "11080",
        "11118",
        "13119",
        "15051",
    }
    assert len(effects(second, GoldKind.IRREGULAR)) == 146


def test_errata(second: CardPool, first: CardPool) -> None:
    changed = {card.code for card in second if card.errata}
    assert len(changed) == 10
    assert all(e.version != "original" for code in changed for e in second.card(code).errata)
    assert sum(bool(card.errata) for card in first) == 67


def test_first_edition_counts(first: CardPool) -> None:
    assert Counter(crest for card in first for crest in card.crests)[Crest.SHADOW] == 77
    assert sum(card.keyword("shadow") is not None for card in first) == 77
    assert sum(bool(card.house_only) for card in first) == 365
    assert sum(bool(card.influence) for card in first) == 61
    assert sum(card.endless for card in first) == 11
    assert sum(card.reprint_of in first for card in first if card.reprint_of) == 40
    assert sum(bool(card.host and card.host.words) for card in first) == 101
    counts = keyword_counts(list(first))
    assert (counts["no-attachments"], counts["no-attachments except"]) == (146, 69)
    assert (counts["prized"], counts["setup"], counts["limit-1-per-deck"]) == (78, 27, 10)


def test_first_edition_shadow_cards_cost_two_more(first: CardPool) -> None:
    for card in first:
        if isinstance(card.shadow_cost, int):
            assert card.cost == card.shadow_cost + 2
    unknown = {card.code for card in first if card.shadow_cost is Printed.X}
    assert unknown == {"w_1", "w_68"}


def test_doubts_are_about_facts_only(first: CardPool) -> None:
    doubts = [doubt for card in first for doubt in card.doubts]
    assert len(doubts) == 45
    assert all(doubt.startswith(("sources disagree about ", "sources do not ")) for doubt in doubts)


def test_lists_of_the_second_edition(second: CardPool) -> None:
    lists = second.lists
    assert len(lists) == 32
    assert next(iter(lists)) == "ffg1.1"
    assert list(lists)[-1] == "gotstandard2.1"
    newest = lists["gotstandard2.1"]
    joust = newest.of("joust")
    assert joust is not None
    assert (len(newest.banned), len(joust.restricted), len(joust.pods)) == (108, 26, 25)
    assert Counter(each.card_set for each in lists.values()) == {
        "original": 12,
        "redesign": 19,
        "redesign2": 1,
    }
    triggers = {
        each.code
        for each in lists.values()
        for _, of_format in each.formats
        for pod in of_format.pods
        if pod.trigger
    }
    assert triggers == {"conclave2.0"}
    assert {"04121", "04220"} <= lists["gotstandard1.13"].banned


def test_the_final_list_of_the_first_edition(first: CardPool) -> None:
    (faq,) = first.lists.values()
    joust, melee = faq.of("joust"), faq.of("melee")
    assert joust is not None
    assert melee is not None
    assert (len(joust.restricted), set(joust.banned)) == (47, {"atoc_97", "atoc_98", "atoc_99"})
    assert (len(melee.restricted), set(melee.banned)) == (27, {"kr_99"})
    assert all(code in first for code in joust.restricted | melee.restricted)


def test_lists_come_back_from_their_json(second: CardPool, first: CardPool) -> None:
    def encoded(lists: Mapping[str, RestrictedList]) -> list[str]:
        return [encode_list(each) for each in lists.values()]

    for pool in (second, first):
        assert decode_lists(encoded(pool.lists)) == tuple(pool.lists.values())
    with pytest.raises(AppError, match="not JSON"):
        decode_lists(["{"])


def test_sample_decks(second: CardPool) -> None:
    decks = list(catalogue.sample_decks())
    assert len(decks) == 31
    assert (decks[0].id, decks[-1].id) == ("Core-1", "DotE-2")
    for deck in decks:
        raw = json.loads(deck.text)
        assert raw["name"] == deck.name
        assert {*raw["slots"], *raw["agendas"]} <= second.by_code.keys()
    assert list(catalogue.sample_decks(Edition.FIRST)) == []


@pytest.mark.parametrize("edition", Edition)
def test_what_is_read_unchecked_is_what_pydantic_makes_of_it(edition: Edition) -> None:
    folder = Path(resources.__file__).parent / "catalogue" / edition.value
    kinds: tuple[tuple[Any, str], ...] = ((Card, "cards"), (Pack, "packs"), (Cycle, "cycles"))
    for kind, name in kinds:
        lines = (folder / f"{name}.jsonl").read_text("utf-8").splitlines()
        # As texts, in which True is not 1.
        assert repr(catalogue_values(kind, lines)) == repr(decode_lines(kind, lines))


def test_equal_parts_of_cards_are_one_object() -> None:
    for name in ("pack", "traits", "factions", "plot", "keywords"):
        values = [getattr(card, name) for card in catalogue.cards(Edition.SECOND)]
        parts = [each for each in values if each not in {None, ()}]
        assert len({id(each) for each in parts}) == len(set(parts)), name


@pytest.mark.parametrize(
    "line", ["[]", "{", '{"code": "01001"}', '{"colour": "red"}', '{"type": 3}', "[" * 60_000]
)
def test_a_damaged_catalogue_is_said(line: str) -> None:
    with pytest.raises(AppError, match=r"The cards of the program could not be read: .*\."):
        catalogue_values(Card, [line])
