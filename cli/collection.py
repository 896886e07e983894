"""The commands `sevenplots collection`: what is owned, built, fought over and missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.text import Text

from carddb.pack import Pack
from carddb.spelling import fold
from carddb.terms import Edition
from cli.command_table import plain_app
from cli.open_library import deck_named, open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_object, table_of
from core.errors import AppError
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
    """Show the products and single cards, the built decks and what these fight over."""
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
            out().print(
                Text(
                    f"{edition.label}: {len(copies):,} different cards, {copies.total():,} copies."
                )
            )
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
    """Say how many of a product you own."""
    session: Session = context.obj
    pack = _pack(session, edition, product)
    with open_library(session) as library:
        library.collection.hold_all([Holding(edition, pack.code, copies)])
    if as_json:
        print_object({"edition": edition.value, "pack": pack.code, "copies": copies})
    else:
        out().print(Text(f"{pack.name}: {copies}."))


@collection_app.command("build")
def build_command(context: typer.Context, deck: OneDeck, as_json: AsJson = False) -> int:
    """Say that a deck is built in real cards; exit status 1 where another holds some of them."""
    session: Session = context.obj
    with open_library(session) as library:
        stored = library.decks.build(deck_named(library, deck).id)
        owned = library.collection.owned()
    found = tuple(
        each
        for each in contested(owned, session.pools)
        if any(holder.deck_id == stored.id for holder, _ in each.decks)
    )
    if as_json:
        print_object(
            {
                "id": stored.id,
                "name": stored.name,
                "version": stored.built_version,
                "contested": [_contested_json(each) for each in found],
            }
        )
    else:
        out().print(Text(f"“{stored.name}” is built, version {stored.built_version}."))
        _print_contested(found)
    return _NO if found else 0


@collection_app.command("take-apart")
def take_apart_command(context: typer.Context, deck: OneDeck, as_json: AsJson = False) -> None:
    """Say that a deck is built no more: its cards are to be had again."""
    with open_library(context.obj) as library:
        stored = library.decks.take_apart(deck_named(library, deck).id)
    if as_json:
        print_object({"id": stored.id, "name": stored.name, "version": None})
    else:
        out().print(Text(f"“{stored.name}” is taken apart."))


@collection_app.command("missing")
def missing_command(
    context: typer.Context,
    decks: Decks,
    in_turn: Annotated[
        bool, typer.Option("--in-turn", help="One after the other, with the same cards.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Show what decks lack and the fewest products with that; exit status 1 where they lack some.

    Cards that other built decks hold are not to be had.
    """
    session: Session = context.obj
    with open_library(session) as library:
        ids = [deck_named(library, each).id for each in decks]
        found = library.collection.missing(ids, session.pools, together=not in_turn)
    if as_json:
        print_object(_missing_json(found))
    elif found.cards or found.unknown:
        out().print(Text(shopping_text(found).rstrip("\n")))
    else:
        out().print(Text("Nothing is missing."))
    return _NO if found.cards else 0


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
        "products": [
            {"edition": each.edition.value, "pack": each.pack, "copies": each.copies}
            for each in owned.holdings
        ],
        "singles": [{"code": each.code, "copies": each.copies} for each in owned.singles],
        "built": [{"id": each.deck_id, "name": each.outline.name} for each in owned.built],
        "contested": [_contested_json(each) for each in found],
        "counts": {
            edition.value: {"cards": len(copies), "copies": copies.total()}
            for edition in Edition
            for copies in [copies_owned(owned, session.pools[edition])]
        },
    }


def _contested_json(each: ContestedCard) -> dict[str, Any]:
    return {
        "code": each.card.code,
        "name": each.card.name,
        "owned": each.owned,
        "wanted": each.wanted,
        "decks": [
            {"id": deck.deck_id, "name": deck.outline.name, "copies": copies}
            for deck, copies in each.decks
        ],
    }


def _missing_json(found: ShoppingList) -> dict[str, Any]:
    return {
        "cards": [
            {
                "code": each.card.code,
                "name": each.card.name,
                "wanted": each.wanted,
                "owned": each.owned,
                "held": each.taken,
                "missing": each.missing,
            }
            for each in found.cards
        ],
        "products": [
            {
                "edition": each.pack.edition.value,
                "pack": each.pack.code,
                "name": each.pack.name,
                "copies": each.copies,
                "cards": [{"code": card.code, "copies": copies} for card, copies in each.cards],
            }
            for each in found.products
        ],
        "fewest": found.exact,
        "elsewhere": [card.code for card in found.elsewhere],
        "unknown": [{"code": each.code, "name": each.name} for each in found.unknown],
    }
