"""Copies of cards in a deck: how many there are and where, how many fit, and decks with others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import cycle, dropwhile, islice
from typing import TypeAlias

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck, Slots
from decks.deck_section import CONSIDERED, DRAW_DECK, ROOKERY, DeckSection, plot_deck
from validators.civil_war import copies_limit

CardCountRow: TypeAlias = tuple[Card, DeckSection]
Title: TypeAlias = tuple[str, CardType | None]


def copies_by_code(deck: Deck) -> Counter[str]:
    """Return the copies of every printing in the deck and its plot decks, agendas included."""
    copies = Counter({card.code: count for card, count in deck.slots})
    copies.update(card.code for card in deck.agendas)
    for plots in deck.plot_decks:
        copies.update({card.code: count for card, count in plots})
    return copies


def considered_by_code(deck: Deck) -> dict[str, int]:
    return {card.code: copies for card, copies in deck.considered}


def limit_of(card: Card, format_name: str) -> int:
    """Return how many copies a deck of the format may include, by the card itself."""
    is_common = format_name == "civil-war" and card.in_draw_deck
    return copies_limit(card) if is_common else card.deck_limit


def title_of(card: Card) -> Title:
    """Return the name that the versions of a title share; plots and agendas also share the type."""
    return card.name, None if card.in_draw_deck else card.type


def limit_by_title(card: Card, slots: Slots, format_name: str) -> tuple[int, int]:
    """Return the lowest limit of a card and of its title's other versions, and their copies."""
    namesakes = [slot for slot in slots if slot[0].name == card.name and slot[0].code != card.code]
    others = [slot for slot in namesakes if title_of(slot[0]) == title_of(card)]
    limits = [limit_of(each, format_name) for each in (card, *(other for other, _ in others))]
    return min(limits), sum(copies for _, copies in others)


def limit_in(deck: Deck, card: Card, section: DeckSection) -> tuple[int, int]:
    """Return a card's limit in a section, and the copies of its other versions there."""
    beside = () if section == CONSIDERED else section.of(card).slots(deck)
    return limit_by_title(card, beside, deck.format)


def with_copies(deck: Deck, rows: Iterable[CardCountRow], count: int) -> Deck:
    """Return the deck with this many copies of each card, as far as its limit allows."""
    for card, wanted in rows:
        section = wanted.of(card)
        now = section.copies(deck, card)
        limit, others = limit_in(deck, card, section)
        deck = section.changed(deck, card, min(count, max(now, limit - others)) - now)
    return deck


def with_more(deck: Deck, rows: Iterable[CardCountRow], difference: int) -> Deck:
    """Return the deck with more copies of each card, as far as its limit allows."""
    for card, section in rows:
        now = section.of(card).copies(deck, card)
        deck = with_copies(deck, [(card, section)], max(0, now + difference))
    return deck


def deck_sections(deck: Deck) -> tuple[DeckSection, ...]:
    """Return the sections between which cards move; plots and draw deck are one section."""
    plot_decks = (plot_deck(number) for number, _ in enumerate(deck.plot_decks, 1))
    return (DRAW_DECK, ROOKERY, *plot_decks, CONSIDERED)


def section_holding(deck: Deck, card: Card) -> DeckSection:
    """Return the section of a card in the table: the plot deck that alone has it, or the deck."""
    holding = [each for each in deck_sections(deck) if each.number and each.copies(deck, card)]
    return holding[-1] if holding and not DRAW_DECK.copies(deck, card) else DRAW_DECK


def next_section(deck: Deck, card: Card, section: DeckSection) -> DeckSection:
    """Return where a card moves next: to the rookery and back; a plot through the plot decks."""
    plot_decks = [each for each in deck_sections(deck) if each.number]
    others = plot_decks if plot_decks and card.type is CardType.PLOT else [ROOKERY]
    after = islice(dropwhile(lambda each: each != section, cycle((DRAW_DECK, *others))), 1, None)
    return next(after) if section in {DRAW_DECK, *others} else section


def considered_or_back(deck: Deck, rows: Iterable[CardCountRow]) -> Deck:
    """Move all copies of each card to the considered ones or back; consider one if none."""
    for card, wanted in rows:
        if card.type is CardType.HOUSE:
            continue
        section = wanted.of(card)
        if section == CONSIDERED or (
            not section.copies(deck, card) and CONSIDERED.copies(deck, card)
        ):
            deck = moved(deck, card, CONSIDERED, DRAW_DECK, CONSIDERED.copies(deck, card))
        elif copies := section.copies(deck, card):
            deck = moved(deck, card, section, CONSIDERED, copies)
        else:
            deck = CONSIDERED.changed(deck, card, 1)
    return deck


def moved(deck: Deck, card: Card, source: DeckSection, target: DeckSection, copies: int) -> Deck:
    """Return the deck with copies moved to another section; at most all of them."""
    source, target = source.of(card), target.of(card)
    there = min(copies, source.copies(deck, card))
    if source == target or there < 1:
        return deck
    return target.changed(source.changed(deck, card, -there), card, there)
