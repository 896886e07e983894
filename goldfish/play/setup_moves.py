"""A game before its first round: the deal, the mulligan, and setup by hand.

The deal of a seed is the first hand that `goldfish.simulate` samples with it (see goldfish.dealer).
The numbers that follow those of both hands shuffle the rest of the deck. `goldfish.setup` and
`goldfish.setup_rules` know what may be placed; this module writes the sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from carddb.card import Card
from carddb.pattern import Side
from carddb.terms import CardType, Edition
from core.errors import AppError
from decks.deck import Deck, Slots
from goldfish.attachments import bears_one, exclude_each_other, is_host, may_bear
from goldfish.draw_deck import NO_CHOICES, OpeningChoices, opening
from goldfish.play.game import (
    Copy,
    CopyInPlay,
    Game,
    PlayPhase,
    Zone,
    cards_words,
    joined,
    without_copy,
)
from goldfish.rounds.irregular_cards import SCHEMES_APART
from goldfish.setup import Placed, SetupPlan, Way, best_setup
from goldfish.setup_rules import NEVER_PLACED, SetupRules

MOST_SEED = 2**53 - 1  # longer numbers are typing errors


def read_seed(text: str) -> int:
    """Return the seed in a text; AppError if it is not a valid number."""
    plain = text.strip()
    digits = plain.lstrip("0") or "0"
    if not (plain.isascii() and plain.isdigit()) or int(digits[:20]) > MOST_SEED:
        raise AppError(
            f"“{plain}” is not a seed." if plain else "The seed is missing.",
            f"Type a whole number from 0 to {MOST_SEED}.",
        )
    return int(digits)


def deal(deck: Deck, seed: int, choices: OpeningChoices = NO_CHOICES) -> Game:
    """Return a game with its opening hand; AppError if the deck is too small."""
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


def with_hand(game: Game, codes: Sequence[str]) -> Game:
    """Return a dealt game with these cards as its hand; the others stay in their order.

    AppError if the deck lacks one, or the hand has another size.
    """
    left, hand = [*game.hand, *game.pile], list[Copy]()
    for code in codes:
        found = next((copy for copy in left if copy.card.code == code), None)
        if found is None:
            raise AppError(f"The draw deck has no further copy of {code}.")
        left.remove(found)
        hand.append(found)
    if len(hand) != game.rules.hand_size:
        raise AppError(f"A hand is {cards_words(game.rules.hand_size)}, and not {len(hand)}.")
    entered = replace(game, hand=tuple(hand), pile=tuple(left), log=game.log[:-1])
    return entered.logged(f"Entered a hand of {len(hand)}: {copy_names(hand)}.")


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
    if not any(agenda.code in SCHEMES_APART for agenda in deck.agendas):
        return ()
    return tuple(copy for copy in plots if "Scheme" in copy.card.traits)


def _words(seed: int, draws: int) -> list[int]:
    """Return the numbers below 2^32 of a seed's first hand and those that follow."""
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
    """Return the shuffled rest of the deck; the other half of a halved deck lies below."""
    near, far = copies[hand:drawn], copies[drawn:]
    return _shuffled(near, words) + _shuffled(far, words[len(near) :])


def place(game: Game, number: int, host: int | None = None) -> Game:
    """Return the game with a card of the hand placed face up for its printed cost.

    An attachment goes on the card in play with the number `host`, or on the first possible one.
    AppError names the rule that forbids it.
    """
    card = _in_setup(game, number)
    price = _price(game.rules, card)
    if game.titled(card) is not None:
        hint = "Place this copy as its duplicate." if game.rules.duplicates_free else ""
        raise AppError(f"{card.name} is in play already.", hint)
    _check_limited(game, card)
    bearer = bearer_of(game, card, host) if card.type is CardType.ATTACHMENT else None
    _check_gold(game, price)
    copy = Copy(number, card)
    placed = CopyInPlay(copy=copy, paid=price, host=bearer.number if bearer else None)
    where = f" on {bearer.card.name}" if bearer else ""
    return replace(
        game,
        hand=without_copy(game.hand, number),
        in_play=(*game.in_play, placed),
        gold=game.gold - price,
    ).logged(f"Placed {card.name}{where} for {price} gold.")


def place_duplicate(game: Game, number: int) -> Game:
    card = _in_setup(game, number)
    first = game.titled(card)
    if not game.rules.duplicates_free and card.unique:
        raise AppError("Duplicates are not placed during setup.")
    if first is None:
        raise AppError(
            f"{card.name} would be a duplicate of nothing.",
            "A duplicate needs a unique card of its title face up in play.",
        )
    _check_allowed(game.rules, card)
    _check_limited(game, card)
    return as_duplicate(game, first, Copy(number, card)).logged(
        f"Placed {card.name} as a duplicate."
    )


def place_in_shadows(game: Game, number: int) -> Game:
    card = _in_setup(game, number)
    _check_allowed(game.rules, card)
    price = game.rules.into_shadows(card)
    if price is None:
        raise AppError(f"{card.name} cannot lie in shadows.", "Only cards with shadow can.")
    _check_gold(game, price)
    return replace(
        game,
        hand=without_copy(game.hand, number),
        shadows=(*game.shadows, Copy(number, card)),
        gold=game.gold - price,
    ).logged(f"Placed {card.name} in shadows for {price} gold.")


def take_back(game: Game, number: int) -> Game:
    """Return the game with a placed card in hand again, and its attachments and duplicates."""
    if game.phase is not PlayPhase.SETUP:
        raise AppError("Setup is over.", "Undo the step instead.")
    copy, zone = game.find(number)
    if zone is Zone.SHADOWS:
        freed = replace(
            game,
            shadows=without_copy(game.shadows, number),
            hand=(*game.hand, copy),
            gold=game.gold + game.rules.shadow_price,
        )
        return freed.logged(f"Took back {copy.card.name}.")
    lying = game.in_play_with(number)
    if lying is None:
        raise AppError(f"{copy.card.name} is not placed.")
    if lying.number != number:
        rest = replace(lying, duplicates=without_copy(lying.duplicates, number))
        freed = replace(game.with_in_play(rest), hand=(*game.hand, copy))
        return freed.logged(f"Took back {copy.card.name}.")
    if lying.began:
        raise AppError(f"{lying.card.name} began in play.", "It stays there during setup.")
    borne = game.attachments_of(lying.number)
    for each in (*borne, lying):
        game = _returned(game, each)
    return game.logged(f"Took back {joined([each.card.name for each in (lying, *borne)])}.")


def cleared(game: Game) -> Game:
    """Return the game with all placed cards in hand again, without an entry in the log."""
    back = [*game.shadows]
    stays = []
    for each in game.in_play:
        back += each.duplicates if each.began else (each.copy, *each.duplicates)
        if each.began:
            stays.append(replace(each, duplicates=()))
    return replace(
        game, hand=(*game.hand, *back), shadows=(), in_play=tuple(stays), gold=game.rules.gold
    )


def best_plan(game: Game) -> SetupPlan:
    """Return the best setup of all cards of the hand, kept or not, and placed cards."""
    if game.phase is PlayPhase.HAND:
        game = keep(game)
    if game.phase is not PlayPhase.SETUP:
        raise AppError("A setup is proposed before the first round.")
    return best_setup((copy.card for copy in cleared(game).hand), game.rules)


def planned_copies(game: Game, plan: SetupPlan) -> dict[int, Placed]:
    """Return the copies of the hand that a plan places, by number."""
    hand = list(cleared(game).hand)
    found = {}
    for each in sorted(plan.placed, key=_turn):
        copy = next(copy for copy in hand if copy.card == each.card)
        hand.remove(copy)
        found[copy.number] = each
    return found


def with_plan(game: Game, plan: SetupPlan) -> Game:
    now = cleared(game)
    log = game.log
    # Hosts come before attachments, and cards before their duplicates.
    for number, each in planned_copies(game, plan).items():
        match each.way:
            case Way.SHADOW:
                now = place_in_shadows(now, number)
            case Way.DUPLICATE:
                now = place_duplicate(now, number)
            case Way.CARD:
                now = place(now, number, _planned_host(now, each))
    spent = game.rules.gold - now.gold
    placed = joined([each.card.name for each in plan.placed])
    words = f"Placed the best setup for {spent} gold: {placed}."
    return replace(now, log=log).logged(words)


def finish(game: Game) -> Game:
    """Return the game after setup: the hand refilled, unspent gold lost (RR, Setup, 10)."""
    if game.phase is not PlayPhase.SETUP:
        raise AppError("Setup is over already.")
    missing = max(0, game.rules.refill_to - len(game.hand))
    drawn = game.pile[:missing]
    begun = replace(
        game,
        phase=PlayPhase.PLOT,
        round=1,
        gold=0,
        hand=game.hand + drawn,
        pile=game.pile[missing:],
    )
    words = (
        f"Drew {copy_names(drawn)} after setup." if drawn else "Setup is over; no card was drawn."
    )
    return replace(begun, log=replace(game, gold=0).logged(words).log)


def bearer_of(game: Game, attachment: Card, host: int | None) -> CopyInPlay:
    """Return the card in play for an attachment; AppError if none may bear it."""
    if attachment.host and all(each.side is Side.OPPONENTS for each in attachment.host.options):
        raise AppError(
            f"{attachment.name} goes on an opponent's card only.", "You play alone here."
        )
    if host is None:
        found = next(iter(bearers(game, attachment)), None)
        if found is None:
            raise AppError(f"No card in play may bear {attachment.name}.", _host_words(attachment))
        return found
    bearer = game.in_play_with(host)
    if bearer is None:
        raise AppError(f"{attachment.name} goes on a card in play.")
    if not may_bear(bearer.card, attachment):
        raise AppError(
            f"{bearer.card.name} may not bear {attachment.name}.", _host_words(attachment)
        )
    if is_crowded(game, bearer, attachment):
        raise AppError(f"{bearer.card.name} may not bear {attachment.name} beside what it bears.")
    return bearer


def bearers(game: Game, attachment: Card) -> Iterator[CopyInPlay]:
    for each in game.in_play:
        if (
            is_host(each.card)
            and may_bear(each.card, attachment)
            and not is_crowded(game, each, attachment)
        ):
            yield each


def is_crowded(game: Game, bearer: CopyInPlay, attachment: Card) -> bool:
    """Return whether attachments of a card exclude another attachment."""
    borne = [each.card for each in game.attachments_of(bearer.number)]
    return bool(borne) and (
        bears_one(bearer.card) or any(exclude_each_other(each, attachment) for each in borne)
    )


def as_duplicate(game: Game, first: CopyInPlay, copy: Copy) -> Game:
    stack = replace(first, duplicates=(*first.duplicates, copy))
    return replace(game, hand=without_copy(game.hand, copy.number)).with_in_play(stack)


def _in_setup(game: Game, number: int) -> Card:
    if game.phase is PlayPhase.HAND:
        raise AppError("Keep the hand or take the mulligan first.")
    if game.phase is not PlayPhase.SETUP:
        raise AppError("Setup is over.", "From now on cards are marshaled.")
    copy, zone = game.find(number)
    if zone is not Zone.HAND:
        raise AppError(f"{copy.card.name} is not in your hand.")
    return copy.card


def _check_allowed(rules: SetupRules, card: Card) -> None:
    if not rules.placing:
        raise AppError("Your agenda allows no cards to be placed.", "Finish setup.")
    if card.code in NEVER_PLACED:
        raise AppError(f"By its text {card.name} cannot be placed during setup.")


def _price(rules: SetupRules, card: Card) -> int:
    """Return the price of a card face up; AppError if it may not be placed so."""
    _check_allowed(rules, card)
    price = rules.price(card)
    if price is not None:
        return price
    shadow = rules.into_shadows(card) is not None
    if shadow and (rules.edition is Edition.FIRST or card.type is CardType.EVENT):
        raise AppError(f"{card.name} goes into shadows, and nowhere else.")
    if card.type is CardType.EVENT:
        raise AppError("Events are not placed.", "They stay in your hand.")
    if card.type is CardType.ATTACHMENT and rules.edition is Edition.FIRST:
        raise AppError(f"{card.name} does not have the keyword Setup.", "Other attachments wait.")
    raise AppError(f"{card.name} has no cost for which it could be placed.")


def _check_limited(game: Game, card: Card) -> None:
    """Check the limit, which duplicates count against (ruling 9)."""
    if not card.keyword("limited"):
        return
    face_up = [
        copy.card
        for each in game.in_play
        for copy in ((each.copy,) if not each.began else ()) + each.duplicates
    ]
    placed = [each for each in face_up if each.keyword("limited")]
    if len(placed) >= game.rules.limited:
        raise AppError(f"Only one Limited card may be placed, and {placed[0].name} is.")


def _check_gold(game: Game, price: int) -> None:
    if price > game.gold:
        raise AppError(f"It costs {price} gold, and {game.gold} of {game.rules.gold} are left.")


def _host_words(attachment: Card) -> str:
    words = attachment.host.words if attachment.host else ""
    return f"It asks for: {words}." if words else ""


def _returned(game: Game, lying: CopyInPlay) -> Game:
    return replace(
        game,
        in_play=tuple(each for each in game.in_play if each.number != lying.number),
        hand=(*game.hand, lying.copy, *lying.duplicates),
        gold=game.gold + lying.paid,
    )


def _turn(placed: Placed) -> int:
    if placed.way is Way.DUPLICATE:
        return 2
    return 1 if placed.card.type is CardType.ATTACHMENT else 0


def _planned_host(game: Game, placed: Placed) -> int | None:
    """Return the number of a copy of the planned host that still may bear the attachment."""
    if placed.host is None:
        return None
    fitting = (each for each in bearers(game, placed.card) if each.card == placed.host)
    found = next(fitting, None)
    return found.number if found else None
