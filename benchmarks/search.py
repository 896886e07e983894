"""How fast cards are searched: queries of every kind over both editions, parsing included."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.card import Card
from carddb.pool import CardPool
from carddb.query import Searcher
from carddb.search.query_context import QueryContext, SearchScope
from carddb.terms import Edition

AGAINST = "a walk over the names with `in`"
QUERIES = (
    "arya stark",
    "TKR",
    "01141",
    "f:stark t:character o<=3",
    "t:event|plot x:renown",
    "f!stark o:2|3 -u:1",
    "(f:stark or f:tyrell) (k:lord or k:lady) -l:1",
    "s>o m:1",
    "k:/^house / o:2..4",
    "e>WotN c<10 t:plot n>=5",
    "keyword:shadow shadow<=2 legal:yes",
    "i:cairos released:2016..2018",
    "legal:yes -restricted:yes deck<quantity",
    "/^the .* of /",
    "x:/no attachments.*weapon/",
    "on:01141",
    "bears:01035",
    "gives:gold reduces!any",
    "edition:1 crest:war influence:0 house-only:-",
    "",
)


# Of the length and the words of rules texts; none of it is a card's own.
TEXT = (
    "Reaction: After you win a challenge in which {} attacks, kneel it to choose a {} with cost"
    " {} or lower. Until the end of the phase, that card gets +{} STR. (Limit once per round.)"
)
TEXT_QUERIES = (
    "x:/choose an? .*cost [0-3]/",
    "x:/(gets|has) \\+[2-9] str/",
    "x:/after you (win|lose).*attacks/ f:stark",
    "x:stark x:/event/ o<=3",
    "x:/limit (once|twice) per (phase|round)\\.\\)$/",
    "x:/[^a-z]kneel it/ -x:location",
)


def _searcher() -> tuple[Searcher, QueryContext, tuple[Card, ...]]:
    pools = catalogue.pools()
    codes = [card.code for pool in pools.values() for card in pool]
    facts = QueryContext(
        legal=frozenset(codes[::2]),
        restricted=frozenset(codes[::40]),
        in_deck=dict.fromkeys(codes[::80], 2),
    )
    searcher = Searcher(*pools.values())
    for query in QUERIES:
        searcher.find(query, facts)
    return searcher, facts, searcher.find("")


def each_query(_: Path) -> Trial:
    """Ask one query after another, each call timed for itself."""
    searcher, facts, cards = _searcher()
    rotation = cycle(QUERIES)
    return Trial(
        lambda: searcher.find(next(rotation), facts),
        lambda: [card for card in cards if "stark" in card.name],
    )


def words_in_no_name(_: Path) -> Trial:
    """Ask for words that are looked for in names first, then in traits and texts."""
    searcher, facts, cards = _searcher()
    scope = SearchScope(Edition.SECOND, draft=False)
    return Trial(
        lambda: searcher.cards(searcher.query("kingsguard renown", facts, scope, texts=True)),
        lambda: [card for card in cards if "stark" in card.name],
    )


def in_texts(_: Path) -> Trial:
    """Search all texts by words and regular expressions, each call timed for itself."""
    pools = [
        CardPool(
            pool.edition,
            [
                replace(card, text=TEXT.format(card.name, card.type.value, number % 7, number % 9))
                for number, card in enumerate(pool)
            ],
            pool.packs.values(),
            pool.cycles.values(),
            pool.lists.values(),
        )
        for pool in catalogue.pools().values()
    ]
    searcher = Searcher(*pools)
    texts = [card.text or "" for pool in pools for card in pool]
    for query in TEXT_QUERIES:
        searcher.find(query)
    rotation = cycle(TEXT_QUERIES)
    return Trial(
        lambda: searcher.find(next(rotation)), lambda: [each for each in texts if "stark" in each]
    )


def sorted_by(_: Path) -> Trial:
    """Sort every card by faction and cost."""
    searcher, facts, cards = _searcher()
    return Trial(
        lambda: searcher.find("", facts, "faction,-cost"),
        lambda: sorted(cards, key=lambda card: card.name),
    )


BENCHMARKS = (
    Benchmark("search.p50", Unit.MILLISECONDS, AGAINST, each_query),
    Benchmark("search.p95", Unit.MILLISECONDS, AGAINST, each_query, percentile=95),
    Benchmark("search.texts", Unit.MILLISECONDS, "a walk over the texts", in_texts, percentile=95),
    Benchmark("search.words", Unit.MILLISECONDS, AGAINST, words_in_no_name),
    Benchmark("search.sort", Unit.MILLISECONDS, "sorted by name", sorted_by),
)
