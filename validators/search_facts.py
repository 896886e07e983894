"""Facts for searches from the judge: legal, restricted and playable cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from carddb.card import Card
from carddb.pool import CardPool
from carddb.search.query_context import PlayedShares, QueryContext
from carddb.terms import CardType
from decks.categories import categories_by_code
from decks.deck import Deck
from validators.card_counts import considered_by_code, copies_by_code
from validators.conditions import Conditions
from validators.judge import Judge
from validators.problem import Problem, Severity
from validators.releases import OnlyIn
from validators.restricted_list_rules import EMPTY


@dataclass(frozen=True, slots=True)
class EditionConditions:
    """The judge of an edition, and the conditions to judge under."""

    judge: Judge
    conditions: Conditions

    @property
    def pool(self) -> CardPool:
        return self.judge.pool


def search_context(
    sides: Iterable[EditionConditions],
    deck: Deck | None = None,
    *,
    owned: Mapping[str, int] | None = None,
    starred: frozenset[str] | None = None,
    played: PlayedShares | None = None,
    playable: bool = True,
) -> QueryContext:
    """Return the facts for queries about the cards of all sides.

    A deck adds the cards that it holds and may include. The latter take a verdict for each card,
    so leave `playable` False if the query does not need them.
    """
    known = tuple(sides)
    listed = [_listed(side) for side in known]
    return QueryContext(
        legal=frozenset(code for side in known for code in legal_codes(side)),
        restricted=frozenset[str]().union(*(each.restricted for each in listed)),
        banned=frozenset[str]().union(*(each.banned for each in listed)),
        podded=frozenset[str]().union(*(each.podded for each in listed)),
        playable=_playable(known, deck) if deck and playable else None,
        in_deck=copies_by_code(deck) if deck else None,
        considered=considered_by_code(deck) if deck else None,
        owned=owned,
        starred=starred,
        played=played,
        categories=categories_by_code(deck) if deck else None,
        notes={code: (note,) for code, note in deck.card_notes} if deck else None,
        ruled=partial(ruled_codes, *(side.pool for side in known)),
    )


def ruled_codes(*pools: CardPool) -> frozenset[str]:
    """Return the cards that a ruling or answer names, in any of their printings."""
    from rulebook.rule_book import rule_book  # noqa: PLC0415 - when asked for

    named = rule_book().ruled_cards
    return frozenset(
        card.code
        for pool in pools
        for code in named
        if code in pool
        for card in pool.printings(pool.card(code))
    )


def legal_codes(side: EditionConditions) -> frozenset[str]:
    """Return the cards that a deck may include under format, list and day; titles never go in."""
    pool, conditions = side.pool, side.conditions
    elsewhere = OnlyIn.bind(pool, conditions.format).bits
    bits = side.judge.playable(conditions) & ~elsewhere
    return frozenset(card.code for card in pool.among(bits) if card.type is not CardType.TITLE)


@dataclass(frozen=True, slots=True)
class _Listed:
    """The codes of a list under a format."""

    restricted: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()
    podded: frozenset[str] = frozenset()


def _listed(side: EditionConditions) -> _Listed:
    restricted_list = side.conditions.applied_list
    if restricted_list is None:
        return _Listed()
    part = restricted_list.of(side.conditions.format.list_format) or EMPTY
    triggers = (pod.trigger for pod in part.pods if pod.trigger is not None)
    podded = frozenset(code for pod in part.pods for code in pod.cards)
    banned = side.pool.among(side.judge.banned(side.conditions))
    codes = frozenset(card.code for card in banned)
    return _Listed(part.restricted, codes, podded.union(triggers))


def _playable(sides: Iterable[EditionConditions], deck: Deck) -> frozenset[str]:
    return frozenset(
        card.code
        for side in sides
        if side.pool.edition is deck.edition
        for card in side.pool
        if may_include(side, deck, card)
    )


def may_include(side: EditionConditions, deck: Deck, card: Card) -> bool:
    """Return whether a deck of this faction and these agendas may include a card at all.

    The card is judged as the only one of the deck, an agenda as its only agenda: so what counts is
    whether faction, agendas, format, list and day allow the card, not how full the deck is.
    """
    if card.type is CardType.AGENDA:
        trial = replace(deck, agendas=(card,), slots=(), rookery=(), plot_decks=())
    else:
        trial = replace(deck, slots=((card, 1),), rookery=(), plot_decks=())
    verdict = side.judge.verdict(trial, side.conditions)
    return not any(_shuts_out(problem, card) for problem in verdict.problems)


def _shuts_out(problem: Problem, card: Card) -> bool:
    """Return whether a problem is about this card itself, not about the number of such cards."""
    if problem.severity is not Severity.ERROR or card.code not in problem.cards:
        return False
    found, wanted = problem.found, problem.wanted
    return found is None or wanted is None or found >= wanted
