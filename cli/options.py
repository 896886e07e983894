"""Options that several commands take, each written once."""

from __future__ import annotations

from typing import Annotated

import typer

from carddb.local_names import Language
from carddb.terms import Edition, Faction

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
DeckPath = Annotated[str, typer.Argument(metavar="PATH", help="A deck file, or - for input.")]
OtherDeck = Annotated[
    str | None, typer.Option("--versus", metavar="PATH2", help="Compare with this deck.")
]
DeckEdition = Annotated[
    Edition | None, typer.Option("--edition", help="Overrides the edition of the deck.")
]
NamesIn = Annotated[
    Language | None, typer.Option("--language", help="Names of cards in another language.")
]
ListCode = Annotated[str, typer.Option("--list", help="A list's code, latest or none.")]

Policy = Annotated[
    str, typer.Option(metavar="keep|poor|needs:QUERY|optimal", help="When a hand is kept.")
]
Prefer = Annotated[
    str, typer.Option(metavar="WORDS", help="What counts first: cards,gold,characters,strength")
]
SampledHands = Annotated[
    int | None, typer.Option("--hands", min=1, help="How many hands to sample.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The seed of the shuffled decks.")]

InPlay = Annotated[
    str | None, typer.Option("--in-play", metavar="CODE", help="What an agenda searches for.")
]
Aside = Annotated[
    str | None, typer.Option("--aside", metavar="CODE,…", help="What is set aside for an agenda.")
]
Named = Annotated[Faction | None, typer.Option("--named", help="The House that an agenda names.")]
