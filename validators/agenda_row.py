"""The rows of the tables of agendas: what an agenda changes about the construction of a deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.pool import CardPool
from validators.conditions import Format
from validators.deck_rules import RequiredSize
from validators.messages import agenda_source
from validators.shapes import BoundShape, RuleShape


class NamedSubject(Enum):
    """What a player names with a draft agenda."""

    FACTION = "faction"
    TRAIT = "trait"


@dataclass(frozen=True, slots=True)
class NamedPermission:
    """Allows cards of the factions that a player names, or with the named trait."""

    choice: NamedSubject
    number: int = 1


@dataclass(frozen=True, slots=True)
class ExtraAgendas:
    """Agendas that may be run in addition to this one."""

    number: int
    test: CardTest


class Company(StrEnum):
    """Agendas of one company may be run together, each once."""

    NIGHTS_WATCH = "Night's Watch"
    WILDLING = "Wildling"


@dataclass(frozen=True, slots=True)
class AgendaRow:
    """The construction rules of an agenda, for every printing in `codes` alike.

    `slug` is its name in problem codes. `content` are rules about the deck's cards. Numbers are
    None if the agenda does not change those of the format. `allows` adds to the cards of the
    faction and the neutral ones. `waives_house_for` are the cards whose "House X only" it lifts;
    the House that an agenda itself needs is a fact of the card (`house_only`). Permissions add up,
    every prohibition holds, the larger draw deck minimum wins (RR, Deckbuilding).
    """

    slug: str
    codes: tuple[str, ...]
    content: tuple[RuleShape, ...] = ()
    draw_minimum: int | None = None
    plots: int | None = None
    doubled_plots: int | None = None
    extra: ExtraAgendas | None = None
    allows: CardTest | None = None
    names: NamedPermission | None = None
    company: Company | None = None
    waives_house_for: CardTest | None = None


class RequiredSizes:
    """The sizes that the format requires, as the agendas change them, each with its source."""

    def __init__(self, rows: Iterable[AgendaRow], game_format: Format, pool: CardPool) -> None:
        sources = [(row, agenda_source(row.codes, pool)) for row in rows]
        base = RequiredSize(game_format.draw_minimum, game_format.source)
        draws = [RequiredSize(row.draw_minimum, s) for row, s in sources if row.draw_minimum]
        self.draw = max([base, *draws], key=lambda size: size.number)
        plots = [RequiredSize(row.plots, s) for row, s in sources if row.plots]
        self.plots = plots or [RequiredSize(game_format.plots, game_format.source)]


def content_rules(
    agendas: Sequence[Card], rows: Mapping[str, AgendaRow], pool: CardPool
) -> list[BoundShape]:
    """Return the rules of agendas about the deck's cards, each agenda's once."""
    return [
        BoundShape(
            shape,
            f"agenda.{rows[agenda.code].slug}.{shape.what}",
            agenda.name,
            agenda_source((agenda.code,), pool),
            pool.bits(shape.test),
        )
        for agenda in dict.fromkeys(agendas)
        if agenda.code in rows
        for shape in rows[agenda.code].content
    ]
