"""A new deck that begins with what the player's own decks with an agenda share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from carddb.pool import Pools
from carddb.terms import Edition, Faction
from decks.deck import Deck
from decks.deck_shape import DeckShape
from desktop.runtime.settings import Settings
from desktop.session.autosave import Autosaver
from library.own_shape import agendas_of, begun_like, decks_like


class DeckBeginner:
    """Knows which agendas the decks of the library have, and makes the new deck."""

    def __init__(self, autosaver: Autosaver, settings: Settings) -> None:
        self._autosaver, self._settings = autosaver, settings

    def own_agendas(self, edition: Edition, faction: Faction | None) -> Mapping[str, int]:
        """Return the agendas of a faction's decks in the usual format, with numbers of decks."""
        decks = self._autosaver.library_worker.contents.decks
        return agendas_of(decks, edition, faction, self._settings.format_of(edition))

    def begin(
        self, deck: Deck, agenda: str, pools: Pools, done: Callable[[Deck, str], None]
    ) -> None:
        """Make the deck in the library's worker; `done` gets it, with a sentence about it."""
        decks = self._autosaver.library_worker.contents.decks
        empty = replace(deck, format=self._settings.format_of(deck.edition))
        ids = decks_like(decks, deck.edition, deck.faction, agenda, empty.format)

        def on_begun(answer: tuple[Deck, DeckShape]) -> None:
            begun, shape = answer
            done(begun, f"{agenda}: {shape.words}")

        self._autosaver.ask(
            lambda library: begun_like(library, ids, empty, agenda, pools), on_begun
        )
