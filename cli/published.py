"""The commands `sevenplots published`: decklists of others, found and counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import date
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carddb.terms import Edition, Faction
from cli.command_table import plain_app
from cli.options import AsJson
from cli.session import Session
from cli.terminal import filling, out, print_message, print_object, stoppable, table_of
from core.errors import AppError
from core.paths import published_file
from core.text_format import count_of
from published.remarks import NONE_HERE, WHAT_THEY_ARE

if TYPE_CHECKING:
    from carddb.search.query_context import PlayedShares
    from decks.deck import Deck
    from published.corpus import Corpus, Filters, Mask
    from published.statistics import CardFigures
    from published.sync import PublishedSync

published_app = plain_app(
    name="published",
    help="Decklists that others published on ThronesDB: fetch, find and count them.",
    no_args_is_help=True,
)
_SHOWN = 20
_DIGITS = 6


def _filters(
    *,
    faction: Annotated[
        Faction | None, typer.Option("--faction", help="Decks of this faction.")
    ] = None,
    agenda: Annotated[
        list[str] | None,
        typer.Option("--agenda", metavar="CODE", help="With all of these agendas."),
    ] = None,
    including: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="CODE", help="With all of these titles."),
    ] = None,
    excluding: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="CODE", help="With none of these titles."),
    ] = None,
    since: Annotated[
        str, typer.Option("--since", metavar="DATE", help="Created on or after.")
    ] = "",
    until: Annotated[
        str, typer.Option("--until", metavar="DATE", help="Created on or before.")
    ] = "",
    list_code: Annotated[
        str, typer.Option("--list", metavar="CODE", help="Legal under this restricted list.")
    ] = "",
) -> Filters:
    """Return the filters of the options, which all commands on decklists have."""
    from published.corpus import Filters  # noqa: PLC0415 - see `load_corpus`

    return Filters(
        faction=faction.value if faction else "",
        agendas=tuple(agenda or ()),
        including=tuple(including or ()),
        excluding=tuple(excluding or ()),
        since=_day("--since", since),
        until=_day("--until", until),
        list_code=list_code,
    )


def _day(option: str, written: str) -> str:
    try:
        return written and date.fromisoformat(written).isoformat()
    except ValueError:
        hint = "Write it as year-month-day: 2024-01-31."
        raise AppError(f"{option} {written} is not a date.", hint) from None


def with_filters(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the filters; it gets them as its argument `filters`."""
    known = {"Filters": object}  # its package is not imported yet
    options = signature(_filters, eval_str=True, locals=known).parameters

    def filtered(**given: Any) -> None:
        filters = _filters(**{name: given.pop(name) for name in options})
        command(filters=filters, **given)

    own = dict(signature(command, eval_str=True, locals=known).parameters)
    del own["filters"]
    taken = (each.replace(kind=Parameter.KEYWORD_ONLY) for each in (own | {**options}).values())
    vars(filtered)["__signature__"] = Signature([*taken])
    filtered.__doc__ = command.__doc__
    return filtered


@published_app.command("sync")
def sync_command(
    context: typer.Context,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="URL", help="Another server than https://thronesdb.com."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fetch all published decklists, if there are newer ones (about 30 MB)."""
    from core.download import chosen_server  # noqa: PLC0415 - no other command needs the network
    from published.storage import PublishedStore  # noqa: PLC0415
    from published.sync import sync_published  # noqa: PLC0415

    session: Session = context.obj
    store = PublishedStore(published_file(session.home))
    server = chosen_server() if source is None else source
    with stoppable(), filling("Fetching decklists") as progress:
        report = sync_published(store, server, today=session.today, progress=progress)
    corpus = load_corpus(session)
    if as_json:
        print_object(_sync_json(report, corpus))
        return
    counts = f"{corpus.stored:,} decklists, {corpus.usable:,} usable, {len(corpus):,} different"
    if report.not_modified:
        out().print(f"{server} has nothing newer than the {counts}.", markup=False)
        return
    out().print(f"{counts}; fetched in {report.seconds:.1f} seconds.", markup=False)
    changes = report.changes
    out().print(
        f"{changes.added:,} added, {changes.changed:,} changed, {changes.removed:,} removed."
    )
    if report.unread:
        print_message(f"{report.unread:,} entries were not decklists and were left out.")


def _sync_json(report: PublishedSync, corpus: Corpus) -> dict[str, Any]:
    counts = {"decklists": corpus.stored, "usable": corpus.usable, "distinct": len(corpus)}
    rest = {"unread": report.unread, "seconds": round(report.seconds, 3)}
    return {"not_modified": report.not_modified, **counts, **asdict(report.changes), **rest}


@published_app.command("find")
@with_filters
def find_command(
    context: typer.Context,
    words: Annotated[str, typer.Argument(metavar="[WORDS]", help="Words of the name.")] = "",
    *,
    filters: Filters,
    like: Annotated[
        str, typer.Option("--like", metavar="PATH|-", help="Compare with this deck.")
    ] = "",
    sort: Annotated[
        str, typer.Option(metavar="date|alike", help="Newest first, or most alike first.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="How many are shown.")] = _SHOWN,
    as_json: AsJson = False,
) -> None:
    """List published decks, the newest first, or with --like those most like a deck."""
    from cli.hand_options import one_deck  # noqa: PLC0415 - see `load_corpus`
    from published.decklist import address_of  # noqa: PLC0415
    from published.suggestions import likeness, ordered  # noqa: PLC0415

    if sort not in {"", "date", "alike"} or (sort == "alike" and not like):
        raise AppError(
            f"Decks cannot be sorted by “{sort}”.",
            "Use --sort date, or --sort alike together with --like.",
        )
    session: Session = context.obj
    corpus = load_corpus(session)
    filters = replace(filters, words=words)
    alike = likeness(corpus, one_deck(session, like).deck) if like else None
    mask = _selected(session, corpus, filters)
    found = ordered(corpus, mask, None if sort == "date" else alike)
    rows: list[dict[str, Any]] = [
        {
            "id": corpus.decks[index][0],
            "name": corpus.decks[index][1],
            "date": str(corpus.days[index]),
            "faction": corpus.decks[index][3],
            "agendas": list(corpus.agendas[index]),
            **({} if alike is None else {"alike": round(float(alike[index]), _DIGITS)}),
            "url": address_of(corpus.decks[index][0]),
        }
        for index in found[:limit]
    ]
    if as_json:
        print_object({"count": len(found), "decklists": rows})
        return
    out().print(f"{count_of(len(found), 'deck')}.")
    heads = ("id", "date", "faction", "agendas", *(("alike",) if like else ()), "name")
    shown = [
        (
            row["id"],
            row["date"],
            Faction(row["faction"]).label,
            ", ".join(corpus.pool.card(code).name for code in row["agendas"]),
            *((f"{row['alike']:.2f}",) if like else ()),
            row["name"],
        )
        for row in rows
    ]
    out().print(table_of(heads, shown, ("id", "alike")))


@published_app.command("stats")
@with_filters
def stats_command(
    context: typer.Context,
    *,
    filters: Filters,
    by: Annotated[str, typer.Option(metavar="month|quarter|year", help="Periods.")] = "month",
    as_json: AsJson = False,
) -> None:
    """Count factions, agendas and cards of published decks, and the decks of each period."""
    from published.corpus import indices_of  # noqa: PLC0415 - see `load_corpus`
    from published.statistics import (  # noqa: PLC0415
        Span,
        by_period,
        card_figures,
        factions_and_agendas,
    )

    if by not in list(Span):
        raise AppError(f"“{by}” is not a period.", "Use --by month, --by quarter or --by year.")
    session: Session = context.obj
    corpus = load_corpus(session)
    mask = _selected(session, corpus, filters)
    cards = card_figures(corpus, mask)
    factions, agendas = factions_and_agendas(corpus, indices_of(mask))
    periods = by_period(corpus, mask, Span(by))
    if as_json:
        print_object(
            {
                "decks": int(mask.sum()),
                "factions": factions,
                "agendas": agendas,
                "cards": [_card_json(each) for each in cards],
                "periods": [asdict(each) for each in periods],
            }
        )
        return
    out().print(f"{count_of(int(mask.sum()), 'deck')}.")
    labels = {Faction(name).label: count for name, count in factions.items()}
    named = {corpus.pool.card(code).name: count for code, count in agendas.items()}
    latest = {each.period: each.decks for each in periods[-_SHOWN:]}
    for title, counts in (("faction", labels), ("agenda", named), (by, latest)):
        top = list(counts.items())[:_SHOWN]
        out().print(table_of((title, "decks"), top, ("decks",)))
    _show_cards(cards[:_SHOWN], corpus)


@published_app.command("card")
@with_filters
def card_command(
    context: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="A card of draw or plot deck.")],
    *,
    filters: Filters,
    as_json: AsJson = False,
) -> None:
    """Show how often a card is played, and what is played together with it."""
    from published.statistics import figures_of_title, played_together  # noqa: PLC0415

    session: Session = context.obj
    corpus = load_corpus(session)
    mask = _selected(session, corpus, filters)
    figures = figures_of_title(corpus, mask, code)
    together = played_together(corpus, mask, figures.title)
    if as_json:
        pairings = [rounded(asdict(each)) for each in together]
        print_object({**_card_json(figures), "of": figures.of, "together": pairings})
        return
    _show_cards([figures], corpus)
    rows = [
        (corpus.pool.label(corpus.pool.card(each.code)), each.both, f"{each.lift:.1f} times")
        for each in together[:_SHOWN]
    ]
    if rows:
        out().print(table_of(("together with", "decks", "lift"), rows, ("decks", "lift")))


def load_corpus(session: Session) -> Corpus:
    """Return the usable published decks; AppError where none were fetched."""
    # Numpy is imported for these commands alone.
    from published.corpus import Corpus  # noqa: PLC0415
    from published.storage import PublishedStore  # noqa: PLC0415

    stored = PublishedStore(published_file(session.home)).load()
    if not stored.rows:
        raise AppError(
            NONE_HERE,
            "Fetch them with sevenplots published sync (about 30 MB).",
        )
    return Corpus(session.pools[Edition.SECOND], stored)


def shares_for(session: Session, deck: Deck | None) -> PlayedShares:
    """Return the share of published decks like a deck that play each card."""
    corpus = load_corpus(session)
    from published.statistics import played_shares  # noqa: PLC0415 - see `load_corpus`

    return played_shares(corpus, deck, session.today)


def _selected(session: Session, corpus: Corpus, filters: Filters) -> Mask:
    return corpus.select(filters, session.judge(Edition.SECOND))


def _card_json(figures: CardFigures) -> dict[str, Any]:
    low, high = figures.interval
    copies = {str(number): count for number, count in sorted(figures.copies.items())}
    shares = {"share": figures.share, "low": low, "high": high}
    return rounded(
        {"code": figures.code, "with": figures.decks, **shares, "copies": copies}
        | {"mean": figures.mean}
    )


def rounded(values: dict[str, Any]) -> dict[str, Any]:
    """Return an object for JSON whose shares and means have few digits."""
    return {
        name: round(each, _DIGITS) if isinstance(each, float) else each
        for name, each in values.items()
    }


def _show_cards(cards: list[CardFigures], corpus: Corpus) -> None:
    rows = [
        (
            each.code,
            corpus.pool.label(corpus.pool.card(each.code)),
            f"{each.decks:,} of {each.of:,}",
            f"{each.share:.0%}",
            f"{each.interval[0]:.0%} to {each.interval[1]:.0%}",
            f"{each.mean:.1f}",
        )
        for each in cards
    ]
    heads = ("code", "card", "decks", "share", "95 % interval", "copies")
    out().print(table_of(heads, rows, ("decks", "share", "copies")))
    out().print(WHAT_THEY_ARE)
