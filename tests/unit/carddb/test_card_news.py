from __future__ import annotations

from dataclasses import replace
from datetime import date

from carddb.card_news import News, NewsKind, NewsLine, news_of
from carddb.pool import CardPool, Pools
from carddb.terms import Edition
from tests.builders import card, pack, pool, restricted_list

ARYA = card("Arya Stark", code="01141", cost=3, strength=2, traits=("Lady",))
WARD = card("Ward", code="01039")
LIST = restricted_list("one", name="Standard v3", date=date(2026, 12, 1))
BEFORE = pool(ARYA, WARD, packs=(pack(),))


def lines(after: CardPool, before: CardPool = BEFORE) -> list[str]:
    return [str(each) for each in news_of(before, after, "https://example.org").lines]


def test_the_same_cards_are_no_news() -> None:
    news = news_of(BEFORE, pool(ARYA, WARD, packs=(pack(),)), "https://example.org")
    assert news.nothing
    assert news.summary() == "Your cards are up to date."


def test_what_is_new_changed_and_gone_is_named() -> None:
    older = replace(LIST, code="older", name="Standard v2", date=date(2026, 7, 1))
    new = card("Hodor", code="30001", pack="New")
    before = pool(ARYA, WARD, packs=(pack(),), lists=(older,))
    after = pool(
        replace(ARYA, cost=4, traits=()),
        new,
        packs=(pack(), pack("New", "New Pack")),
        lists=(replace(older, banned=frozenset({"01141"})), LIST),
    )
    assert lines(after, before) == [
        "List changed · Standard v2, in force from 2026-07-01",
        "New list · Standard v3, in force from 2026-12-01",
        "New pack · New Pack",
        "New card · Hodor (New Pack)",
        "Changed · Arya Stark (Core Set): traits, cost",
        "Gone · Ward (Core Set)",
    ]
    assert news_of(before, after, "").summary() == (
        "1 new list, 1 list changed, 1 new pack, 1 new card, 1 card changed, 1 card gone."
    )
    assert lines(before, after)[:2] == [
        "List changed · Standard v2, in force from 2026-07-01",
        "List gone · Standard v3, in force from 2026-12-01",
    ]


def test_texts_that_arrive_for_the_first_time_are_counted_and_not_listed() -> None:
    fetched = (replace(each, text="Made up.", image_url="https://x.org/a.png") for each in BEFORE)
    news = news_of(BEFORE, pool(*fetched, packs=(pack(),)), "")
    assert (news.lines, news.texts) == ((), 2)
    assert news.summary() == "2 cards have their text now."


def test_a_text_that_arrives_with_another_cost_is_a_change() -> None:
    after = pool(replace(ARYA, text="Made up.", cost=2), WARD, packs=(pack(),))
    assert lines(after) == ["Changed · Arya Stark (Core Set): cost"]


def test_another_text_is_a_change_said_once() -> None:
    before = pool(replace(ARYA, text="One."), packs=(pack(),))
    after = pool(replace(ARYA, text="Two.", income=1), packs=(pack(),))
    assert lines(after, before) == ["Changed · Arya Stark (Core Set): text"]


def test_every_field_of_a_card_has_its_word(pools: Pools) -> None:
    news = News("", (NewsLine(NewsKind.CARD, "Hodor"),) * 1200)
    assert news.summary() == "1,200 new cards."
    assert news_of(pools[Edition.SECOND], pools[Edition.SECOND], "").nothing


def test_another_name_of_a_pack_is_no_news() -> None:
    assert lines(pool(ARYA, WARD, packs=(pack("Core", "The Core Set"),))) == []
