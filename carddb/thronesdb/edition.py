"""Combine and check the four responses of the API."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from carddb.card import Card
from carddb.catalogue import format_list
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.raw_fields import RawFields
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from carddb.thronesdb.cards import card_of_api
from core.errors import AppError

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def cycles_of_api(raw: Iterable[object]) -> tuple[tuple[Cycle, tuple[str, ...]], ...]:
    """Return the cycles of /api/public/cycles/ with their packs' codes, in order.

    Raises AppError for a malformed field.
    """
    read = []
    for each in raw:
        fields = RawFields.of(each, "code", "Cycle")
        cycle = Cycle(fields.code, fields.text("name"), Edition.SECOND, fields.whole("position"))
        read.append((cycle, fields.texts("packs") if fields.has("packs") else ()))
    return tuple(sorted(read, key=lambda pair: pair[0].position))


def numbered(cycles: Iterable[Cycle], known: Mapping[str, Cycle]) -> tuple[Cycle, ...]:
    """Return the cycles with the known positions; a new cycle follows the previous one.

    The server may number cycles differently, but a search for cycle 5 must find the same packs.
    """
    last = -1
    placed = []
    for cycle in cycles:
        last = known[cycle.code].position if cycle.code in known else last + 1
        placed.append(replace(cycle, position=last))
    return tuple(placed)


def packs_of_api(
    raw: Iterable[object],
    cycles: Sequence[tuple[Cycle, tuple[str, ...]]],
    known: Mapping[str, Pack],
) -> tuple[Pack, ...]:
    """Return the packs of /api/public/packs/, cycle by cycle.

    A pack's cycle is the one that lists it, else the one at its `cycle_position`, else the known
    pack's. If the API has no day of release, the known one is used.
    """
    order = {cycle.code: number for number, (cycle, _) in enumerate(cycles)}
    packs = [_pack(RawFields.of(each, "code", "Pack"), cycles, known) for each in raw]
    return tuple(sorted(packs, key=lambda pack: (order[pack.cycle], pack.position)))


def _pack(
    fields: RawFields,
    cycles: Sequence[tuple[Cycle, tuple[str, ...]]],
    known: Mapping[str, Pack],
) -> Pack:
    before = known.get(fields.code)
    released = fields.text("available", "") or (before.released if before else "")
    pack = Pack(
        code=fields.code,
        name=fields.text("name"),
        edition=Edition.SECOND,
        cycle=_cycle(fields, cycles, before),
        position=fields.whole("position", default=0),
        released=released,
        in_progress=before.in_progress if before else False,
    )
    try:
        known_day = pack.release_day
    except ValueError:
        known_day = None
    if released and (known_day is None or not _DAY.fullmatch(released)):
        fields.refuse("available", "is not a day (YYYY-MM-DD)")
    return pack


def _cycle(
    fields: RawFields, cycles: Sequence[tuple[Cycle, tuple[str, ...]]], before: Pack | None
) -> str:
    place = fields.whole("cycle_position", default=0)
    naming = [cycle.code for cycle, codes in cycles if fields.code in codes]
    placed = [cycle.code for cycle, _ in cycles if cycle.position == place]
    known = [cycle.code for cycle, _ in cycles if before and cycle.code == before.cycle]
    if not (codes := [*naming, *placed, *known]):
        fields.refuse("cycle_position", "is not the position of a cycle")
    return codes[0]


_HINT = "The cards are as they were. Try again later, or ask the people of that server."
_DEEP = "it is nested too deep"


class AnswerError(AppError):
    """A complete response cannot be used."""

    def __init__(self, sentence: str, hint: str = _HINT) -> None:
        super().__init__(sentence, hint)


def objects(body: bytes, what: str, server: str) -> list[object]:
    """Return the JSON array of a response about `what` ("cards").

    Raises AnswerError for anything else: a web page, other JSON, invalid text.
    """
    start = f"What {server} sent for its {what} cannot be used"
    try:
        value = json.loads(body)
        if b"\\ud" in body or b"\\uD" in body:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise AnswerError(f"{start}: it holds bytes that are not text.") from None
    except ValueError as error:
        raise AnswerError(f"{start}: {_instead(body, error)}.") from None
    except RecursionError:
        raise AnswerError(f"{start}: {_DEEP}.") from None
    if not isinstance(value, list):
        raise AnswerError(f"{start}: it is not a list of {what}.")
    return value


def _instead(body: bytes, error: ValueError) -> str:
    if body.lstrip()[:1] == b"<":
        return "it is a web page, not card data"
    if not body.strip():
        return "it is empty"
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON (line {error.lineno}, column {error.colno})"
    return "it is not JSON"


_FORMATS = ("joust", "melee")
_DAY_LENGTH = len("2026-07-01")


def lists_of_api(
    raw: Iterable[object], known: Mapping[str, RestrictedList]
) -> tuple[RestrictedList, ...]:
    """Return the lists of /api/public/restrictions/, oldest first.

    The API merges the cards banned everywhere into each format. A list equal to the known list of
    its code is returned as the known one. In any other list, cards banned in every format are
    banned everywhere. An inactive list counts only if it is known; otherwise it is a draft.
    Raises AppError for a malformed field.
    """
    fields = [RawFields.of(each, "code", "List") for each in raw]
    read = [
        _known_or_new(_list(each), known.get(each.code))
        for each in fields
        if not each.has("active") or each.flag("active") or each.code in known
    ]
    places = {code: place for place, code in enumerate(known)}
    return tuple(sorted(read, key=lambda each: (each.date, places.get(each.code, len(places)))))


def unknown_codes(
    lists: Iterable[RestrictedList],
    cards: Iterable[str],
    known: Mapping[str, RestrictedList],
) -> tuple[str, ...]:
    """Return a warning for each list with unknown card codes.

    Codes that are already in the known list are ignored; one list of 2025 has a hundred.
    """
    there = frozenset(cards)
    warnings = []
    for each in lists:
        codes = each.codes - there
        if each.code in known:
            codes -= known[each.code].codes
        if codes:
            some = ", ".join(sorted(codes)[:5])
            more = f" and {len(codes) - 5:,} more" if len(codes) > 5 else ""
            warnings.append(f"The list {each.name} names cards that are not known: {some}{more}.")
    return tuple(warnings)


def _list(fields: RawFields) -> RestrictedList:
    """Return the list as the API gives it, where cards are banned only in formats."""
    contents = fields.entry("contents")
    # An empty object comes as an empty array from a server written in PHP.
    names = [name for name in _FORMATS if contents.fields.get(name)]
    return RestrictedList(
        code=fields.code,
        name=fields.text("title"),
        issuer=fields.text("issuer", ""),
        version=fields.text("version", ""),
        date=_day(fields),
        card_set=fields.text("cardSet"),
        edition=Edition.SECOND,
        banned=frozenset(),
        formats=tuple(
            (name, format_list(contents.entry(name), "restricted_pods", "restricted"))
            for name in names
        ),
    )


def _day(fields: RawFields) -> date:
    """Return the day of "2026-07-01T00:00:00+00:00" as it is written there."""
    written = fields.text("effectiveOn")[:_DAY_LENGTH]
    return RawFields(fields.code, {"effectiveOn": written}, fields.what).day("effectiveOn")


def _known_or_new(read: RestrictedList, known: RestrictedList | None) -> RestrictedList:
    if known is not None and _merged(known) == read:
        return known
    banned = [of_format.banned for _, of_format in read.formats]
    if len(banned) < len(_FORMATS):
        return read
    everywhere = frozenset.intersection(*banned)
    formats = tuple(
        (name, replace(of_format, banned=of_format.banned - everywhere))
        for name, of_format in read.formats
    )
    return replace(read, banned=everywhere, formats=formats)


def _merged(known: RestrictedList) -> RestrictedList:
    formats = tuple(
        (name, replace(of_format, banned=of_format.banned | known.banned))
        for name, of_format in known.formats
    )
    return replace(known, banned=frozenset(), formats=formats)


Objects = Sequence[object]
Step = Callable[[int, int], None]

_STEP = 64


@dataclass(frozen=True, slots=True)
class Answers:
    """The API's answer for each resource; None if it has nothing newer."""

    cycles: Objects | None
    packs: Objects | None
    lists: Objects | None
    cards: Objects | None

    @property
    def unchanged(self) -> bool:
        return all(each is None for each in (self.cycles, self.packs, self.lists, self.cards))


def pool_of_api(
    answers: Answers, before: CardPool, known: CardPool, server: str, step: Step | None = None
) -> tuple[CardPool, tuple[str, ...]]:
    """Return the edition that the answers describe, with warnings.

    `before` is what is stored now; it is used where the API has nothing newer. `known` is the
    program's catalogue, which has facts that the API lacks. `step` is called with (done, total)
    cards. Raises AnswerError if an answer is malformed, has duplicates, does not fit the others,
    or has fewer than half of the stored cards or lists.
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
    """The context in which all answers are read."""

    before: CardPool
    known: CardPool
    server: str
    step: Step | None

    def products(self, answers: Answers) -> tuple[tuple[Cycle, ...], tuple[Pack, ...]]:
        """Return cycles and packs."""
        if answers.cycles is None:
            # Our positions differ from the server's, so packs must not be found by them.
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
                f"The cards that {self.server} sent cannot be used."
                f" {error.sentence} It is number {number:,} of {total:,}."
            ) from None

    def _packs_in(self, cycle: Cycle) -> tuple[str, ...]:
        return tuple(p.code for p in self.before.packs.values() if p.cycle == cycle.code)

    def _say_too_few(self, what: str, found: int, there: int) -> None:
        raise AnswerError(
            f"{self.server} has only {found:,} {what}, and {there:,} are stored here;"
            " such a loss is probably an error, so nothing was changed."
        )


def _no_twins(what: str, codes: Iterable[str], server: str) -> None:
    seen: set[str] = set()
    for code in codes:
        if code in seen:
            raise AnswerError(f"What {server} sent cannot be used: it has the {what} {code} twice.")
        seen.add(code)


def _with_progress(packs: Iterable[Pack], cards: Objects | None) -> tuple[Pack, ...]:
    """Return the packs, in progress if the API says so for one of their cards."""
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
