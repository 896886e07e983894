"""What the commands on opening hands share: a deck of a file, made ready to be drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

from carddb.card_test import CardTest
from carddb.query import Searcher
from carddb.terms import Edition, Faction
from cli.deck_files import DeckFile
from cli.session import Session
from cli.terminal import filling, print_unread
from core.errors import AppError
from core.json_values import json_object
from decks.deck import Deck
from decks.report import Reading, ReportLine
from goldfish.draw_deck import DrawDeck, OpeningChoices, opening
from goldfish.setup_rules import AGENDAS

# Shorter work shows no bar (seconds).
BAR_DELAY = 0.5


@dataclass(frozen=True, slots=True)
class PreparedDeck:
    """A deck and what its hands are drawn from."""

    deck: Deck
    opening: DrawDeck
    unread: tuple[ReportLine, ...] = ()

    @property
    def unread_json(self) -> dict[str, Any]:
        """The lines that could not be read, for --json; empty if there are none."""
        lines = [json_object(each, "line text reason=note") for each in self.unread]
        return {"unread": lines} if lines else {}


def prepare_decks(
    session: Session,
    paths: Iterable[str | None],
    edition: Edition | None,
    in_play: str | None,
    aside: str | None,
    named: Faction | None,
) -> tuple[list[PreparedDeck], OpeningChoices]:
    """Return the deck of each path that is given, and what its player decides by the options."""
    codes = None if aside is None else tuple(code for code in aside.split(",") if code.strip())
    choices = OpeningChoices(in_play=in_play, aside=codes, named=named)
    decks = [_prepare(session, path, edition, choices) for path in paths if path is not None]
    _check_used(decks, choices)
    return decks, choices


def one_deck(session: Session, path: str, edition: Edition | None = None) -> Reading:
    """Return the only deck of a file; lines that could not be read are printed."""
    readings = session.readings(DeckFile(path), edition=edition)
    if len(readings) != 1:
        raise AppError(
            f"{path} holds {len(readings)} decks.",
            "Put the one that is meant in a file of its own.",
        )
    print_unread(readings[0].unread)
    return readings[0]


def _prepare(
    session: Session, path: str, edition: Edition | None, choices: OpeningChoices
) -> PreparedDeck:
    """Return the only deck of a file, ready to be drawn from."""
    reading = one_deck(session, path, edition)
    return PreparedDeck(reading.deck, opening(reading.deck, choices), tuple(reading.unread))


def _check_used(decks: Iterable[PreparedDeck], choices: OpeningChoices) -> None:
    """Raise AppError for a choice that no agenda of the decks has."""
    rules = [AGENDAS[a.code] for each in decks for a in each.deck.agendas if a.code in AGENDAS]
    wanting = (
        ("--in-play", choices.in_play is not None, any(each.starts_in_play for each in rules)),
        ("--aside", choices.aside is not None, any(each.set_aside for each in rules)),
        ("--named", choices.named is not None, any(each.waives_named for each in rules)),
    )
    for option, given, used in wanting:
        if given and not used:
            raise AppError(
                f"{option} is for an agenda that asks for it, and there is none.",
                "Leave the option out, or add the agenda to the deck.",
            )


def query_of(session: Session, edition: Edition) -> Callable[[str], CardTest]:
    return lambda text: Searcher(session.pools[edition]).query(text).test


@contextmanager
def with_progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a progress that shows a bar only once the work has taken half a second."""
    started = monotonic()
    with filling(label) as bar:

        def on_progress(done: int, total: int) -> None:
            if monotonic() - started > BAR_DELAY:
                bar(done, total)

        yield on_progress
