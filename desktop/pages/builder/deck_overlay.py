"""What the deck on screen, the list in force and the collection say of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from carddb.card import Card
from carddb.likeness import Likeness
from carddb.search.query_context import NOTHING_KNOWN, QueryContext
from carddb.terms import CardType
from decks.categories import categories_by_code
from decks.deck import Deck, Slots
from desktop.style import icons
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.glyphs import Glyph
from validators.card_counts import considered_by_code, copies_by_code, limit_by_title
from validators.conditions import Conditions
from validators.problem import Severity

if TYPE_CHECKING:
    from validators.judge import Judge


@dataclass(frozen=True, slots=True)
class DeckOverlay:
    """Copies by code and by name, and what is known of cards under the conditions.

    `considered` are the copies by code of the cards that are considered for the deck.
    Without a deck there are no copies and nothing is marked. `owned` are copies by code, None
    without a collection; only with one is there `wanted`: the copies of a design that the deck
    needs, rookery and plot decks included. `likeness` is to the card of the search. `own_cards` are
    the codes of fan-made cards.
    """

    deck: Deck | None = None
    conditions: Conditions | None = None
    context: QueryContext = NOTHING_KNOWN
    copies: Mapping[str, int] = field(default_factory=dict)
    considered: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, Slots] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    owned: Mapping[str, int] | None = None
    wanted: Mapping[str, int] = field(default_factory=dict)
    likeness: Mapping[str, Likeness] = field(default_factory=dict)
    own_cards: frozenset[str] = frozenset()

    def with_own(
        self, owned: Mapping[str, int] | None, starred: frozenset[str] | None
    ) -> DeckOverlay:
        """Return the same with another collection and other stars."""
        if owned is self.owned and starred is self.context.starred:
            return self
        context = replace(self.context, owned=owned, starred=starred)
        return replace(self, owned=owned, context=context)

    def with_deck(self, deck: Deck) -> DeckOverlay:
        """Return the same with another deck under the same conditions."""
        copies = copies_by_code(deck)
        versions: dict[str, Slots] = {}
        for slot in (*deck.slots, *((agenda, 1) for agenda in deck.agendas)):
            versions[slot[0].name] = (*versions.get(slot[0].name, ()), slot)
        wanted: Counter[str] = Counter()
        names = {card.code: card.name for card, _ in deck.considered}
        agendas = ((card, 1) for card in deck.agendas)
        for card, count in chain(deck.slots, deck.rookery, agendas, *deck.plot_decks):
            names[card.code] = card.name
            if self.owned is not None:
                wanted[code := card.design] += count
                names[code] = card.name
        known = replace(self, deck=deck, copies=copies, considered=considered_by_code(deck))
        return replace(known, versions=versions, names=names, wanted=wanted)

    def search_context(self) -> QueryContext:
        """Return what a search may ask about, with the cards of the deck."""
        if self.deck is None:
            return self.context
        return replace(
            self.context,
            in_deck=self.copies,
            considered=self.considered,
            categories=categories_by_code(self.deck),
            notes={code: (note,) for code, note in self.deck.card_notes},
        )

    def changed_titles(self, before: DeckOverlay) -> frozenset[str]:
        """Return the titles of which there were other copies before."""
        codes = self.copies.items() ^ before.copies.items()
        codes |= self.wanted.items() ^ before.wanted.items()
        codes |= self.considered.items() ^ before.considered.items()
        return frozenset(self.names.get(code) or before.names[code] for code, _ in codes)

    def is_starred(self, card: Card) -> bool:
        return card.code in (self.context.starred or ())

    def name_words(self, card: Card) -> str:
        """Return a card's name, in English too, and whether it has a star."""
        english = f"{card.english} in English" if card.english else ""
        star = "starred" if self.is_starred(card) else ""
        return ", ".join(filter(None, (card.name, english, star)))

    def has_marks_of(self, other: DeckOverlay) -> bool:
        """Return whether the marks of every card, by lists and stars, are the same."""
        mine, its = self.context.starred, other.context.starred
        is_same = self.conditions == other.conditions and self.own_cards == other.own_cards
        return is_same and (mine or ()) == (its or ())

    def same_except_deck(self, other: DeckOverlay) -> bool:
        """Return whether nothing but the deck differs, so that few rows change."""
        mine, its = self.context, other.context
        return (
            self.conditions == other.conditions
            and self.owned is other.owned
            and mine.starred is its.starred
            and mine.played is its.played
            and self.likeness is other.likeness
        )

    def share_of(self, card: Card) -> float | None:
        """Return the share of published decks that play a card; None where it is not known."""
        return self.context.played.shares.get(card.code) if self.context.played else None

    def copies_owned(self, *cards: Card) -> int:
        """Return the copies of cards that the player owns, in any printing of their designs."""
        return sum(self.owned.get(card.code, 0) for card in _designs(cards)) if self.owned else 0

    def copies_wanted(self, *cards: Card) -> int:
        """Return the copies of cards that the deck needs, in any printing of their designs."""
        return sum(self.wanted.get(card.design, 0) for card in _designs(cards))

    def lacks(self, *cards: Card) -> bool:
        """Return whether the player owns too few copies of any of these cards."""
        if self.owned is None:
            return False
        return any(self.copies_wanted(card) > self.copies_owned(card) for card in cards)

    def owned_words(self, *cards: Card) -> str:
        """Return the copies owned of cards and, if they are too few, what the deck needs."""
        if self.owned is None:
            return ""
        owned = self.copies_owned(*cards)
        if self.lacks(*cards):
            return f"You own {owned} of the {self.copies_wanted(*cards)} that the deck needs"
        return f"You own {owned or 'none'}"

    def takes(self, card: Card) -> bool:
        """Return whether there is a deck of the card's edition."""
        return self.deck is not None and self.deck.edition is card.edition

    @property
    def format_name(self) -> str:
        return self.conditions.format.name if self.conditions else ""

    @property
    def choices(self) -> int:
        """For how many numbers of copies there is to be room: 1 to 3, in some formats 1 to 5."""
        return 5 if self.format_name in {"civil-war", "draft"} else 3

    def copies_of(self, card: Card) -> DeckCopies:
        versions = self.versions.get(card.name, ())
        limit, others = limit_by_title(card, versions, self.format_name)
        return DeckCopies(self.copies.get(card.code, 0), others, limit)

    def marks(self, card: Card) -> tuple[Glyph, ...]:
        """Return the signs of what bars a card from the deck or counts against it."""
        known, conditions = self.context, self.conditions
        if conditions is None or card.type is CardType.TITLE:
            return ()
        if not self.takes(card):
            words = f"{card.edition.label}: not for this deck"
            return (Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING, words),)
        listed = conditions.restricted_list
        name = listed.name if listed else ""
        marks: list[tuple[str, Severity | None, str]] = []
        if card.code in (known.banned or ()):
            marks.append((icons.of_severity(Severity.ERROR), Severity.ERROR, f"Banned by {name}"))
        elif known.legal is not None and card.code not in known.legal:
            why = _why_not_legal(card, conditions)
            marks.append((icons.of_severity(Severity.WARNING), Severity.WARNING, why))
        if card.code in (known.restricted or ()):
            marks.append((icons.letter("R"), Severity.WARNING, f"Restricted by {name}"))
        if card.code in (known.podded or ()):
            marks.append((icons.letter("P"), Severity.WARNING, f"In a pod of {name}"))
        if card.code in self.own_cards:
            words = "A card of your own: its rules are not known here"
            marks.append((icons.letter("own"), None, words))
        if copies := self.considered.get(card.code):
            marks.append((icons.CONSIDERED, None, f"Considered: {copies}"))
        return tuple(Glyph(*mark) for mark in marks)


EMPTY_OVERLAY = DeckOverlay()


def overlay_under(judge: Judge, conditions: Conditions) -> DeckOverlay:
    """Return what the conditions alone say of cards; without what is costly to find."""
    from validators.search_facts import EditionConditions, search_context  # noqa: PLC0415 - lark, not at start

    known = search_context([EditionConditions(judge, conditions)])
    own = judge.pool.own_cards
    return DeckOverlay(conditions=conditions, context=known, own_cards=own)


def _designs(cards: Iterable[Card]) -> Iterable[Card]:
    """Return one card of each design: its printings share the copies that are owned."""
    return {card.design: card for card in cards}.values()


def _why_not_legal(card: Card, conditions: Conditions) -> str:
    if card.only_in is not None and card.only_in not in conditions.format.only_in:
        return f"Only for {card.only_in.replace('-', ' ')}"
    day = conditions.date.isoformat() if conditions.date else "that day"
    event = " at a premier event" if conditions.premier else ""
    return f"Not released by {day}{event}"
