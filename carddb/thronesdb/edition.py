"""The four answers of the API together: everything of the second edition, checked as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.errors import AppError
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from carddb.thronesdb.answer import AnswerError
from carddb.thronesdb.cards import card_of_api
from carddb.thronesdb.lists import lists_of_api, unknown_codes
from carddb.thronesdb.products import cycles_of_api, numbered, packs_of_api

Objects = Sequence[object]
Step = Callable[[int, int], None]

_STEP = 64


@dataclass(frozen=True, slots=True)
class Answers:
    """What the API answered about each resource; None where it has nothing newer."""

    cycles: Objects | None
    packs: Objects | None
    lists: Objects | None
    cards: Objects | None

    @property
    def unchanged(self) -> bool:
        """Whether the API has nothing newer at all."""
        return all(each is None for each in (self.cycles, self.packs, self.lists, self.cards))


def pool_of_api(
    answers: Answers, before: CardPool, known: CardPool, server: str, step: Step | None = None
) -> tuple[CardPool, tuple[str, ...]]:
    """Return the edition that the answers describe, with warnings.

    `before` is what is stored now: what the API has nothing newer of comes from there. `known`
    is the program's catalogue, which has what the API lacks. `step` is called with (done,
    total) cards. Raises AnswerError where an answer is malformed, names a thing twice, does not
    fit the others, or holds fewer than half of the cards or lists that were there before.
    """
    reading = _Reading(before, known, server, step)
    try:
        cycles, packs = reading.products(answers)
        cards, warnings = reading.cards(answers.cards)
        lists = reading.lists(answers.lists)
    except AnswerError:
        raise
    except AppError as error:
        raise AnswerError(f"What {server} sent cannot be used. {error.sentence}") from None
    packs = _with_progress(packs, answers.cards)
    _check(cards, packs, cycles, server)
    pool = CardPool(Edition.SECOND, cards, packs, cycles, lists)
    codes = [card.code for card in cards]
    return pool, (*warnings, *unknown_codes(lists, codes, known.lists))


@dataclass(frozen=True, slots=True)
class _Reading:
    """What every part of the answers is read with."""

    before: CardPool
    known: CardPool
    server: str
    step: Step | None

    def products(self, answers: Answers) -> tuple[tuple[Cycle, ...], tuple[Pack, ...]]:
        """Return cycles and packs."""
        if answers.cycles is None:
            # Our positions are not the server's, so no pack is to be found by them.
            cycles_before = self.before.cycles.values()
            cycles = tuple(
                (replace(each, position=-1), self._packs_in(each)) for each in cycles_before
            )
        else:
            cycles = cycles_of_api(answers.cycles)
        _no_twins("cycle", (cycle.code for cycle, _ in cycles), self.server)
        if answers.packs is None:
            packs = tuple(self.before.packs.values())
        else:
            packs = packs_of_api(answers.packs, cycles, self.known.packs)
        _no_twins("pack", (pack.code for pack in packs), self.server)
        if answers.cycles is None:
            return tuple(self.before.cycles.values()), packs
        return numbered((cycle for cycle, _ in cycles), self.known.cycles), packs

    def cards(self, raw: Objects | None) -> tuple[tuple[Card, ...], tuple[str, ...]]:
        """Return the cards with the warnings about them."""
        if raw is None:
            return self.before.cards, ()
        if 2 * len(raw) < len(self.before):
            self._say_too_few("cards", len(raw), len(self.before))
        cards: list[Card] = []
        warnings: list[str] = []
        for number, each in enumerate(raw, 1):
            card, doubts = self._card(each, number, len(raw))
            cards.append(card)
            warnings += doubts
            if self.step and number % _STEP == 0:
                self.step(number, len(raw))
        _no_twins("card", (card.code for card in cards), self.server)
        return tuple(cards), tuple(warnings)

    def lists(self, raw: Objects | None) -> tuple[RestrictedList, ...]:
        """Return the restricted lists."""
        if raw is None:
            return tuple(self.before.lists.values())
        lists = lists_of_api(raw, self.known.lists)
        if 2 * len(lists) < len(self.before.lists):
            self._say_too_few("restricted lists", len(lists), len(self.before.lists))
        _no_twins("list", (each.code for each in lists), self.server)
        return lists

    def _card(self, raw: object, number: int, total: int) -> tuple[Card, tuple[str, ...]]:
        code = raw.get("code") if isinstance(raw, dict) else None
        known = self.known.by_code.get(code) if isinstance(code, str) else None
        try:
            return card_of_api(raw, known)
        except AppError as error:
            raise AnswerError(
                f"What {self.server} sent for its cards cannot be used."
                f" {error.sentence} It is number {number:,} of {total:,}."
            ) from None

    def _packs_in(self, cycle: Cycle) -> tuple[str, ...]:
        return tuple(p.code for p in self.before.packs.values() if p.cycle == cycle.code)

    def _say_too_few(self, what: str, found: int, there: int) -> None:
        raise AnswerError(
            f"{self.server} has {found:,} {what} only, and {there:,} are stored here;"
            " so few were not taken for all of them."
        )


def _no_twins(what: str, codes: Iterable[str], server: str) -> None:
    seen: set[str] = set()
    for code in codes:
        if code in seen:
            raise AnswerError(f"What {server} sent cannot be used: it has the {what} {code} twice.")
        seen.add(code)


def _with_progress(packs: Iterable[Pack], cards: Objects | None) -> tuple[Pack, ...]:
    """Return the packs, in progress where the API says so of a card of theirs."""
    flags: dict[object, bool] = {}
    for each in cards or ():
        if isinstance(each, dict) and isinstance(flag := each.get("work_in_progress"), bool):
            pack = each.get("pack_code")
            flags[pack] = flags.get(pack, False) or flag
    return tuple(
        replace(pack, in_progress=flags.get(pack.code, pack.in_progress)) for pack in packs
    )


def _check(
    cards: Iterable[Card], packs: Iterable[Pack], cycles: Iterable[Cycle], server: str
) -> None:
    """Make sure that every card is in a pack and every pack in a cycle."""
    start = f"What {server} sent does not fit together"
    known_cycles = {cycle.code for cycle in cycles}
    known_packs = set()
    for pack in packs:
        known_packs.add(pack.code)
        if pack.cycle not in known_cycles:
            raise AnswerError(f"{start}: pack {pack.code} is in no cycle.")
    for card in cards:
        if card.pack not in known_packs:
            raise AnswerError(f"{start}: card {card.code} is in the unknown pack {card.pack}.")
