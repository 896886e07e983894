"""The deal of a game: the same on every machine for a deck and a seed.

The hand is the first of those that `goldfish.simulate` samples with the seed, and the hand after a
mulligan is that one's second; goldfish/dealer.py shows how the numbers are used. Those
behind the numbers of both hands shuffle what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from carddb.card import Card
from core.errors import AppError
from decks.deck import Deck, Slots
from goldfish.draw_deck import NO_CHOICES, OpeningChoices, opening
from goldfish.play.game import Copy, CopyInPlay, Game, PlayPhase, cards_words, joined
from goldfish.rounds.irregular_cards import SCHEMES_APART

# Seeds are shown and typed; longer ones than this are no seeds but slips.
MOST_SEED = 2**53 - 1


def read_seed(text: str) -> int:
    """Return the seed in a text; AppError where it is no whole number from 0 on."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit()) or int(plain[:20]) > MOST_SEED:
        raise AppError(
            f"“{plain}” is no seed." if plain else "The seed is missing.",
            f"Type a whole number from 0 to {MOST_SEED}.",
        )
    return int(plain[:20])


def deal(deck: Deck, seed: int, choices: OpeningChoices = NO_CHOICES) -> Game:
    """Return the game of a deck with its opening hand dealt; AppError where it fills no hand."""
    opened = opening(deck, choices)
    numbers = count(1)
    copies = _copies(opened.slots, numbers)
    began = [
        CopyInPlay(copy=Copy(next(numbers), card), began=True) for card in opened.rules.in_play
    ]
    under = tuple(Copy(next(numbers), card) for card in opened.aside)
    agendas = tuple(Copy(next(numbers), card) for card in deck.agendas)
    plots = _copies(tuple(deck.plots()), numbers)
    schemes = _schemes(deck, plots)
    hand = opened.rules.hand_size
    drawn = len(copies) // 2 if opened.rules.halved else hand
    words = _words(seed, drawn + hand + len(copies))
    first, again, rest = words[:drawn], words[drawn : drawn + hand], words[drawn + hand :]
    cut = _shuffled(copies, first)
    if opened.rules.halved:
        second = _shuffled(cut[:drawn], again) + cut[drawn:]
    else:
        second = _shuffled(copies, again)
    game = Game(
        deck=deck,
        rules=opened.rules,
        seed=seed,
        hand=cut[:hand],
        pile=_rest(cut, hand, drawn, rest),
        in_play=tuple(began),
        under=under + schemes,
        agendas=agendas,
        plots=tuple(copy for copy in plots if copy not in schemes),
        spare=second[:hand] + _rest(second, hand, drawn, rest),
    )
    for remark in opened.remarks:
        game = game.logged(remark)
    return game.logged(f"Drew a hand of {hand}: {copy_names(game.hand)}.")


def mulligan(game: Game) -> Game:
    """Return the game with the hand shuffled back and another drawn, once (RR, Setup, step 7)."""
    if game.phase is not PlayPhase.HAND:
        raise AppError("The hand is kept already.", "Undo back to the deal to shuffle it back.")
    if not game.spare:
        raise AppError("The one mulligan is taken.", "This hand must be kept.")
    size = game.rules.hand_size
    taken = replace(game, hand=game.spare[:size], pile=game.spare[size:], spare=())
    return taken.logged(f"Mulligan: drew {copy_names(taken.hand)}.")


def keep(game: Game) -> Game:
    """Return the game with the hand kept and setup begun."""
    if game.phase is not PlayPhase.HAND:
        raise AppError("The hand is kept already.")
    under = game.rules.under
    begun = replace(
        game,
        phase=PlayPhase.SETUP,
        spare=(),
        gold=game.rules.gold,
        under=game.under + game.pile[:under],
        pile=game.pile[under:],
    )
    words = f"Kept the hand; {game.rules.gold} gold for setup."
    if under:
        words += f" {cards_words(under).capitalize()} of the deck went under the agenda."
    return begun.logged(words)


def copy_names(copies: Iterable[Copy]) -> str:
    return joined([copy.card.name for copy in copies])


def _copies(slots: Slots, numbers: count[int]) -> tuple[Copy, ...]:
    cards: list[Card] = [card for card, copies in slots for _ in range(copies)]
    return tuple(Copy(next(numbers), card) for card in cards)


def _schemes(deck: Deck, plots: Iterable[Copy]) -> tuple[Copy, ...]:
    """Return the plots that an agenda leaves out of the plot deck."""
    if not any(agenda.code in SCHEMES_APART for agenda in deck.agendas):
        return ()
    return tuple(copy for copy in plots if "Scheme" in copy.card.traits)


def _words(seed: int, draws: int) -> list[int]:
    """Return the numbers below 2^32 that the first hand of a seed takes, and as many behind."""
    from goldfish.dealer import Dealer  # noqa: PLC0415 - numpy, which all else here does without

    return [int(word) for word in Dealer(seed, draws).words()[:, 0]]


def _shuffled(copies: Sequence[Copy], words: Sequence[int]) -> tuple[Copy, ...]:
    places = list(copies)
    for place, word in enumerate(words[: len(places)]):
        other = (word * (len(places) - place) >> 32) + place
        places[place], places[other] = places[other], places[place]
    return tuple(places)


def _rest(
    copies: tuple[Copy, ...], hand: int, drawn: int, words: Sequence[int]
) -> tuple[Copy, ...]:
    """Return the draw deck behind a hand, shuffled; the other half of a halved deck lies below."""
    near, far = copies[hand:drawn], copies[drawn:]
    return _shuffled(near, words) + _shuffled(far, words[len(near) :])
