"""The papers of what has been won: standings with what they come from, final ranking, bracket."""

from __future__ import annotations

from fractions import Fraction
from unicodedata import bidirectional

from events.bracket import final_ranking
from events.bracket_tree import bracket_tree
from events.event_state import EventState
from events.event_terms import Tiebreaker
from events.event_values import MeleeForm
from events.paper_contents import BracketPaper, PaperColumn, PaperNote, PaperRow, PaperTable
from events.papers import paper_head
from events.shown_round import points_text
from events.standings import Standing, Standings, standings

DECIDED_BY = {
    Tiebreaker.POINTS: "points",
    Tiebreaker.HEAD_TO_HEAD: "head-to-head",
    Tiebreaker.SOS: "SoS",
    Tiebreaker.XSOS: "xSoS",
    Tiebreaker.LOT: "lot",
}
SUMS = ("SoS is the mean of the opponents' points per round, xSoS the mean of the opponents' SoS.",)
_COLUMNS = (
    PaperColumn(label="", numeric=True, bold=True),
    PaperColumn(label="Player", wide=True),
    PaperColumn(label="Points", numeric=True, bold=True),
    PaperColumn(label="Rounds", numeric=True),
    PaperColumn(label="Wins", numeric=True),
    PaperColumn(label="SoS", numeric=True),
    PaperColumn(label="xSoS", numeric=True),
    PaperColumn(label="Decided by"),
)


def standings_paper(state: EventState, *, parts: bool = False) -> PaperTable:
    """Return the standings; with `parts`, the opponents of each player that they are added from."""
    found = standings(state)
    names = {each.id: each.name for each in state.players}
    left = {each.id for each in state.players if not each.active}

    def row(line: Standing) -> PaperRow:
        name = names[line.player] + (" (left)" if line.player in left else "")
        cells = (
            str(line.rank),
            name,
            points_text(line.points),
            str(line.rounds),
            str(line.wins),
            decimal_text(line.sos),
            decimal_text(line.xsos),
            DECIDED_BY[line.decided_by],
        )
        return PaperRow(cells=cells, detail=parts_text(found, line, names) if parts else "")

    return PaperTable(
        head=paper_head(state, "Standings", standings_moment(state)),
        columns=_COLUMNS,
        rows=tuple(map(row, found.lines)),
        notes=_standings_notes(state),
    )


def ranking_paper(state: EventState) -> PaperTable:
    """Return the final ranking: the elimination first, then the Swiss rounds."""
    names = {each.id: each.name for each in state.players}
    rows = tuple(
        PaperRow(cells=(str(rank), names[player]))
        for rank, player in enumerate(final_ranking(state), start=1)
    )
    places = ", the places of the final" if state.kind.at_tables else ""
    note = (
        f"The ranking is by the round lost in{places}, then by the Swiss rounds. This is a ruling."
    )
    return PaperTable(
        head=paper_head(state, "Final ranking"),
        columns=_COLUMNS[:2],
        rows=rows,
        notes=(PaperNote(heading="", lines=(note,)),) if state.elimination else (),
    )


def bracket_paper(state: EventState) -> BracketPaper:
    """Return the bracket as it stands; AppError before the cut."""
    moment = f"Winner: {state.player(state.winner).name}" if state.winner else ""
    departures = _departures(state, "The cut", "The elimination")
    return BracketPaper(
        head=paper_head(state, "Bracket", moment), rounds=bracket_tree(state), notes=departures
    )


def standings_moment(state: EventState) -> str:
    """Return after which round standings stand, in words."""
    rounds = len(state.rounds)
    if state.current and not state.current.over:
        open_games = len(state.current.playing)
        tables = "a table" if open_games == 1 else f"{open_games} tables"
        return f"During round {rounds}, {tables} still playing"
    return f"After round {rounds}" if rounds else "Before round 1"


def parts_text(found: Standings, line: Standing, names: dict[str, str]) -> str:
    """Return what the strength of schedule of a line is added from."""
    parts = [
        f"{isolated(names[each.player])} {points_text(each.points)} in {each.rounds} "
        f"(SoS {decimal_text(each.sos)})"
        for each in found.parts(line.player)
    ]
    byes = f"{line.byes} bye{'s' if line.byes > 1 else ''}" if line.byes else ""
    return " · ".join(filter(None, (*parts, byes)))


def isolated(name: str) -> str:
    """Return a name that does not turn the text around it, where it is written from the right."""
    from_the_right = any(bidirectional(each) in {"R", "AL"} for each in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if from_the_right else name


def decimal_text(value: Fraction) -> str:
    """Return a strength of schedule as it is shown, with four decimals."""
    return f"{float(value):.4f}"


def melee_form_lines(form: MeleeForm) -> tuple[str, ...]:
    """Return the points for the places at melee tables, in sentences."""
    lines = [
        f"At a table of {players}: {', '.join(map(str, points))}."
        for players, points in (("four", form.four), ("three", form.three))
        if points
    ]
    return (*lines, f"A bye: {form.bye}.")


def _standings_notes(state: EventState) -> tuple[PaperNote, ...]:
    regulations = state.regulations
    notes = [PaperNote(heading=regulations.source, lines=(*SUMS, *regulations.rulings))]
    if state.kind.at_tables:
        lines = (*melee_form_lines(state.settings.melee), state.kind.note)
        notes.insert(0, PaperNote(heading="Points for places", lines=lines))
    elif state.kind.note:
        notes.insert(0, PaperNote(heading="", lines=(state.kind.note,)))
    return (*notes, *_departures(state))


def _departures(state: EventState, *places: str) -> tuple[PaperNote, ...]:
    found = [each for each in state.departures if not places or each.where in places]
    lines = tuple(f"{each.where}: {each.text}" for each in found)
    return (PaperNote(heading="Departures from the regulations", lines=lines),) if lines else ()
