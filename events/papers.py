"""The papers of an event: sign-up list, pairings, result slips, standings, bracket, links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from unicodedata import bidirectional

from carddb.terms import Faction
from core.errors import AppError
from decks.sheet import written_day
from events.bracket import TreeRound, bracket_tree, final_ranking
from events.event_state import EventState
from events.event_values import EventPlayer, MeleeForm
from events.shown_round import (
    ShownGame,
    ShownRound,
    ShownSeat,
    ShownStanding,
    ShownStandings,
    name_order,
    places_by_name,
    shown_round,
    shown_standings,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperHead:
    """The heading of each page."""

    title: str
    event: str
    day: str
    moment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperColumn:
    """A column: `wide` ones share what the others leave, `numeric` ones end at the right.

    The cells of a `qr` column are texts that are printed as QR codes.
    """

    label: str
    wide: bool = False
    numeric: bool = False
    bold: bool = False
    qr: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """The cells of a row, small type below it; `joined` to the next row without a line."""

    cells: tuple[str, ...]
    detail: str = ""
    joined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperNote:
    """Sentences under a heading, after the table."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """A table with notes; it goes on over as many pages as it needs."""

    head: PaperHead
    columns: tuple[PaperColumn, ...]
    rows: tuple[PaperRow, ...]
    notes: tuple[PaperNote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCard:
    """The personal link of a player: an address as a QR code, and a code to type at `sign_in`."""

    name: str
    address: str
    code: str
    sign_in: str


Links = Mapping[str, LinkCard]
_NO_LINKS: Links = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSlip:
    """A slip of one table: for each player boxes to tick and blanks to write in.

    `links` are strips beside the slip, one for each player, to be cut off.
    """

    table: str
    players: tuple[str, ...]
    links: tuple[LinkCard, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPaper:
    """The slips of a round, to be cut; `boxes` and `blanks` are the same for all."""

    head: PaperHead
    slips: tuple[ResultSlip, ...]
    boxes: tuple[str, ...]
    blanks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPaper:
    """The bracket, from the first round to the final."""

    head: PaperHead
    rounds: tuple[TreeRound, ...]
    notes: tuple[PaperNote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPaper:
    """The links of players, to be cut."""

    head: PaperHead
    cards: tuple[LinkCard, ...]


EventPaper = PaperTable | SlipPaper | BracketPaper | LinkPaper


_NOBODY = ShownSeat(player="", name="")


def paper_head(state: EventState, title: str, moment: str = "") -> PaperHead:
    """Return the head of a paper of this event."""
    settings = state.settings
    day = written_day(settings.day)
    return PaperHead(title=title, event=settings.name, day=day, moment=moment)


def pairings_by_table(state: EventState, number: int | None = None) -> PaperTable:
    """Return a round by table, with results where they are known; the last round by default."""
    shown = shown_round(state, number)
    return _by_table(state, shown, shown.games, "Pairings by table", shown.without_game)


def outstanding_tables(state: EventState) -> PaperTable:
    """Return the tables that still play in the last round."""
    shown = shown_round(state)
    paper = _by_table(state, shown, shown.playing, "Tables still playing")
    if paper.rows:
        return paper
    nothing = PaperNote(heading="", lines=("Every table has its result.",))
    return PaperTable(head=paper.head, columns=paper.columns, rows=(), notes=(nothing,))


def pairings_by_name(state: EventState, number: int | None = None) -> PaperTable:
    """Return where everybody plays, in the order of names; the last round by default."""
    shown = shown_round(state, number)
    rows = tuple(
        PaperRow(
            cells=(place.seat.name, place.table, ", ".join(each.name for each in place.opponents))
        )
        for place in places_by_name(shown)
    )
    columns = (
        PaperColumn(label="Player", wide=True, bold=True),
        PaperColumn(label="Table", numeric=True, bold=True),
        PaperColumn(label="Opponents" if state.kind.at_tables else "Opponent", wide=True),
    )
    head = paper_head(state, "Pairings by name", shown.title)
    return PaperTable(head=head, columns=columns, rows=rows)


def result_slips(
    state: EventState, number: int | None = None, links: Links = _NO_LINKS
) -> SlipPaper:
    """Return a slip for each table of a round; AppError if it has no games.

    `links` are printed beside the slips; those of players without a game come last.
    """
    shown = shown_round(state, number)
    if not shown.games:
        raise AppError(f"{shown.title} has no games to print slips of.")
    slips = [
        ResultSlip(
            table=str(game.table),
            players=tuple(seat.name for seat in game.seats),
            links=tuple(links[seat.player] for seat in game.seats if seat.player in links),
        )
        for game in shown.games
    ]
    seated = {seat.player for game in shown.games for seat in game.seats}
    rest = [card for player, card in links.items() if player not in seated]
    slips += [
        ResultSlip(table="", players=(), links=tuple(rest[at : at + 2]))
        for at in range(0, len(rest), 2)
    ]
    if state.kind.at_tables:
        boxes: tuple[str, ...] = ()
        blanks: tuple[str, ...] = ("Place", "Power", "of")
    else:
        draw = ("Draw",) if state.regulations.has_draws and not shown.elimination else ()
        boxes, blanks = ("Win", "Modified win", *draw), ("Power", "of")
    head = paper_head(state, "Result", shown.title)
    return SlipPaper(head=head, slips=tuple(slips), boxes=boxes, blanks=blanks)


def shows_links(paper: str, state: EventState, number: int | None = None) -> bool:
    """Return whether a paper has room for personal links: the sign-up list and the first slips."""
    rounds = len(state.rounds) + len(state.elimination)
    return paper == "players" or (paper == "slips" and (number or rounds) == 1)


def link_paper(state: EventState, links: Links) -> LinkPaper:
    """Return the links of players, to be cut."""
    if not links:
        raise AppError("Nobody has signed up, so there are no links to print.")
    return LinkPaper(head=paper_head(state, "Personal links"), cards=tuple(links.values()))


def sign_up_list(state: EventState, links: Links = _NO_LINKS) -> PaperTable:
    """Return the players in the order of names, with their links if there are some."""
    players = sorted(state.active, key=lambda each: name_order(each.name))

    def row(number: int, player: EventPlayer) -> PaperRow:
        faction = Faction(player.faction).label if player.faction in set(Faction) else ""
        card = links.get(player.id)
        deck = "" if player.deck is None else player.deck.digest
        link = ([card.code, card.address] if card else ["", ""]) if links else []
        return PaperRow(cells=(str(number), player.name, faction, deck, *link, ""))

    code, qr = PaperColumn(label="Code", bold=True), PaperColumn(label="", qr=True)
    sign_in = next((f" at {each.sign_in}" for each in links.values()), "")
    note = (
        f"Players scan their row, or type the code{sign_in}. Show nobody the row of another player."
    )
    return PaperTable(
        head=paper_head(state, "Sign-up list"),
        columns=(
            PaperColumn(label="", numeric=True),
            PaperColumn(label="Player", wide=True, bold=True),
            PaperColumn(label="Faction"),
            PaperColumn(label="Deck list"),
            *((code, qr) if links else ()),
            PaperColumn(label="Here"),
        ),
        rows=tuple(row(number, each) for number, each in enumerate(players, start=1)),
        notes=(PaperNote(heading="", lines=(note,)),) if links else (),
    )


def _by_table(
    state: EventState,
    shown: ShownRound,
    games: Iterable[ShownGame],
    title: str,
    without_game: Iterable[tuple[ShownSeat, str]] = (),
) -> PaperTable:
    """Return games by table: two players side by side, those of a melee table below each other."""
    melee, points = state.kind.at_tables, not shown.elimination
    rows: list[PaperRow] = []
    for game in sorted(games, key=lambda each: each.table):
        if melee:
            rows += _melee_rows(game, points=points)
        else:
            cells = (str(game.table), *_seat_cells(game.seats, points=points))
            rows.append(PaperRow(cells=cells, detail=game.note))
    for seat, instead in without_game:
        seats = [replace(seat, score=instead), *([] if melee else [_NOBODY])]
        rows.append(PaperRow(cells=("", *_seat_cells(seats, points=points))))
    columns = [PaperColumn(label="Table", numeric=True, bold=True)]
    for label in ("Player",) if melee else ("Player", "Opponent"):
        columns.append(PaperColumn(label=label, wide=True))
        columns += [PaperColumn(label="Points", numeric=True)] if points else []
        columns.append(PaperColumn(label="Place" if melee and points else "Result", bold=True))
    head = paper_head(state, title, shown.title)
    return PaperTable(head=head, columns=tuple(columns), rows=tuple(rows))


def _melee_rows(game: ShownGame, *, points: bool) -> list[PaperRow]:
    """Return the players of a table below each other, without lines between."""
    last = game.seats[-1]
    return [
        PaperRow(
            cells=("" if at else str(game.table), *_seat_cells([seat], points=points)),
            joined=seat is not last,
        )
        for at, seat in enumerate(game.seats)
    ]


def _seat_cells(seats: Iterable[ShownSeat], *, points: bool) -> list[str]:
    return [
        cell
        for seat in seats
        for cell in (seat.name, *((seat.points,) if points else ()), seat.score)
    ]


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
    """Return the standings; with `parts`, each row lists the opponents behind its SoS."""
    found = shown_standings(state)

    def row(shown: ShownStanding) -> PaperRow:
        line = shown.line
        cells = (
            *(str(line.rank), shown.label, shown.points, str(line.rounds), str(line.wins)),
            *(shown.sos, shown.xsos, shown.decided_by),
        )
        return PaperRow(cells=cells, detail=parts_text(found, shown) if parts else "")

    return PaperTable(
        head=paper_head(state, "Standings", standings_moment(state)),
        columns=_COLUMNS,
        rows=tuple(map(row, found.rows)),
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


# Each paper by its name, with its title in a menu, and a function that makes it: of the number of
# a round for papers of a round, and of the links for those where `shows_links`.
PAPERS: dict[str, tuple[str, Callable[[EventState, int | None, Links], EventPaper]]] = {
    "players": ("Sign-&up list", lambda state, _, links: sign_up_list(state, links)),
    "tables": ("Pairings by &table", lambda state, number, _: pairings_by_table(state, number)),
    "names": ("Pairings by &name", lambda state, number, _: pairings_by_name(state, number)),
    "slips": ("&Result slips", result_slips),
    "playing": ("Tables still &playing", lambda state, *_: outstanding_tables(state)),
    "standings": ("&Standings", lambda state, *_: standings_paper(state)),
    "opponents": (
        "Standings with all &opponents",
        lambda state, *_: standings_paper(state, parts=True),
    ),
    "ranking": ("&Final ranking", lambda state, *_: ranking_paper(state)),
    "bracket": ("&Bracket", lambda state, *_: bracket_paper(state)),
}


def standings_moment(state: EventState) -> str:
    """Say after which round the standings are."""
    rounds = len(state.rounds)
    if state.current and not state.current.over:
        open_games = len(state.current.playing)
        tables = "a table" if open_games == 1 else f"{open_games} tables"
        return f"During round {rounds}, {tables} still playing"
    return f"After round {rounds}" if rounds else "Before round 1"


def parts_text(found: ShownStandings, row: ShownStanding) -> str:
    """Return the opponents' scores behind the strength of schedule of a row."""
    parts = [
        f"{isolated(each.player.name)} {each.points} in {each.line.rounds} (SoS {each.sos})"
        for each in found.opponents(row)
    ]
    count = row.line.byes
    byes = f"{count} bye{'s' if count > 1 else ''}" if count else ""
    return " · ".join(filter(None, (*parts, byes)))


def isolated(name: str) -> str:
    """Isolate a right-to-left name, so that the text around it keeps its direction."""
    from_the_right = any(bidirectional(each) in {"R", "AL"} for each in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if from_the_right else name


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
