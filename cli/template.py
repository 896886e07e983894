"""The command `sevenplots template`: a new deck based on your decks with an agenda."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from carddb.terms import Edition, Faction
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session, faction_named
from cli.terminal import print_message, print_object
from core.errors import AppError
from core.text_format import count_of
from decks.deck import Deck
from decks.deck_writer import write_all
from decks.formats.deck_json import deck_object
from library.deck_values import StoredDeck
from library.own_shape import begun_like, decks_like
from validators.conditions import Requested, conditions_for
from validators.problem import Severity


def template_command(
    context: typer.Context,
    agenda: Annotated[str, typer.Argument(help="The agenda of your decks, by its name.")],
    faction: Annotated[str, typer.Option(help="Their faction, where several have it.")] = "",
    edition: Annotated[Edition, typer.Option(help="Their edition.")] = Edition.SECOND,
    format_name: Annotated[str, typer.Option("--format", help="Their format.")] = "joust",
    name: Annotated[str, typer.Option(help="What the new deck is called.")] = "New deck",
    add: Annotated[bool, typer.Option("--add", help="Add it to the library.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a deck of the cards that at least half of your decks with an agenda hold.

    Also prints the number of these decks, and the verdict. Exit status 2 if there are no such
    decks.
    """
    session: Session = context.obj
    with open_library(session) as library:
        decks = library.decks.all()
        house = _faction(decks, edition, agenda, faction, format_name)
        ids = decks_like(decks, edition, house, agenda, format_name)
        if not ids:
            raise AppError(
                f"The library has no {format_name} deck with the agenda “{agenda}”"
                f"{f' of {house.label}' if house else ''}.",
                "A template is made of your own decks; “sevenplots template --help” has more.",
            )
        empty = Deck(name=name, edition=edition, faction=house, format=format_name)
        deck, shape = begun_like(library, ids, empty, agenda, session.pools)
        added = library.decks.add(deck) if add else None
    judge = session.judge(edition)
    verdict = judge.verdict(deck, conditions_for(deck, judge.pool, Requested(), session.today))
    if as_json:
        print_object(
            {
                "decks": shape.decks,
                "counts": {
                    each.type.value: [each.least, each.usual, each.most] for each in shape.counts
                },
                "deck": deck_object(deck),
                "legal": verdict.legal,
                "id": added.id if added else None,
            }
        )
        return
    print(write_all([deck], "plain", session.pools).text, end="")
    print_message(shape.words)
    errors = len(verdict.of(Severity.ERROR))
    print_message("Legal." if verdict.legal else f"Not legal yet: {count_of(errors, 'problem')}.")
    if added is not None:
        print_message(f"“{added.name}” is in the library.")


def _faction(
    decks: Sequence[StoredDeck], edition: Edition, agenda: str, words: str, format_name: str
) -> Faction | None:
    """Return the faction that is named, or the one that all decks with the agenda have."""
    if words:
        return faction_named(words)
    ids = decks_like(decks, edition, None, agenda, format_name)
    found = {deck.faction for deck in decks if deck.id in ids}
    if len(found) > 1:
        listed = ", ".join(sorted(each.value if each else "none" for each in found))
        raise AppError(
            f"Decks of several factions have the agenda “{agenda}”.",
            f"Name one with --faction: {listed}.",
        )
    return next(iter(found), None)
