"""Planned changes of decks: decks of their own, begun from a version, then merged or deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import uuid4

from sqlalchemy import Connection, insert, select, update
from sqlmodel import col

from decks.diff import Outline, difference
from decks.three_way_merge import DeckPart, Merged, Side, three_way_merge
from library import rows
from library.deck_values import Plan
from library.errors import PlanError, UnknownDeckError
from library.models import DeckRow, PlanRow
from library.rows import FIRST, VersionWriter, current
from library.storage import Repository
from library.stored_text import storable_name


@dataclass(frozen=True, slots=True)
class PlanMerge:
    """The result of a merge before it is done: deck and plan now, and the merged deck."""

    plan: Plan
    before: Outline | None
    deck: Outline
    planned: Outline
    merged: Merged


class Plans(Repository):
    """The plans."""

    def begin(self, deck_id: str, name: str, version: int | None = None) -> Plan:
        """Begin a plan from a version, the current one unless named; PlanError for a plan."""
        new = uuid4().hex
        with self._storage.writing() as connection:
            of = rows.stored_deck(connection, deck_id)
            if of.plan_of is not None:
                raise PlanError("A plan has no plans.", "Begin another one from its deck.")
            number = of.version if version is None else version
            found = rows.version_outline(connection, deck_id, number)
            planned = replace(found, name=storable_name(name, "plan")[0])
            VersionWriter(connection, new, self._now()).insert(planned)
            connection.execute(insert(PlanRow).values(deck_id=new, of_id=deck_id, version=number))
            return _plan(connection, new)

    def all(self) -> tuple[Plan, ...]:
        """Return every plan that is not in the bin, the one changed last first."""
        query = (
            select(col(PlanRow.deck_id), col(PlanRow.of_id), col(PlanRow.version))
            .join(DeckRow, col(DeckRow.id) == col(PlanRow.deck_id))
            .where(col(DeckRow.deleted).is_(None))
            .order_by(col(DeckRow.changed).desc(), col(DeckRow.id))
        )
        with self._storage.reading() as connection:
            found = connection.execute(query).all()
            ids = dict.fromkeys(each for row in found for each in (row.deck_id, row.of_id))
            decks = {each.id: each for each in rows.all_listed(connection, list(ids))}
        return tuple(Plan(decks[row.deck_id], decks[row.of_id], row.version) for row in found)

    def get(self, plan_id: str) -> Plan:
        """Return a plan, from the bin too; UnknownDeckError if there is none."""
        with self._storage.reading() as connection:
            return _plan(connection, plan_id)

    def look(self, plan_id: str, decisions: Mapping[DeckPart, Side] | None = None) -> PlanMerge:
        """Return what a merge would do; nothing is changed."""
        with self._storage.reading() as connection:
            return _look(connection, _plan(connection, plan_id), decisions)

    def merge(self, plan_id: str, decisions: Mapping[DeckPart, Side] | None = None) -> int:
        """Make what the plan changed the deck's next version, and put the plan into the bin.

        Return the number of the version, the current one where the deck has all that already. A
        deck that is in the bin comes out of it. PlanError if both changed something
        differently and it is not decided; nothing was changed then.
        """
        with self._storage.writing() as connection:
            plan = _plan(connection, plan_id)
            head = current(connection, plan.of.id, lock=True)
            look = _look(connection, plan, decisions)
            if look.merged.conflicts:
                labels = ", ".join(each.label for each in look.merged.conflicts)
                raise PlanError(
                    f"Deck and plan changed differently: {labels}.",
                    "Say for each whether the deck or the plan counts; nothing was changed.",
                )
            now = self._now()
            number = head
            changes = difference(look.deck, look.merged.outline)
            if changes:
                words = f"Merged “{plan.name}”: {', '.join(changes.words)}"
                writer = VersionWriter(connection, plan.of.id, now)
                number = writer.step(head, look.deck, look.merged.outline, words)
            gone = update(DeckRow).where(col(DeckRow.id) == plan_id)
            connection.execute(gone.values(deleted=now))
        return number


def _plan(connection: Connection, plan_id: str) -> Plan:
    query = select(col(PlanRow.of_id), col(PlanRow.version))
    found = connection.execute(query.where(col(PlanRow.deck_id) == plan_id)).first()
    if found is None:
        raise UnknownDeckError(
            "The library has no such plan any more.", "It may have been deleted in another window."
        )
    deck, of = rows.all_listed(connection, [plan_id, found.of_id])
    return Plan(deck, of, found.version)


def _look(
    connection: Connection, plan: Plan, decisions: Mapping[DeckPart, Side] | None
) -> PlanMerge:
    before = rows.outline_or_none(connection, plan.id, FIRST)
    if before is None:
        # A recovery may have lost it; the deck may still have it.
        before = rows.outline_or_none(connection, plan.of.id, plan.version)
    deck = rows.version_outline(connection, plan.of.id, plan.of.version)
    planned = rows.version_outline(connection, plan.id, plan.deck.version)
    return PlanMerge(plan, before, deck, planned, three_way_merge(before, deck, planned, decisions))
