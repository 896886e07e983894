"""The players of an event in a table: who is in, with what, and what is wrong with a list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from typing_extensions import override

from carddb.terms import Faction
from desktop.style import icons
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import Column, ColumnsModel
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer
from validators.problem import Severity


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player with his number in the list and what the table says of him."""

    number: int
    player: EventPlayer
    agendas: str
    notes: str

    @property
    def faction(self) -> Faction | None:
        """What he plays, where that is known."""
        code = self.player.faction
        return Faction(code) if code in set(Faction) else None

    @property
    def list_words(self) -> str:
        """What there is to say of his deck list."""
        deck = self.player.deck
        if deck is None:
            return "No list"
        if deck.legal is None:
            return "Not judged"
        if not deck.legal:
            count = len(deck.reasons)
            return f"Not legal: {count} problem{'s' * (count != 1)}"
        return "Legal, with a warning" if deck.warnings else "Legal"

    @property
    def short_list_words(self) -> str:
        """The same where the sign says whether it is legal."""
        return self.list_words.removeprefix("Not legal: ")

    @property
    def list_glyph(self) -> tuple[Glyph, ...]:
        """The sign of the verdict."""
        deck = self.player.deck
        if deck is None:
            return (Glyph(""),)
        if deck.legal is None:
            return (Glyph(icons.NOTE, Severity.NOTE),)
        if deck.legal and deck.warnings:
            return (Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING),)
        name = icons.LEGAL if deck.legal else icons.of_severity(Severity.ERROR)
        return (Glyph(name, deck.legal),)

    @property
    def penalties(self) -> tuple[str, ...]:
        """What leaders noted of him."""
        return tuple(
            f"Round {each.round}, {each.level.value.replace('-', ' ')}: {each.text}"
            for each in self.player.penalties
        )

    @property
    def lacks_list(self) -> bool:
        """Whether he plays and has not handed in a list."""
        return self.player.active and self.player.deck is None

    @property
    def is_illegal(self) -> bool:
        """Whether he plays with a list that is not legal."""
        deck = self.player.deck
        return self.player.active and deck is not None and deck.legal is False


def _faction_glyph(row: PlayerRow) -> tuple[Glyph, ...]:
    return (Glyph(icons.faction_glyph(row.faction), row.faction),) if row.faction else ()


COLUMNS: tuple[Column[PlayerRow], ...] = (
    Column(title="No.", text=lambda row: str(row.number), width=5, alignment=RIGHT, faint=True),
    Column(title="Player", text=lambda row: row.player.name, width=20, share=5),
    Column(
        title="Faction",
        text=lambda row: row.faction.label if row.faction else "",
        glyphs=_faction_glyph,
        width=15,
    ),
    Column(title="Agenda", text=lambda row: row.agendas, width=10, share=3),
    Column(
        title="Deck list",
        text=lambda row: row.short_list_words,
        glyphs=lambda row: row.list_glyph,
        tooltip=lambda row: "\n".join(row.player.deck.reasons) if row.player.deck else "No list",
        words=lambda row: row.list_words,
        width=16,
    ),
    Column(
        title="Notes",
        text=lambda row: row.notes,
        tooltip=lambda row: "\n".join((row.notes, *row.penalties)),
        width=10,
        share=4,
        faint=True,
    ),
)


PLAYER, NOTES = 1, 5
# Where there is little room: the agenda, the faction, the number. Notes say who has dropped.
DROPPED = (3, 2, 0)


class PlayersModel(ColumnsModel[PlayerRow]):
    """The players in the order in which they signed up."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: PlayerRow) -> str:
        return row.player.id


def player_rows(state: EventState, named: Callable[[str], str]) -> list[PlayerRow]:
    """Return the rows of all players but those who left before the start; `named`: of a card."""
    rows: list[PlayerRow] = []
    for player in state.players:
        if player.dropped == 0 and not player.disqualified and state.rounds:
            continue
        agendas = ", ".join(map(named, player.agendas))
        rows.append(PlayerRow(len(rows) + 1, player, agendas, _notes(player, state)))
    return rows


def _notes(player: EventPlayer, state: EventState) -> str:
    notes = []
    if player.disqualified:
        notes.append("disqualified")
    elif player.dropped is not None:
        notes.append(f"dropped after round {player.dropped}" if player.dropped else "withdrawn")
    if player.joined > 1:
        notes.append(f"from round {player.joined}")
    if player.leader:
        notes.append("leads")
    if player.id in state.given_byes:
        notes.append("bye in the next round")
    if player.fixed_table:
        notes.append(f"table {player.fixed_table}")
    apart = [
        state.player(other).name
        for one, two in state.forbidden
        for mine, other in ((one, two), (two, one))
        if mine == player.id
    ]
    if apart:
        notes.append(f"kept apart from {' and '.join(apart)}")
    if player.penalties:
        count = len(player.penalties)
        notes.append(f"{count} penalt{'ies' if count != 1 else 'y'}")
    if state.stage is EventStage.ELIMINATION and player.id in state.seeds:
        notes.append(f"seed {state.seeds.index(player.id) + 1}")
    return ", ".join(notes)
