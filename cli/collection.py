"""The commands `sevenplots collection`: owned products, built decks, missing cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from carddb.local_names import local_pools
from carddb.pack import Pack
from carddb.spelling import fold
from carddb.terms import Edition
from cli.command_table import plain_app
from cli.drawing import needed, pdf_writers
from cli.open_library import deck_named, open_library
from cli.options import AsJson, NamesIn
from cli.session import Session
from cli.terminal import out, print_object, print_result, table_of
from core.errors import AppError
from core.files import write_file
from core.json_values import json_object
from decks.sheet import written_day
from library.binder import BinderList, by_pack, collection_binder
from library.owned import Holding, Owned, copies_owned
from library.shopping import ContestedCard, ShoppingList, contested, shopping_text

_NO = 1
collection_app = plain_app(
    name="collection",
    help="What you own, which decks are built, what is missing and what to buy.",
    no_args_is_help=True,
)
Decks = Annotated[list[str], typer.Argument(metavar="DECK...", help="Decks of the library.")]
OneDeck = Annotated[str, typer.Argument(metavar="DECK", help="A deck of the library.")]


@collection_app.command("show")
def show_command(context: typer.Context, as_json: AsJson = False) -> None:
    """Show products, single cards, built decks, and cards that several of these decks need."""
    session: Session = context.obj
    with open_library(session) as library:
        owned = library.collection.owned()
    found = contested(owned, session.pools)
    if as_json:
        print_object(_owned_json(owned, found, session))
        return
    rows = []
    for each in owned.holdings:
        pack = session.pools[each.edition].packs.get(each.pack)
        rows.append((pack.name if pack else each.pack, each.edition.value, each.copies))
    for edition in Edition:
        copies = copies_owned(owned, session.pools[edition])
        if copies:
            counts = f"{len(copies):,} different cards, {copies.total():,} copies"
            out().print(Text(f"{edition.label}: {counts}."))
    if rows:
        out().print(table_of(("product", "edition", "copies"), rows))
    if owned.singles:
        singles = ", ".join(f"{each.copies:+} {each.code}" for each in owned.singles)
        out().print(Text(f"Single cards: {singles}"))
    built = ", ".join(f"“{each.outline.name}”" for each in owned.built) or "none"
    out().print(Text(f"Built decks: {built}."))
    _print_contested(found)


@collection_app.command("own")
def own_command(
    context: typer.Context,
    product: Annotated[str, typer.Argument(help="The product's name or code.")],
    copies: Annotated[int, typer.Argument(min=0, max=10_000, help="How many; 0 for none.")],
    edition: Annotated[Edition, typer.Option(help="Whose product it is.")] = Edition.SECOND,
    as_json: AsJson = False,
) -> None:
    """Set how many of a product you own."""
    session: Session = context.obj
    pack = _pack(session, edition, product)
    with open_library(session) as library:
        library.collection.hold_all([Holding(edition, pack.code, copies)])
    printed = {"edition": edition.value, "pack": pack.code, "copies": copies}
    print_result(printed, f"{pack.name}: {copies}.", as_json=as_json)


@collection_app.command("build")
def build_command(context: typer.Context, deck: OneDeck, as_json: AsJson = False) -> int:
    """Mark a deck as built in real cards; exit status 1 if another deck holds some of them."""
    session: Session = context.obj
    with open_library(session) as library:
        stored = library.decks.build(deck_named(library, deck).id)
        owned = library.collection.owned()
    found = tuple(
        each
        for each in contested(owned, session.pools)
        if any(holder.deck_id == stored.id for holder, _ in each.decks)
    )
    printed = json_object(stored, "id name version=built_version")
    printed["contested"] = [_contested_json(each) for each in found]
    sentence = f"“{stored.name}” is built, version {stored.built_version}."
    print_result(printed, sentence, as_json=as_json)
    if not as_json:
        _print_contested(found)
    return _NO if found else 0


@collection_app.command("take-apart")
def take_apart_command(context: typer.Context, deck: OneDeck, as_json: AsJson = False) -> None:
    """Mark a deck as not built any more: its cards are free again."""
    with open_library(context.obj) as library:
        stored = library.decks.take_apart(deck_named(library, deck).id)
    printed = {"id": stored.id, "name": stored.name, "version": None}
    print_result(printed, f"“{stored.name}” is taken apart.", as_json=as_json)


@collection_app.command("missing")
def missing_command(
    context: typer.Context,
    decks: Decks,
    in_turn: Annotated[
        bool, typer.Option("--in-turn", help="One after the other, with the same cards.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Show the missing cards of decks and the fewest products with them; exit status 1 if any.

    Cards in other built decks are not available.
    """
    session: Session = context.obj
    with open_library(session) as library:
        ids = [deck_named(library, each).id for each in decks]
        found = library.collection.missing(ids, session.pools, together=not in_turn)
    is_missing = bool(found.cards or found.unknown)
    words = shopping_text(found).rstrip("\n") if is_missing else "Nothing is missing."
    print_result(_missing_json(found), words, as_json=as_json)
    return _NO if found.cards else 0


@collection_app.command("binder")
def binder_command(
    context: typer.Context,
    output: Annotated[Path, typer.Option("--output", metavar="FILE", help="The PDF to write.")],
    decks: Annotated[
        list[str] | None, typer.Argument(metavar="[DECK]...", help="With --missing: these decks.")
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="What you do not own, or what the decks lack.")
    ] = False,
    edition: Annotated[Edition, typer.Option(help="Whose cards.")] = Edition.SECOND,
    page: Annotated[str, typer.Option("--page", "--paper", help="The paper: a4 or letter.")] = "a4",
    language: NamesIn = None,
    as_json: AsJson = False,
) -> None:
    """Write a list of cards by pack to print, as a PDF: what you own, or what is missing."""
    writer = needed(pdf_writers(context).binder, "A list by pack is")
    session: Session = context.obj
    pools, day = local_pools(session.pools, language), written_day(session.today)
    with open_library(session) as library:
        owned = library.collection.owned()
        if decks and missing:
            ids = [deck_named(library, each).id for each in decks]
            lacking = library.collection.missing(ids, pools).cards
            cards = ((each.card, each.missing) for each in lacking)
            binder = BinderList("Missing cards", by_pack(cards, pools), day)
        else:
            binder = collection_binder(owned, pools[edition], day, missing=missing)
    if not binder.packs and missing:
        raise AppError("Nothing is missing.")
    if not binder.packs:
        hint = "sevenplots collection own PRODUCT COPIES adds to it."
        raise AppError("Your collection is empty.", hint)
    write_file(output, writer(binder, page))
    different = sum(len(each.cards) for each in binder.packs)
    counts = {"packs": len(binder.packs), "cards": different, "copies": binder.copies}
    sentence = f"Written: {output} ({binder.total})"
    print_result({"path": str(output), **counts}, sentence, as_json=as_json)


def _pack(session: Session, edition: Edition, words: str) -> Pack:
    packs = session.pools[edition].packs
    named = [pack for pack in packs.values() if fold(pack.name) == fold(words)]
    found = [packs[words]] if words in packs else named
    if len(found) != 1:
        near = [pack.name for pack in packs.values() if fold(words) in fold(pack.name)]
        listed = ", ".join((near or [pack.name for pack in packs.values()])[:8])
        raise AppError(f"The {edition.value} edition has no product “{words}”.", f"See {listed}.")
    return found[0]


def _print_contested(found: Sequence[ContestedCard]) -> None:
    if not found:
        return
    rows = []
    for each in found:
        by = ", ".join(f"{copies}x “{deck.outline.name}”" for deck, copies in each.decks)
        rows.append((each.card.name, each.owned, each.wanted, by))
    out().print(table_of(("fought over", "owned", "wanted", "by"), rows))


def _owned_json(owned: Owned, found: Sequence[ContestedCard], session: Session) -> dict[str, Any]:
    return {
        "products": [json_object(each, "edition pack copies") for each in owned.holdings],
        "singles": [json_object(each, "code copies") for each in owned.singles],
        "built": [json_object(each, "id=deck_id name=outline.name") for each in owned.built],
        "contested": [_contested_json(each) for each in found],
        "counts": {
            edition.value: {"cards": len(copies), "copies": copies.total()}
            for edition in Edition
            for copies in [copies_owned(owned, session.pools[edition])]
        },
    }


def _contested_json(each: ContestedCard) -> dict[str, Any]:
    return json_object(each, "code=card.code name=card.name owned wanted") | {
        "decks": [
            json_object(deck, "id=deck_id name=outline.name") | {"copies": copies}
            for deck, copies in each.decks
        ],
    }


def _missing_json(found: ShoppingList) -> dict[str, Any]:
    return {
        "cards": [
            json_object(each, "code=card.code name=card.name wanted owned held=taken missing")
            for each in found.cards
        ],
        "products": [
            json_object(each, "edition=pack.edition pack=pack.code name=pack.name copies")
            | {"cards": [{"code": card.code, "copies": copies} for card, copies in each.cards]}
            for each in found.products
        ],
        "fewest": found.exact,
        "elsewhere": [card.code for card in found.elsewhere],
        "unknown": [json_object(each, "code name") for each in found.unknown],
    }
