"""Advice: notes about decks that are legal."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from carddb.pool import CardPool
from carddb.terms import CardType, Edition
from decks.deck import Deck
from tests.filled import Wanted
from tests.verdicts import only, problems
from validators.problem import Problem, Severity

NEWEST = "gotstandard2.1"


def notes(deck: Deck, pool: CardPool, code: str, list_code: str, **wishes: object) -> list[Problem]:
    """Return the notes with a code."""
    found = problems(deck, pool, list_code, **wishes)  # type: ignore[arg-type]
    return [each for each in found if each.code == code]


def unrestricted(pool: CardPool) -> Wanted:
    """Return a deck without a restricted card of the newest list."""
    formats = pool.lists[NEWEST].formats
    listed = {code for _, each in formats for code in each.restricted}
    return Wanted(accept=lambda card: card.code not in listed)


def test_no_restricted_card_although_one_may_be(pool: CardPool) -> None:
    code = "advice.restricted-free"
    deck = unrestricted(pool).deck(pool)
    (note,) = notes(deck, pool, code, NEWEST)
    assert (note.severity, note.found, note.wanted) == (Severity.NOTE, 0, 1)
    assert note.message == "You may still include one restricted card."
    assert "Standard v2.1 (joust)" in note.source
    restricted = pool.lists[NEWEST].of("joust")
    assert restricted is not None
    plot = next(c for c in sorted(restricted.restricted) if pool.card(c).type is CardType.PLOT)
    agenda = next(c for c in sorted(restricted.restricted) if pool.card(c).type is CardType.AGENDA)
    with_plot = replace(unrestricted(pool), cards={plot: 1}).deck(pool)
    assert notes(with_plot, pool, code, NEWEST) == []
    with_agenda = replace(deck, agendas=(pool.card(agenda),))
    assert notes(with_agenda, pool, code, NEWEST) == []
    assert notes(deck, pool, code, "none") == []
    assert notes(deck, pool, code, "ffg1.2") == []


def test_a_redesign_beside_the_original(pool: CardPool) -> None:
    code = "advice.redesign"
    wanted = Wanted(cards={"06076": 1}, accept=lambda card: card.pack not in {"R", "R2"})
    deck = wanted.deck(pool)
    (note,) = notes(deck, pool, code, "none")
    assert {"06076", "17169"} <= set(note.cards)
    assert "Secret Schemes (R2)" in note.message
    earlier = notes(deck, pool, code, "none", day=date(2026, 6, 30))
    assert not any("17169" in each.cards for each in earlier)
    assert notes(deck, pool, code, "none", day=date(2020, 9, 30)) == []


def test_the_melee_redesign_is_no_advice_for_a_joust_deck(pool: CardPool) -> None:
    deck = Wanted(cards={"04001": 1}, accept=lambda card: card.pack not in {"R", "R2"}).deck(pool)
    named = {c for n in notes(deck, pool, "advice.redesign", "none") for c in n.cards}
    assert "17147" not in named


def test_every_redesign_has_the_title_and_type_of_its_original(pool: CardPool) -> None:
    cards = [card for card in pool if card.only_in is None]
    deck = Deck.of("All", Edition.SECOND, None, [(card, 1) for card in cards])
    (note,) = notes(deck, pool, "advice.redesign", "none")
    pairs = [pool.card(code) for code in note.cards]
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert (old.name, old.type) == (new.name, new.type)
        assert new.pack in {"R", "R2"}
        assert old.pack not in {"R", "R2"}


def test_a_plot_doubled_for_values_that_another_plot_beats(pool: CardPool) -> None:
    code = "advice.plot-doubled"
    assert pool.card("01025").blank
    better = {"16036", "01021", "12052", "25082"}
    wanted = Wanted(accept=lambda card: card.code not in better)
    beside = replace(wanted, cards={"01025": 2, "16036": 1}).deck(pool)
    note = only(beside, pool, code)
    assert note.cards == ("01025", "16036")
    assert note.severity is Severity.NOTE
    assert "The Gathering Storm" in note.message
    alone = replace(wanted, cards={"01025": 2}).deck(pool)
    assert notes(alone, pool, code, "none") == []
    single = replace(wanted, cards={"01025": 1, "16036": 1}).deck(pool)
    assert notes(single, pool, code, "none") == []


def test_a_doubled_plot_with_text_is_left_alone(pool: CardPool) -> None:
    deck = Wanted(cards={"01010": 2, "16036": 1}).deck(pool)
    assert notes(deck, pool, "advice.plot-doubled", "none") == []
