"""A step of building a deck in words: choices, and copies that were added, removed or moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType
from core.text_format import shortened
from decks.deck import Deck, slots_of
from decks.deck_section import CONSIDERED, DRAW_DECK, ROOKERY, DeckSection, slot_sections
from validators.card_counts import deck_sections
from validators.conditions import formats_of


def change_size(before: Deck, after: Deck) -> int:
    """Return the size of a change: 1 for each copy, 3 for an agenda, 10 for the faction."""
    # Count by code, because hashing a card calls a Python method.
    copies: dict[str, int] = defaultdict(int)
    for deck, sign in ((before, 1), (after, -1)):
        for section in slot_sections(deck):
            for card, number in section.slots(deck):
                copies[card.code] += sign * number
    agendas = Counter(before.agendas)
    agendas.subtract(after.agendas)
    return (
        sum(map(abs, copies.values()))
        + 3 * sum(map(abs, agendas.values()))
        + 10 * (before.faction is not after.faction)
        + (before.players != after.players)
        + 5 * abs(len(before.plot_decks) - len(after.plot_decks))
    )


def changed_card(before: Deck, after: Deck) -> Card | None:
    """Return the first new card of a change, or the first removed one."""
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
        return [f"Remove {_listed_changes(gone, pool)}"]
    if not gone:
        return [f"Add {_listed_changes(new, pool)}"]
    old, added = _listed_changes(gone, pool), _listed_changes(new, pool)
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
    return _more(old, now), _more(now, old)


# Cards with their copies by code, because hashing a card calls a Python method.
_Copies: TypeAlias = dict[str, tuple[Card, int]]


def _all(deck: Deck) -> _Copies:
    copies: _Copies = {}
    for section in slot_sections(deck):
        for card, number in section.slots(deck):
            _, there = copies.get(card.code, (card, 0))
            copies[card.code] = card, there + number
    return copies


def _more(copies: _Copies, others: _Copies) -> Counter[Card]:
    """Return the cards with more copies than among others, and how many more."""
    found: Counter[Card] = Counter()
    for code, (card, number) in copies.items():
        _, there = others.get(code, (card, 0))
        if number > there:
            found[card] = number - there
    return found


def _listed_changes(cards: Counter[Card], pool: CardPool) -> str:
    return " and ".join(f"{number} {pool.label(card)}" for card, number in cards.items())


NAMED = 3
BySection: TypeAlias = dict[DeckSection, Counter[Card]]


def changes_between(old: Deck, new: Deck, pool: CardPool) -> list[str]:
    """Return the changes of a step, each as a sentence: "Add 2 Arya Stark (Core)"."""
    parts = [*_chosen(old, new, pool)]
    fewer_plot_decks = len(new.plot_decks) < len(old.plot_decks)
    before_cards, cards = _by_section(old), _by_section(new)
    come, gone = _differences(before_cards, cards), _differences(cards, before_cards)
    more, less = _newly_considered(come, gone)
    before = _all_copies(before_cards, old, more)
    if fewer_plot_decks or before != _all_copies(cards, new, less):
        stated = replace(new, faction=old.faction, players=old.players)
        parts.append(repair_words(_as_held(old, more), _as_held(stated, less), pool))
    if more:
        parts.append(f"Consider {_listed(more, pool)}")
    if less:
        parts.append(f"No longer consider {_listed(less, pool)}")
    if not fewer_plot_decks:
        parts += _moves(come, gone, pool)
    return parts


def _chosen(old: Deck, new: Deck, pool: CardPool) -> Iterator[str]:
    if new.name != old.name:
        yield f"Rename to “{shortened(new.name)}”"
    if new.faction is not old.faction:
        yield _choice("Faction", _faction_name(old), _faction_name(new))
    if new.format != old.format:
        formats = formats_of(new.edition)
        labels = {each.name: f"{each.label[0].upper()}{each.label[1:]}" for each in formats}
        was, now = (labels.get(each, each) for each in (old.format, new.format))
        yield _choice("Format", was, now)
    if new.list_code != old.list_code:
        was, now = (_list_name(each, pool) for each in (old.list_code, new.list_code))
        yield _choice("Restricted list", was, now)
    if new.date != old.date:
        yield _choice("Date", f"{old.date or 'today'}", f"{new.date or 'today'}")
    if new.players != old.players:
        yield _choice("Players", f"{old.players or 'none'}", f"{new.players or 'none'}")
    if new.notes != old.notes:
        yield "Change the notes"
    noted = {code for code, _ in {*old.card_notes} ^ {*new.card_notes}}
    if noted:
        names = [pool.by_code[code].name for code in sorted(noted) if code in pool.by_code]
        yield f"Change the note on {names[0]}" if len(names) == 1 else "Change notes on cards"
    if new.categories != old.categories:
        yield _category_words(old, new)


def _category_words(old: Deck, new: Deck) -> str:
    """Return a change of categories: "Category draw", or how many changed."""
    before, after = ({each.name: each for each in deck.categories} for deck in (old, new))
    changed = [n for n in (before | after) if before.get(n) != after.get(n)]
    if len(changed) != 1:
        return "Change the categories"
    (name,) = changed
    return f"Remove the category {name}" if name not in after else f"Category {name}"


def _choice(what: str, was: str, now: str) -> str:
    arrow = "" if was == "none" else f"{was} \N{RIGHTWARDS ARROW} "
    return f"{what}: {arrow}{now}"


def _faction_name(deck: Deck) -> str:
    return deck.faction.card_name if deck.faction else "none"


def _list_name(code: str, pool: CardPool) -> str:
    if not code:
        return "in force"
    return pool.lists[code].name if code in pool.lists else "none"


def _newly_considered(come: BySection, gone: BySection) -> tuple[Counter[Card], Counter[Card]]:
    """Return the cards newly considered from outside the deck, and those that left it."""
    more, less = come[CONSIDERED], gone[CONSIDERED]
    for section in come:
        if section != CONSIDERED:
            more, less = more - gone.get(section, Counter()), less - come[section]
    return more, less


def _as_held(deck: Deck, others: Counter[Card]) -> Deck:
    """Return the deck with its considered cards, and others, as cards that it holds."""
    return replace(deck, rookery=slots_of([*deck.rookery, *deck.considered, *others.items()]))


def _all_copies(
    cards: BySection, deck: Deck, others: Counter[Card]
) -> tuple[Counter[Card], Counter[Card]]:
    """Return the cards of all sections with some others, and the agendas."""
    copies = Counter(others)
    for each in cards.values():
        copies.update(each)
    return copies, Counter(deck.agendas)


def _moves(come: BySection, gone: BySection, pool: CardPool) -> Iterator[str]:
    """Yield a sentence for each section that copies moved to."""
    all_gone = sum(gone.values(), Counter[Card]())
    for section, cards in come.items():
        if moved := cards & all_gone:
            yield f"Move {_listed(moved, pool)} to {_section_name(section)}"


def _differences(before: BySection, now: BySection) -> BySection:
    """Return the copies that each section has more than before."""
    return {section: cards - before.get(section, Counter()) for section, cards in now.items()}


def _by_section(deck: Deck) -> BySection:
    return {section: Counter(dict(section.slots(deck))) for section in deck_sections(deck)}


def _listed(cards: Counter[Card], pool: CardPool) -> str:
    if len(cards) <= NAMED:
        return " and ".join(f"{count} {_label(card, pool)}" for card, count in cards.items())
    plots = all(card.type is CardType.PLOT for card in cards)
    return f"{cards.total()} {'plots' if plots else 'cards'}"


def _label(card: Card, pool: CardPool) -> str:
    return pool.label(card) if card.name in pool.by_title else card.name


def _section_name(section: DeckSection) -> str:
    names = {DRAW_DECK: "the deck", ROOKERY: "the rookery", CONSIDERED: "the considered cards"}
    return names.get(section, str(section))
