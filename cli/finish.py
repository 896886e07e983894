"""The commands `sevenplots suggest` and `sevenplots finish`, which learn from similar decks."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carddb.terms import Edition
from cli.hand_options import one_deck
from cli.open_library import owned_copies
from cli.options import AsJson, DeckPath, ListCode
from cli.published import load_corpus, rounded
from cli.session import Session
from cli.terminal import out, print_message, print_object, stoppable, table_of
from decks.deck import Deck
from decks.formats.deck_json import deck_object
from published.remarks import WHAT_THEY_ARE, few_words, refusal
from validators.conditions import Requested, conditions_for
from validators.legal_changes import LegalChanges
from validators.search_facts import EditionConditions
from validators.verdict_json import verdict_json

if TYPE_CHECKING:
    from published.finish import FinishedDeck

_NO = 1
_SHOWN = 20
Neighbors = Annotated[
    int, typer.Option("--neighbors", min=1, metavar="K", help="How many decks to learn from.")
]


def suggest_command(
    context: typer.Context,
    path: DeckPath,
    neighbors: Neighbors = 50,
    list_code: ListCode = "",
    as_json: AsJson = False,
) -> None:
    """Show cards that similar published decks play and this one does not, and the reverse."""
    # Only the commands on published decks import numpy.
    from published.suggestions import suggest  # noqa: PLC0415

    session: Session = context.obj
    corpus = load_corpus(session)
    deck = one_deck(session, path).deck
    changes = LegalChanges(_side(session, deck, list_code), deck)
    found = suggest(corpus, deck, changes.takes, neighbors=neighbors)
    if as_json:
        print_object(
            {
                "neighbors": found.neighbors,
                "add": [rounded(asdict(each)) for each in found.add],
                "cut": [rounded(asdict(each)) for each in found.cut],
            }
        )
        return
    _warn_of_few(found.neighbors)
    out().print(f"What {found.neighbors} decks like this one play. {WHAT_THEY_ARE}")
    for title, suggestions in (("add", found.add), ("cut", found.cut)):
        rows = [
            (
                corpus.pool.label(corpus.pool.card(each.code)),
                f"{each.share:.0%}",
                f"{each.expected:.1f}",
                each.in_deck,
            )
            for each in suggestions[:_SHOWN]
        ]
        heads = (title, "share", "their copies", "yours")
        out().print(table_of(heads, rows, ("share", "their copies", "yours")))


def finish_command(
    context: typer.Context,
    path: DeckPath,
    own: Annotated[bool, typer.Option("--own", help="Add only cards of the collection.")] = False,
    exclude: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="Do not add this card.")
    ] = None,
    agenda: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE", help="Finish it with these agendas instead of its own."),
    ] = None,
    neighbors: Neighbors = 50,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, metavar="S", help="How long to search.")
    ] = 20.0,
    list_code: ListCode = "",
    as_json: AsJson = False,
) -> int:
    """Finish a deck: the best legal deck with all of its cards, and the proof.

    The value of a copy is the share of published decks like this one that play it. Exit status 1:
    no legal deck has all of these cards.
    """
    # Only this command imports HiGHS.
    from published.finish import FinishOptions, finish  # noqa: PLC0415

    session: Session = context.obj
    deck = one_deck(session, path).deck
    if agenda:
        pool = session.pools[deck.edition]
        deck = replace(deck, agendas=tuple(map(pool.card, agenda)))
    side = _side(session, deck, list_code)
    if (refused := refusal(deck, side.conditions)) is not None:
        raise refused
    corpus = load_corpus(session)
    options = FinishOptions(
        owned=owned_copies(session, Edition.SECOND) if own else None,
        excluded=tuple(exclude or ()),
        neighbors=neighbors,
        seconds=seconds,
    )
    with stoppable():
        found = finish(deck, corpus, side, options)
    if as_json:
        print_object(_json(found, side))
    else:
        _show(found, side)
    return _NO if found.conflict else 0


def _json(found: FinishedDeck, side: EditionConditions) -> dict[str, Any]:
    printed: dict[str, Any] = {
        "status": found.status.value,
        "value": found.value,
        "bound": found.bound,
        "neighbors": found.neighbors,
        "deck": deck_object(found.deck),
        "added": [
            rounded({"code": each.card.code, "copies": each.copies, "value": each.value})
            for each in found.added
        ],
        "verdict": verdict_json(found.deck, side.conditions, found.verdict),
    }
    if found.conflict:
        cards, rules = list(found.conflict.cards), list(found.conflict.rules)
        printed["conflict"] = {"cards": cards, "rules": rules}
    return rounded(printed)


def _show(found: FinishedDeck, side: EditionConditions) -> None:
    if found.conflict:
        print_message("No legal deck has all of these cards.")
        for problem in found.conflict.problems:
            out().print(f"{problem.message}", markup=False)
        names = ", ".join(side.pool.label(side.pool.card(code)) for code in found.conflict.cards)
        out().print(f"In conflict: {names or 'the rules alone'}.", markup=False)
        out().print(f"Rules: {', '.join(found.conflict.rules)}.", markup=False)
        return
    _warn_of_few(found.neighbors)
    rows = [(each.copies, side.pool.label(each.card), f"{each.value:.2f}") for each in found.added]
    out().print(table_of(("add", "card", "value"), rows, ("add", "value")))
    out().print(found.proof)
    out().print(f"Learned from {found.neighbors} published decks like it. {WHAT_THEY_ARE}")


def _warn_of_few(neighbors: int) -> None:
    if few := few_words(neighbors, "tell"):
        print_message(few)


def _side(session: Session, deck: Deck, list_code: str) -> EditionConditions:
    judge = session.judge(deck.edition)
    wishes = Requested(list_code=list_code)
    return EditionConditions(judge, conditions_for(deck, judge.pool, wishes, session.today))
