"""The age of the cards and the state of a sync, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.text_format import MONTHS
from desktop.session.card_sync import SyncPhase, SyncState
from desktop.session.loaded_cards import LoadedCards


@dataclass(frozen=True, slots=True)
class RailStatus:
    """What a button shows: a glyph, up to two lines, and how far something is (of 100, or None).

    `spoken` is all of it in a sentence, for the tooltip and screen readers. `marked` highlights
    the glyph: there is something to see.
    """

    glyph: str
    lines: tuple[str, ...] = ()
    spoken: str = ""
    done: int | None = None
    marked: bool = False


CARDS, OFFLINE, LOOKING, NEW = "rail/cards", "rail/offline", "rail/looking", "rail/new"
NO_CARDS = RailStatus(CARDS, ("Cards", "…"), "The cards are being loaded.")


def day_of(cards: LoadedCards) -> date:
    """Return the day that cards are of: of the last sync, or of the data the program came with."""
    return cards.synced.astimezone().date() if cards.synced else cards.shipped


def short_day(day: date, today: date) -> str:
    """Return a day in few letters: "14 Nov", or "Nov 2025" in another year."""
    month = MONTHS[day.month - 1]
    return f"{day.day} {month}" if day.year == today.year else f"{month} {day.year}"


def age_words(cards: LoadedCards, today: date) -> str:
    """Return whose cards these are: "Cards of 14 Nov", or those that came with the program."""
    day = short_day(day_of(cards), today)
    return f"Cards of {day}" if cards.synced else f"Cards as they came with the program, of {day}"


def rail_status(state: SyncState, cards: LoadedCards | None, today: date) -> RailStatus:
    """Return the words about the cards at the foot of the rail."""
    if cards is None:
        return NO_CARDS
    age = age_words(cards, today)
    day = short_day(day_of(cards), today)
    words = _of_phase(state, age, day)
    if words is not None:
        return words
    if state.news is not None and not state.seen:
        return RailStatus(NEW, ("New cards", day), f"{state.news.summary()} {age}", marked=True)
    lines = ("Cards of" if cards.synced else "As shipped", day)
    return RailStatus(CARDS, lines, f"{age}: {cards.origin}")


def _of_phase(state: SyncState, age: str, day: str) -> RailStatus | None:
    """Return the words of a sync that runs or did not end well; None otherwise."""
    lowered = age[:1].lower() + age[1:]
    match state.phase:
        case SyncPhase.RUNNING:
            spoken = f"Looking for newer cards, {state.done} %"
            return RailStatus(LOOKING, ("Looking…", f"{state.done} %"), spoken, state.done)
        case SyncPhase.AVAILABLE:
            newer = state.newer_list
            what = f"the restricted list {newer}" if newer else "newer cards"
            spoken = f"Update available: ThronesDB has {what}. {age}"
            return RailStatus(
                NEW, ("New list" if newer else "Update", "available"), spoken, marked=True
            )
        case SyncPhase.OFFLINE:
            return RailStatus(OFFLINE, ("Offline", day), f"Offline · {lowered}")
        case SyncPhase.FAILED:
            spoken = f"The update failed · {lowered}"
            return RailStatus(CARDS, ("Failed", day), spoken, marked=True)
    return None
