"""The words of the pages: complete in each language, and none outside the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser
from importlib.resources import files
from string import Formatter

import pytest
from typing_extensions import override

from app.phones.deck_page import kind_word
from app.phones.judge_pages import ENTRIES
from carddb.terms import CardType, Faction
from decks.deck_section import DeckSection, SectionKind
from events.clock_reading import ClockReading
from events.event_state import EventState
from events.event_terms import EventKind, PenaltyLevel
from events.result_text import OPEN_AGAIN, RESULT_KEYS
from events.web import words
from events.web.pages import PAGES, PageRenderer
from events.web.screens import overlay, screen_page, wall
from events.web.words import LANGUAGES, PLURALS, Words, chosen_language, word_table, words_of
from tests.event_samples import elimination_event, melee_event, played_event
from tests.unit.events.organizer import Organizer, custom
from validators.codes import problem_codes

CLOCK = ClockReading(
    at=datetime(2026, 11, 20, 12, tzinfo=UTC),
    left=timedelta(minutes=12),
    running=False,
    extensions=((4, timedelta(minutes=1)), (5, timedelta(minutes=5))),
)
TEMPLATES = files("resources") / "event_pages"


@pytest.mark.parametrize("name", word_table())
def test_a_word_is_there_in_every_language_with_all_its_forms(name: str) -> None:
    word = word_table()[name]
    assert word.keys() == LANGUAGES.keys()
    has_forms = {not isinstance(each, str) for each in word.values()}
    assert len(has_forms) == 1
    for language, each in word.items():
        if isinstance(each, str):
            forms = [each]
        else:
            assert tuple(each) == PLURALS[language][0]
            forms = list(each.values())
        for form in forms:
            assert form == form.strip()
            assert form
            assert filled_in(form) == filled_in(english(name))


def english(name: str) -> str:
    word = word_table()[name]["en"]
    return word if isinstance(word, str) else word["other"]


def filled_in(form: str) -> set[str]:
    """Return the names in braces; the number itself may be a word ("a table")."""
    return {field for _, field, _, _ in Formatter().parse(form) if field} - {"count"}


def test_no_word_is_there_that_no_page_uses() -> None:
    sources = [each.read_text("utf-8") for each in TEMPLATES.iterdir() if each.name != "words.toml"]
    sources += [
        each.read_text("utf-8")
        for folder in (files("events") / "web", files("app") / "phones")
        for each in folder.iterdir()
        if each.name.endswith(".py")
    ]
    used = set(re.findall(r'"([a-z_]+)"', "\n".join(sources))) | words_of_rows()
    assert word_table().keys() - used == set()


def words_of_rows() -> set[str]:
    """Return the words of what is a row elsewhere: factions, types, results, and operations."""
    asides = [each for each in SectionKind if DeckSection(each).aside and each != "considered"]
    asks = [field for each in ENTRIES.values() if each.form for field in each.form.asks]
    return {
        *(f"faction_{each}" for each in Faction),
        *(f"kind_{each.replace(' ', '_')}" for each in (*CardType, *asides)),
        *(f"result_{each}" for each in (*RESULT_KEYS, OPEN_AGAIN) if each[0] != "b"),
        *(f"level_{each.name.lower()}" for each in PenaltyLevel),
        *(f"do_{each}" for each in ENTRIES),
        *(f"note_{name}" for name, each in ENTRIES.items() if each.form and each.form.note),
        *(f"field_{each.name}" for each in asks),
        *map(kind_word, problem_codes()),
    }


def test_every_row_has_its_word() -> None:
    assert words_of_rows() - word_table().keys() == set()


def test_a_problem_has_the_word_of_its_kind() -> None:
    kinds = {
        "plots.too-few": "problem_plots_too_few",
        "plots.doubled": "problem_plots",
        "agenda.fealty.neutral": "problem_agenda",
        "list.pod": "problem_list",
        "civil-war.players": "problem_format",
    }
    assert {code: kind_word(code) for code in kinds} == kinds
    assert {*kinds} - {*problem_codes()} == set()


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        *(("en", 1, "one"), ("en", 0, "other"), ("en", 2, "other"), ("de", 1, "one")),
        *(("fr", 0, "one"), ("fr", 1, "one"), ("fr", 2, "other"), ("es", 0, "other")),
        *(("pl", 1, "one"), ("pl", 2, "few"), ("pl", 4, "few"), ("pl", 5, "many")),
        *(("pl", 0, "many"), ("pl", 12, "many"), ("pl", 14, "many"), ("pl", 21, "many")),
        *(("pl", 22, "few"), ("pl", 112, "many"), ("pl", 102, "few"), ("zh", 1, "other")),
    ],
)
def test_a_number_has_its_plural_form(language: str, count: int, form: str) -> None:
    assert PLURALS[language][1](count) == form


def test_a_sentence_has_its_numbers() -> None:
    polish = words_of("pl")
    longer = [polish("table_longer", table=4, count=each) for each in (1, 3, 5, 22)]
    assert longer == [
        "Stół 4: 1 minuta dłużej",
        "Stół 4: 3 minuty dłużej",
        "Stół 4: 5 minut dłużej",
        "Stół 4: 22 minuty dłużej",
    ]
    assert [words_of(each).number("2.5000") for each in LANGUAGES] == [
        *("2.5000", "2,5000", "2,5000", "2,5000", "2,5000", "2.5000")
    ]
    assert [words_of(each).day(date(2026, 11, 2)) for each in LANGUAGES] == [
        *("2 November 2026", "2. November 2026", "2 de noviembre de 2026", "2 novembre 2026"),
        *("2 listopada 2026", "2026年11月2日"),
    ]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, pl;q=0.8", "pl"),
        ("ja, fr;q=0.3, es;q=0.7", "es"),
        ("zh-Hant-TW", "zh"),
        ("ZH-cn;q=0.2", "zh"),
        ("ja, ko", "en"),
        ("*", "en"),
        ("de;q=0", "en"),
        ("de;q=x, fr;q=0.1", "fr"),
        ("de;q=nan, es;q=0.1", "es"),
        ("de;q=0.5;x=1,fr;q=0.2", "fr"),
        (",;,=;q=1,", "en"),
        ("pl , de", "pl"),
        ("a" * 10_000 + ",de", "en"),
    ],
)
def test_the_phone_chooses_the_language(header: str, language: str) -> None:
    assert chosen_language(header) == language


class Shown(HTMLParser):
    """Collects what a reader sees or hears of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = False
        self.feed(html)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden = tag in {"script", "style"}
        spoken = ("aria-label", "title", "placeholder", "alt", "data-current", "data-lost")
        self.texts += [value or "" for name, value in attrs if name in spoken]

    @override
    def handle_endtag(self, tag: str) -> None:
        self._hidden = False

    @override
    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)


def numbered(state: EventState) -> EventState:
    """Return a state without letters in its names."""
    players = tuple(
        replace(each, name=f"{at}", faction=list(Faction)[at % len(Faction)].value)
        for at, each in enumerate(state.players)
    )
    return replace(state, players=players, settings=replace(state.settings, name="7"))


def states() -> Iterator[EventState]:
    yield Organizer(custom(2)).state
    before = Organizer(custom(2))
    before.register(["1", "2", "3", "4"])
    before.start()
    yield before.state
    yield played_event(11, 2, open_tables=2).state
    for cut in (2, 4, 8, 16):
        yield played_event(23, 2, cut).state
    yield melee_event(7).state
    yield elimination_event(5)
    for kind in (EventKind.DRAFT, EventKind.CIVIL_WAR):
        played = played_event(5, 1).state
        yield replace(played, settings=replace(played.settings, kind=kind))
    won = played_event(4, 1, 2)
    won.wins(1, won.state.seeds[0], 1)
    yield won.state


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_nothing_that_is_not_in_the_table(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word is in brackets here; what is outside them is no word of the table."""
    monkeypatch.setattr(words, "word_table", bracketed)
    for state in map(numbered, states()):
        for clock in (None, CLOCK):
            html = PageRenderer(served=True).page(name, state, clock, "", Words("en")).decode()
            assert_only_words_of_table(html)


def test_a_screen_says_nothing_that_is_not_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "word_table", bracketed)
    say = Words("en")
    for state in map(numbered, states()):
        for clock in (None, CLOCK):
            html = screen_page("/wall", wall(state, say, "//1/"), clock, say).html.decode()
            assert_only_words_of_table(html)
        for table in (1, 99):
            html = screen_page("/overlay", overlay(state, say, table), None, say).html.decode()
            assert_only_words_of_table(html)


def assert_only_words_of_table(html: str) -> None:
    for text in Shown(html).texts:
        rest = re.sub(r"⟦[^⟧]*⟧|{time}", "", text)
        assert not re.search(r"[^\W\d_]", rest), text


def bracketed() -> Mapping[str, Mapping[str, str]]:
    real = word_table()
    dates = {"months": "1 2 3 4 5 6 7 8 9 10 11 12", "date": "⟦{day} {month} {year}⟧"}
    return {
        name: {"en": dates.get(name, f"⟦{english(name).replace('{', '⟧{').replace('}', '}⟦')}⟧")}
        for name in real
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_in_the_language(language: str) -> None:
    say = words_of(language)
    state = played_event(11, 2, open_tables=2).state
    pages = [PageRenderer(served=True).page(each, state, CLOCK, "", say).decode() for each in PAGES]
    for html, name in zip(pages, PAGES.values(), strict=True):
        assert f'<html lang="{LANGUAGES[language]}">' in html
        assert f"<title>{say(name)} · " in html
    assert say("round_of", number=2, rounds=2) in pages[0]
    assert say("during_round", number=2, count=2) in pages[1]
    assert say("no_bracket") in pages[2]
