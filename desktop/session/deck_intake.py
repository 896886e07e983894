"""Deck lists that are handed in: read, matched with players and judged, all in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.report import Reading
from desktop.runtime.tasks import Progress
from desktop.session.repair_finder import CancellableJudge
from events.deck_lists import event_conditions, handed_in
from events.event_values import EventPlayer, EventSettings, HandedInDeck
from events.list_matching import player_of
from library.import_reader import PASTED, ImportSources, read_sources
from validators.problem import Severity

if TYPE_CHECKING:
    from validators.judge import Judge
    from validators.repair_plan import RepairedDeck
    from validators.repairs import Repair

# Of one problem.
MOST_REPAIRS = 2
Judges = Mapping[Edition, "Judge"]


@dataclass(frozen=True, slots=True)
class IntakeQuestion:
    """What is handed in, for whom (None: found by the names), in which event."""

    sources: ImportSources
    decks: tuple[tuple[str, Reading], ...]
    settings: EventSettings
    players: tuple[EventPlayer, ...]
    player: str | None = None


@dataclass(frozen=True, slots=True)
class IntakeLine:
    """A list as read and judged, and whose it is (None: nobody's yet)."""

    number: int
    source: str
    reading: Reading
    deck: HandedInDeck
    player: str | None

    def for_player(self, player: str | None) -> IntakeLine:
        """Return it as another player's."""
        return replace(self, player=player)


@dataclass(frozen=True, slots=True)
class Intake:
    """All lists that were found, and a sentence for each source without one."""

    lines: tuple[IntakeLine, ...] = ()
    failures: tuple[str, ...] = ()


def read_intake(question: IntakeQuestion, judges: Judges, report: Progress) -> Intake:
    """Return the lists; each player gets the first that is his, the others are nobody's."""
    settings = question.settings
    imported = read_sources(question.sources, judges, settings.day, report)
    found = [*((each.source, each.reading) for each in imported.found), *question.decks]
    judge = judges[settings.edition]
    lines: list[IntakeLine] = []
    given: set[str] = set()
    for number, (source, reading) in enumerate(found):
        report(number, len(found))
        player = question.player if not lines else None
        if question.player is None:
            where = () if source == PASTED else (Path(source).stem, source)
            owner = player_of((*where, reading.deck.name), question.players)
            player = owner.id if owner and owner.id not in given else None
        if player is not None:
            given.add(player)
        deck = handed_in(reading, settings, judge)
        lines.append(IntakeLine(number, source, reading, deck, player))
    return Intake(tuple(lines), imported.failures)


def stored_reading(deck: HandedInDeck, pools: Mapping[Edition, CardPool]) -> Reading:
    """Return a list that was handed in, read from its stored text with the account of its lines."""
    return read_decks(deck.text, pools, name=deck.name)[0]


@dataclass(frozen=True, slots=True)
class RepairQuestion:
    """A list whose repairs are looked for."""

    deck: HandedInDeck
    settings: EventSettings


@dataclass(frozen=True, slots=True)
class ListRepairs:
    """What would make a list legal: repairs of each problem (its sentence), and all at once."""

    of_problem: tuple[tuple[str, tuple[Repair, ...]], ...]
    all_at_once: RepairedDeck

    def of(self, reason: str) -> tuple[Repair, ...]:
        """Return the repairs of a problem."""
        return next((found for each, found in self.of_problem if each == reason), ())


def list_repairs(
    question: RepairQuestion, pools: Mapping[Edition, CardPool], report: Progress
) -> ListRepairs | None:
    """Return the repairs of a list; None where it is of another edition."""
    from validators.repairs import Repairer  # noqa: PLC0415 - not at start

    deck: Deck = stored_reading(question.deck, pools).deck
    if deck.edition is not question.settings.edition:
        return None
    judge = CancellableJudge(pools[deck.edition], report)
    conditions = event_conditions(question.settings, judge)
    deck = replace(deck, format=question.settings.kind.value)
    repairer = Repairer(judge, conditions)
    errors = judge.verdict(deck, conditions).of(Severity.ERROR)
    found = tuple((each.message, repairer.repairs(deck, each)[:MOST_REPAIRS]) for each in errors)
    return ListRepairs(found, repairer.repair_all(deck))


def list_errors(deck: Deck, settings: EventSettings, judges: Judges) -> list[str]:
    """Return the sentences of what makes a list illegal at an event."""
    judge = judges[settings.edition]
    found = judge.verdict(deck, event_conditions(settings, judge)).of(Severity.ERROR)
    return [each.message for each in found]


def repaired_list(
    before: HandedInDeck, repaired: Deck, settings: EventSettings, judges: Judges
) -> HandedInDeck:
    """Return a list with other cards; lines that were not read are still what is wrong with it."""
    judge = judges[settings.edition]
    pools = {edition: each.pool for edition, each in judges.items()}
    stored = stored_reading(before, pools)
    judged = handed_in(stored, settings, judge).reasons
    after = handed_in(Reading(replace(repaired, format=stored.deck.format), ()), settings, judge)
    reasons = (*after.reasons, *(each for each in before.reasons if each not in judged))
    return replace(after, reasons=reasons, legal=not reasons)
