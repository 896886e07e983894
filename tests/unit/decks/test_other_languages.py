"""Deck lists with the card names of other languages."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from carddb import catalogue
from carddb.card_match import eligible_hosts
from carddb.local_names import (
    Language,
    card_name,
    local_pool,
    local_pools,
    name_order,
    names_of_titles,
)
from carddb.names import FoundCard, Unknown, name_index
from carddb.pool import CardPool
from carddb.query import Searcher
from carddb.search.query_context import EVERYTHING
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, deck_of_cards
from decks.deck_reader import read_decks
from decks.deck_writer import LOCAL, WRITERS, write
from decks.sheet import deck_sheet
from tests.long_run import times
from validators.conditions import Requested, conditions_for
from validators.judge import Judge

POOLS = catalogue.pools()
SECOND = POOLS[Edition.SECOND]
KNOWN = [
    (edition, language)
    for edition, pool in POOLS.items()
    for language in Language
    if names_of_titles(pool, language)
]
GERMAN = """Winter im Norden
Haus Stark
Agenda: Lehnstreue

Strategiekarten (2)
1 Zeit der Krähen
1x Sturm der Schwerter

Charaktere (3):
3x Arya Stark (Grundspiel)
2 Bran Starck
"""
SPANISH = """Casa Lannister
Estrategia: Vasallaje

Tramas (1)
1 Festin de cuervos
Personajes
3x Tyrion Lannister (Core)
2x Hermano mendicantee
"""
FRENCH = """Maison Greyjoy
Complots
1x Une tempete d'epees
Personnages (1)
1x Asha Greyjoy (Core)
"""
CHINESE = """史塔克
角色\uff083\uff09
3x 艾莉亚史塔克\uff08Core\uff09
战略
1 列王的纷争
"""


@pytest.mark.parametrize(
    ("text", "faction", "cards"),
    [
        (
            GERMAN,
            Faction.STARK,
            {"A Feast for Crows": 1, "A Storm of Swords": 1, "Arya Stark": 3, "Bran Stark": 2},
        ),
        (
            SPANISH,
            Faction.LANNISTER,
            {"A Feast for Crows": 1, "Tyrion Lannister": 3, "Begging Brother": 2},
        ),
        (FRENCH, Faction.GREYJOY, {"A Storm of Swords": 1, "Asha Greyjoy": 1}),
        (CHINESE, Faction.STARK, {"Arya Stark": 3, "A Clash of Kings": 1}),
    ],
)
def test_lists_are_read_with_headings_without_accents_and_with_slips(
    text: str, faction: Faction, cards: dict[str, int]
) -> None:
    (reading,) = read_decks(text, POOLS)
    assert reading.deck.faction is faction
    assert {card.name: count for card, count in reading.deck.slots} == cards
    assert not reading.unread


@pytest.mark.parametrize(("edition", "language"), KNOWN)
def test_names_with_a_slip_are_read(edition: Edition, language: Language) -> None:
    """Where the slip leaves a long name, it can be meant; a few are as near to another."""
    pool, random = POOLS[edition], Random(7)  # noqa: S311 - only the same again
    names = names_of_titles(pool, language)
    long = sorted(title for title, name in names.items() if len(name) > 9)
    chosen = random.sample(long, min(60, len(long)))
    lost = []
    for title in chosen:
        name = names[title]
        at = random.randrange(1, len(name) - 1)
        found = name_index(pool).find(name[:at] + name[at + 1 :])
        if isinstance(found, Unknown):
            lost.append(name)
        elif isinstance(found, FoundCard):
            lost += [name] * (found.card.name != title)
        else:
            lost += [name] * (title not in {card.name for card in found.candidates})
    assert len(lost) <= len(chosen) // 20, lost


def random_deck(random: Random, edition: Edition) -> Deck:
    pool = POOLS[edition]
    kinds = {*CardType} - {CardType.AGENDA, CardType.TITLE, CardType.HOUSE}
    cards = random.sample([card for card in pool if card.type in kinds], 30)
    agendas = random.sample([card for card in pool if card.type is CardType.AGENDA], 1)
    slots = [(card, random.randint(1, 3)) for card in cards]
    return Deck.of("A deck", edition, Faction.STARK, slots, agendas=tuple(agendas))


@pytest.mark.parametrize(("edition", "language"), KNOWN)
def test_a_deck_written_in_a_language_is_read_back(edition: Edition, language: Language) -> None:
    local = local_pools(POOLS, language)
    random = Random(34)  # noqa: S311 - only the same again
    for _ in range(times(50, long=500)):
        deck = random_deck(random, edition)
        written = write(deck_of_cards(deck, local), "plain", local)
        (reading,) = read_decks(written.text, POOLS)
        assert (reading.deck.slots, reading.deck.agendas) == (deck.slots, deck.agendas)


@pytest.mark.parametrize(("edition", "language"), KNOWN)
def test_titles_stay_apart(edition: Edition, language: Language) -> None:
    pool = POOLS[edition]
    assert len(local_pool(pool, language).by_title) == len(pool.by_title)


def test_verdicts_are_the_same_in_every_language() -> None:
    decks = [read_decks(sample.text, POOLS)[0].deck for sample in catalogue.sample_decks()]
    codes = problem_codes(decks, SECOND)
    for language in Language:
        local = local_pools(POOLS, language)
        translated = [deck_of_cards(deck, local) for deck in decks]
        assert problem_codes(translated, local[Edition.SECOND]) == codes


def problem_codes(decks: Sequence[Deck], pool: CardPool) -> list[list[str]]:
    """Return the codes of the problems of each deck."""
    judge, today = Judge(pool), catalogue.as_of()
    verdicts = (
        judge.verdict(deck, conditions_for(deck, pool, Requested(), today)) for deck in decks
    )
    return [[each.code for each in verdict.problems] for verdict in verdicts]


def test_a_word_of_no_english_name_is_looked_for_in_other_languages() -> None:
    searcher = Searcher(SECOND)
    found = searcher.cards(searcher.query("Krähen", scope=EVERYTHING))
    assert "A Feast for Crows" in {card.name for card in found}
    # What is in an English name is not.
    assert {card.name for card in searcher.find("feast")} == {
        card.name for card in SECOND if "feast" in card.name.lower()
    }


@pytest.mark.parametrize(
    "words",
    [
        "Festín de cuervos",
        "festin de cuervos",
        "Zeit der Kraehen",
        "群鸦的盛宴",
        "pour les corbeaux",
    ],
)
def test_whole_names_are_found_though_their_short_words_are_in_english_names(words: str) -> None:
    titles = {card.name for card in Searcher(SECOND).find(words)}
    assert titles == {"A Feast for Crows"}
    assert Searcher(SECOND).find(f"{words} t:character") == ()


@pytest.mark.parametrize("word", ["Krähen", "feast for", "AFFC"])
def test_cards_with_local_names_are_found_by_these_and_by_english_ones(word: str) -> None:
    pool = local_pool(SECOND, Language.GERMAN)
    found = {card.english_name for card in Searcher(pool).find(word)}
    assert "A Feast for Crows" in found
    assert {card.name for card in Searcher(pool).find("name:feast")} >= {"Zeit der Krähen"}


def test_a_list_is_read_alike_whatever_language_the_cards_are_shown_in() -> None:
    for text in (
        GERMAN,
        SPANISH,
        CHINESE,
        "House Stark\n3x Arya Stark (Core)\n1 A Feast of Crows\n",
    ):
        (english,), (local,) = (
            read_decks(text, local_pools(POOLS, language)) for language in (None, Language.GERMAN)
        )
        assert [(c.code, n) for c, n in local.deck.slots] == [
            (c.code, n) for c, n in english.deck.slots
        ]


@pytest.mark.parametrize("language", Language)
def test_files_for_other_programs_and_hosts_are_the_same_in_every_language(
    language: Language,
) -> None:
    local = local_pools(POOLS, language)
    for edition in Edition:
        deck = random_deck(Random(5), edition)  # noqa: S311 - only the same again
        for code in WRITERS.keys() - LOCAL:
            shown = write(deck_of_cards(deck, local), code, local)
            assert shown == write(deck, code, POOLS), code
    for edition, pool in POOLS.items():
        for card in [each for each in pool if each.host and "named" in each.host.words]:
            hosts = eligible_hosts(local[edition].card(card.code), local[edition])
            assert [c.code for c in hosts] == [c.code for c in eligible_hosts(card, pool)]


def test_a_card_is_named_in_the_language_of_a_phone() -> None:
    crows = SECOND.by_title["A Feast for Crows"][0]
    names = {code: card_name(crows, SECOND, code) for code in ("de", "es-MX", "zh_CN", "FR", "it")}
    assert names == {
        "de": "Zeit der Krähen",
        "es-MX": "Festín de cuervos",
        "zh_CN": "群鸦的盛宴",
        "FR": "Un festin pour les corbeaux",
        "it": "A Feast for Crows",
    }
    # A card of a pool in another language has the same names.
    german = local_pool(SECOND, Language.GERMAN)
    assert card_name(german.by_code[crows.code], german, "en") == "A Feast for Crows"


@pytest.mark.parametrize(
    ("language", "headings"),
    [
        (Language.GERMAN, ("Strategiekarten (", "Charaktere (", "Orte (")),
        (Language.CHINESE, ("战略 (", "角色 (", "地区 (")),
    ],
)
def test_texts_and_sheets_have_headings_in_the_language(
    language: Language, headings: tuple[str, ...]
) -> None:
    local = local_pools(POOLS, language)
    deck = deck_of_cards(random_deck(Random(3), Edition.SECOND), local)  # noqa: S311
    for code in LOCAL:
        text = write(deck, code, local).text
        assert all(heading in text for heading in headings), code
    titles = {section.title for section in deck_sheet(deck, local[Edition.SECOND]).sections}
    assert {heading.removesuffix(" (") for heading in headings} <= titles


def test_names_are_sorted_without_accents_and_in_chinese_by_their_sound() -> None:
    assert sorted(["Zorn", "Ärger", "Bran", "Arya"], key=name_order) == [
        "Ärger",
        "Arya",
        "Bran",
        "Zorn",
    ]
    assert sorted(["召集封臣", "奔狼的时代", "漫漫长冬"], key=name_order) == [
        "奔狼的时代",
        "漫漫长冬",
        "召集封臣",
    ]
