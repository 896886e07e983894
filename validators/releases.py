"""Which cards may be played at all: in this format, and by the day of the event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from carddb.card import Card
from carddb.pack import Pack
from carddb.pool import CardPool
from validators.conditions import FORMATS, Format
from validators.messages import card_names
from validators.problem import Problem
from validators.tally import DeckTally, codes

PREMIER_DAYS = timedelta(days=11)


@dataclass(frozen=True, slots=True)
class OnlyIn:
    """Some cards may be played in one format only (card text; VDS and ToJ as whole packs)."""

    bits: int
    format_label: str
    code: str = "format.only-in"

    @classmethod
    def bind(cls, pool: CardPool, game_format: Format) -> OnlyIn:
        allowed = {None, *game_format.only_in}
        elsewhere = (card.code for card in pool if card.only_in not in allowed)
        return cls(pool.bits_of(elsewhere), game_format.label)

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        cards = tally.present(self.bits)
        if not cards:
            return ()
        kinds = sorted({str(card.only_in) for card in cards})
        return [
            Problem(
                self.code,
                f"Not for {self.format_label}, only for {_label(kind)} decks: "
                f"{card_names(these, tally.pool)}.",
                "Card text; ruling 7: packs VDS and ToJ are for draft as a whole",
                codes(these),
                found=len(these),
                wanted=0,
            )
            for kind in kinds
            for these in [[card for card in cards if card.only_in == kind]]
        ]


def _label(kind: str) -> str:
    return next(each.label for each in FORMATS if kind in each.only_in)


@dataclass(frozen=True, slots=True)
class Released:
    """A card may be played once its pack is out, whatever a list states."""

    bits: int
    day: date
    premier: bool
    code: str = "release.later"

    @classmethod
    def bind(cls, pool: CardPool, day: date, *, premier: bool) -> Released:
        """Return the rule for a day.

        Own packs without a date are out; packs of variants without one are left to the format.
        """
        late = {p.code for p in pool.packs.values() if not is_out(p, day, premier=premier)}
        later = (
            card.code
            for card in pool
            if card.pack in late
            and (pool.packs[card.pack].released or not _needs_no_day(card, pool))
        )
        return cls(pool.bits_of(later), day, premier)

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        cards = tally.present(self.bits)
        if not cards:
            return ()
        packs = ", ".join(
            f"{pack.name} ({pack.released or 'no release date'})"
            for pack in (tally.pool.packs[code] for code in dict.fromkeys(c.pack for c in cards))
        )
        event = " (a premier event, 11 days after release)" if self.premier else ""
        message = (
            f"Not released by {self.day.isoformat()}{event}: {card_names(cards, tally.pool)}, "
            f"from {packs}."
        )
        source = "Tournament Regulations, Legal Products; FAQ 1.2, Card Legality"
        return (Problem(self.code, message, source, codes(cards), found=len(cards), wanted=0),)


def _needs_no_day(card: Card, pool: CardPool) -> bool:
    return card.only_in is not None or card.code in pool.own_cards


def is_out(pack: Pack, day: date, *, premier: bool = False) -> bool:
    """Return whether a pack may be played on a day; one without a release date never is."""
    released = pack.release_day
    if released is None:
        return False
    return released + (PREMIER_DAYS if premier else timedelta()) <= day
