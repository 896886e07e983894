"""What changed between two decks, in words and in number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from carddb.card import Card
from carddb.pool import CardPool
from decks.deck import Deck
from decks.deck_section import slot_sections


def change_size(before: Deck, after: Deck) -> int:
    """Return how much a change is: a point a copy, three for an agenda, ten for the faction."""
    gone, new = _moved(before, after)
    agendas = Counter(before.agendas)
    agendas.subtract(after.agendas)
    return (
        gone.total()
        + new.total()
        + 3 * sum(map(abs, agendas.values()))
        + 10 * (before.faction is not after.faction)
        + (before.players != after.players)
        + 5 * abs(len(before.plot_decks) - len(after.plot_decks))
    )


def changed_card(before: Deck, after: Deck) -> Card | None:
    """Return the card that a change is about: the first that is new, else that is gone."""
    gone, new = _moved(before, after)
    old, now = Counter(before.agendas), Counter(after.agendas)
    return next(chain(new, now - old, gone, old - now), None)


def repair_words(before: Deck, after: Deck, pool: CardPool) -> str:
    """Return the change as the text of a button: "Remove 1 Crown of Gold"."""
    parts = [*_cards(before, after, pool), *_agendas(before, after, pool)]
    if after.faction is not before.faction and after.faction is not None:
        parts.append(f"Choose {after.faction.card_name}")
    if after.players != before.players:
        parts.append(f"Set {after.players} players")
    if len(after.plot_decks) < len(before.plot_decks):
        parts = [f"Remove plot deck {len(before.plot_decks)}"]
    first, *rest = parts or ["Leave the deck as it is"]
    return ", ".join([first, *(f"{each[0].lower()}{each[1:]}" for each in rest)])


def _cards(before: Deck, after: Deck, pool: CardPool) -> list[str]:
    gone, new = _moved(before, after)
    if not gone and not new:
        return []
    if not new:
        return [f"Remove {_listed(gone, pool)}"]
    if not gone:
        return [f"Add {_listed(new, pool)}"]
    old, added = _listed(gone, pool), _listed(new, pool)
    if {card.name for card in gone} == {card.name for card in new}:
        return [f"Swap {old} for {added}"]
    return [f"Replace {old} with {added}"]


def _agendas(before: Deck, after: Deck, pool: CardPool) -> list[str]:
    gone = Counter(before.agendas) - Counter(after.agendas)
    new = Counter(after.agendas) - Counter(before.agendas)
    if {card.name for card in gone} == {card.name for card in new}:
        return [
            f"Swap the agenda {pool.label(a)} for {pool.label(b)}"
            for a, b in zip(gone, new, strict=True)
        ]
    return [
        *(f"Remove the agenda {pool.label(card)}" for card in gone),
        *(f"Add the agenda {pool.label(card)}" for card in new),
    ]


def _moved(before: Deck, after: Deck) -> tuple[Counter[Card], Counter[Card]]:
    old, now = _all(before), _all(after)
    return old - now, now - old


def _all(deck: Deck) -> Counter[Card]:
    copies: Counter[Card] = Counter()
    for section in slot_sections(deck):
        for card, number in section.slots(deck):
            copies[card] += number
    return copies


def _listed(cards: Iterable[Card], pool: CardPool) -> str:
    counted = cards if isinstance(cards, Counter) else Counter(cards)
    each = [f"{number} {_label(card, pool)}" for card, number in counted.items()]
    return " and ".join(each)


def _label(card: Card, pool: CardPool) -> str:
    return pool.label(card) if card.name in pool.by_title else f"{card.name} ({card.pack})"
