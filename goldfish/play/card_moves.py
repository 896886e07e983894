"""Rounds played by hand: cards brought out, and the way from phase to phase.

`goldfish.rounds` checks the rules and prices. This module moves the copies, writes the log, and
handles what only this game has, such as the dead pile. The second edition joins dominance and
standing, since nothing is done alone between them. In the first edition a card may come out of
Shadows as each phase begins, also in taxation with the gold that is returned afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from carddb.card import Card
from carddb.gold import Price
from carddb.terms import CardType, Edition
from core.errors import AppError
from goldfish.play.game import (
    Copy,
    CopyInPlay,
    Game,
    PlayPhase,
    Zone,
    cards_words,
    joined,
    leaves_play,
    without_copy,
)
from goldfish.play.setup_moves import as_duplicate, bearer_of, finish, keep
from goldfish.rounds import game_state, moves
from goldfish.rounds.effects import bestowed, income, is_shadow_reducer
from goldfish.rounds.game_state import EffectSource, GameState
from goldfish.rounds.irregular_cards import gold_effects_of
from goldfish.rounds.moves import act
from goldfish.rounds.prices import current_cost, is_forbidden
from goldfish.setup import strength_of


def state_of(game: Game, entering: int = 0) -> GameState:
    """Return the game as a state; `entering` is the number of the copy that enters play next."""
    return GameState(
        rules=game.rules,
        agendas=_cards(game.agendas),
        hand=_cards(game.hand),
        deck=_cards(game.pile),
        in_play=tuple(
            game_state.CardInPlay(
                card=each.card,
                number=each.number,
                duplicates=_cards(each.duplicates),
                bearer=each.host,
                kneeling=each.knelt,
                gold=each.gold,
            )
            for each in game.in_play
        ),
        shadows=_cards(game.shadows),
        discard=_cards(game.discard),
        plots=_cards(game.plots),
        plot=game.revealed.card if game.revealed else None,
        used_plots=_cards(game.used),
        gold=game.gold,
        gained=game.gained,
        round=game.round,
        phase=_phase(game.phase),
        limited=game.limited,
        faction_kneels=game.faction_kneels,
        came_out=game.came_out,
        uses=game.uses,
        ready=game.ready,
        next_number=entering,
    )


def with_state(game: Game, after: GameState, moved: Copy | None = None) -> Game:
    """Return the game with the state after a move; `moved` is the moved copy, if any.

    Cards missing from play leave by `leaves_play`; cards missing from the hand are discarded.
    """
    here = {each.number for each in after.in_play}
    left = [each for each in game.in_play if each.number not in here]
    gone = {each.number for each in left}
    for each in left:
        if each.host not in gone:
            game = leaves_play(game, each, Zone.DISCARD)
    if moved is not None:
        game = _moved(game, after, moved)
    thrown = _thrown(game, after) if len(game.hand) > len(after.hand) else ()
    lost = {copy.number for copy in thrown}
    lying = {each.number: each for each in game.in_play}
    return replace(
        game,
        in_play=tuple(
            replace(lying[each.number], host=each.bearer, knelt=each.kneeling, gold=each.gold)
            for each in after.in_play
        ),
        hand=tuple(copy for copy in game.hand if copy.number not in lost),
        discard=game.discard + thrown,
        gold=after.gold,
        gained=after.gained,
        limited=after.limited,
        faction_kneels=after.faction_kneels,
        came_out=after.came_out,
        uses=after.uses,
        ready=after.ready,
    )


def begun(game: Game, phase: PlayPhase) -> Game:
    """Return the game at the beginning of a phase; effects until the end of phase are over."""
    started = with_state(game, moves.begin(state_of(game), _phase(phase)))
    return replace(started, phase=phase, opened=game.gold, fresh=True, entered=None)


def collected(game: Game) -> Game:
    before = state_of(game)
    found = income(before)
    after = with_state(game, moves.collect(before))
    parts = ", ".join(f"{part.card.name} {_signed(part.gold)}" for part in found.parts)
    words = f"Income: {found.total} gold" + (f" ({parts})." if parts else ".")
    more = after.gold - game.gold - found.total
    if more > 0:
        words += f" Reactions to that: {_signed(more)} gold."
    if more < 0:
        words += f" Gained {found.total + more}: no more gold may be gained this round."
    return after.logged(words)


def price_words(game: Game, card: Card, price: Price) -> str:
    """Return what a card costs now in some way: "3 gold", with what changes the printed price."""
    charge = current_cost(state_of(game), card, price)
    if charge is None:
        return "0 gold"
    if not charge.parts:
        return f"{charge.total} gold"
    parts = ", ".join(f"{part.card.name} {_signed(part.gold)}" for part in charge.parts)
    return f"{charge.total} gold (printed {charge.printed}; {parts})"


def _signed(gold: int) -> str:
    return f"+{gold}" if gold >= 0 else f"\N{MINUS SIGN}{-gold}"


def _cards(copies: tuple[Copy, ...]) -> tuple[Card, ...]:
    return tuple(copy.card for copy in copies)


def _phase(phase: PlayPhase) -> game_state.RoundPhase:
    return game_state.RoundPhase(phase.value) if phase.in_round else game_state.RoundPhase.TAXATION


def _moved(game: Game, after: GameState, moved: Copy) -> Game:
    rest = replace(
        game,
        hand=without_copy(game.hand, moved.number),
        shadows=without_copy(game.shadows, moved.number),
    )
    if any(each.number == moved.number for each in after.in_play):
        return replace(rest, in_play=(*rest.in_play, CopyInPlay(copy=moved)))
    if len(after.shadows) > len(rest.shadows):
        return replace(rest, shadows=(*rest.shadows, moved))
    if len(after.hand) > len(rest.hand):
        return replace(rest, hand=(*rest.hand, moved))
    first = game.titled(moved.card)
    if first and len(after.numbered(first.number).duplicates) > len(first.duplicates):
        return as_duplicate(rest, first, moved)
    return _discarded(rest, moved)


def _thrown(game: Game, after: GameState) -> tuple[Copy, ...]:
    left = Counter(card.code for card in after.hand)
    found = []
    for copy in game.hand:
        if left[copy.card.code]:
            left[copy.card.code] -= 1
        else:
            found.append(copy)
    return tuple(found)


Bring = Callable[[GameState, Card, int | None], GameState]


def marshal(game: Game, number: int, host: int | None = None) -> Game:
    """Return the game with a card of the hand marshaled; AppError names which rule forbids it."""
    copy = _in_hand(game, number)
    if game.phase is not PlayPhase.MARSHALING:
        raise AppError("Cards are marshaled in the marshaling phase.")
    if copy.card.type is CardType.EVENT:
        raise AppError(f"{copy.card.name} is an event, and events are not marshaled.")
    if game.edition is Edition.FIRST and copy.card.keyword("shadow"):
        raise AppError(f"{copy.card.name} goes into shadows first.", "That costs 2 gold.")
    return _bring_out(game, copy, Price.MARSHAL, host)


def ambush(game: Game, number: int, host: int | None = None) -> Game:
    """Return the game with a card of the hand brought out by ambush (RR, Ambush)."""
    copy = _in_hand(game, number)
    if not copy.card.keyword("ambush"):
        raise AppError(f"{copy.card.name} does not have the keyword Ambush.")
    return _bring_out(game, copy, Price.AMBUSH, host)


def marshal_duplicate(game: Game, number: int) -> Game:
    copy = _in_hand(game, number)
    after = moves.duplicate(state_of(game), copy.card)
    return with_state(game, after, copy).logged(f"Marshaled {copy.card.name} as a duplicate.")


def into_shadows(game: Game, number: int) -> Game:
    copy = _in_hand(game, number)
    if not copy.card.keyword("shadow"):
        raise AppError(f"{copy.card.name} cannot lie in shadows.", "Only cards with shadow can.")
    words = price_words(game, copy.card, Price.INTO_SHADOWS)
    after = moves.into_shadows(state_of(game), copy.card)
    return with_state(game, after, copy).logged(f"Put {copy.card.name} into shadows for {words}.")


def emerge(game: Game, number: int, host: int | None = None, x: int = 0) -> Game:
    """Return the game with a card out of shadows for its cost, or for `x` gold if that is X.

    The second edition allows it in any phase, the first for one card as a phase begins. A copy of a
    title in play becomes its duplicate. Events are discarded; players carry out their effects,
    except reductions of the next card.
    """
    copy, zone = game.find(number)
    if zone is not Zone.SHADOWS:
        raise AppError(f"{copy.card.name} is not in shadows.")
    if not game.phase.in_round:
        raise AppError("Cards come out of shadows once the first round has begun.")
    charge = current_cost(state_of(game), copy.card, Price.OUT_OF_SHADOWS)
    price = charge.total if charge else _printed(game, copy.card, x)
    _check_beginning(game, copy.card, price)
    if charge is None:
        return _out_as_printed(game, copy, price, host)
    if copy.card.type is CardType.EVENT:
        return _event_out(game, copy, price)
    return _bring_out(game, copy, Price.OUT_OF_SHADOWS, host)


def play(game: Game, number: int) -> Game:
    """Return the game with an event of the hand played; players check its own conditions."""
    copy = _in_hand(game, number)
    card = copy.card
    if card.type is not CardType.EVENT:
        raise AppError(f"{card.name} is not an event.")
    if not game.phase.in_round:
        raise AppError("Events are played once setup is over.")
    if game.edition is Edition.FIRST and card.keyword("shadow"):
        raise AppError(f"{card.name} is played out of shadows only.")
    if game.edition is Edition.FIRST and card.cost is None:
        gone = replace(game, hand=without_copy(game.hand, number))
        return _discarded(gone, copy).logged(f"Played {card.name}.")
    words = price_words(game, card, Price.PLAY)
    after = moves.play(state_of(game), card)
    return with_state(game, after, copy).logged(f"Played {card.name} for {words}.")


def bestow(game: Game, number: int, amount: int) -> Game:
    """Return the game with gold of the pool on the card that just entered play (RR, Bestow)."""
    lying = game.in_play_with(number)
    if lying is None or not bestowed(lying.card) or game.entered != number:
        raise AppError("Gold is bestowed on a card with bestow, right as it enters play.")
    most = min(bestowed(lying.card), game.gold)
    if not 0 < amount <= most:
        raise AppError(f"{lying.card.name} takes up to {most} gold.")
    given = game.with_in_play(replace(lying, gold=lying.gold + amount))
    left = replace(given, gold=game.gold - amount, entered=None)
    return left.logged(f"Bestowed {amount} gold on {lying.card.name}.")


_WAYS: dict[Price, tuple[Bring, str]] = {
    Price.MARSHAL: (moves.marshal, "Marshaled"),
    Price.AMBUSH: (moves.ambush, "Ambushed with"),
    Price.OUT_OF_SHADOWS: (moves.out_of_shadows, "Brought out of shadows:"),
}


def _bring_out(game: Game, copy: Copy, way: Price, host: int | None) -> Game:
    card = copy.card
    bring, verb = _WAYS[way]
    first = game.titled(card)
    if first is None:
        _check_dead(game, card)
    words = price_words(game, card, way)
    if first is None and card.type is CardType.ATTACHMENT:
        host = bearer_of(game, card, host).number
    after = with_state(game, bring(state_of(game, copy.number), card, host), copy)
    lying = after.in_play_with(copy.number)
    on = f" on {game.find(host)[0].card.name}" if host is not None and first is None else ""
    as_copy = " as a duplicate" if lying and lying.number != copy.number else ""
    logged = after.logged(f"{verb} {card.name}{on}{as_copy} for {words}.")
    may_take = bestowed(card) and not as_copy and logged.gold > 0
    return replace(logged, entered=copy.number if may_take else None)


def _in_hand(game: Game, number: int) -> Copy:
    copy, zone = game.find(number)
    if zone is not Zone.HAND:
        raise AppError(f"{copy.card.name} is not in your hand.")
    return copy


def _check_dead(game: Game, card: Card) -> None:
    if card.unique and any(copy.card.name == card.name and copy.card.unique for copy in game.dead):
        raise AppError(f"{card.name} lies in the dead pile.", "No other copy may come into play.")


def _check_beginning(game: Game, card: Card, price: int) -> None:
    """Check the first edition's rule: one card, first in the phase, with the gold there was."""
    if game.edition is Edition.SECOND:
        return
    if not game.fresh:
        raise AppError(
            "A card comes out of shadows only at the beginning of a phase, before all else.",
            "Wait for the next phase.",
        )
    if price > game.opened:
        raise AppError(
            f"{card.name} costs {price}, and the phase began with {game.opened} gold.",
            "Cards come out before income is collected.",
        )


def _printed(game: Game, card: Card, x: int) -> int:
    """Return the printed price of events and cards with X, for `x` gold."""
    printed = card.shadow_cost if isinstance(card.shadow_cost, int) else x
    return printed + (0 if card.type is CardType.EVENT else game.rules.penalty(card))


def _out_as_printed(game: Game, copy: Copy, price: int, host: int | None) -> Game:
    card = copy.card
    if price > game.gold:
        raise AppError(f"{card.name} costs {price} gold, and there is {game.gold}.")
    bare = replace(game, shadows=without_copy(game.shadows, copy.number), gold=game.gold - price)
    words = f"Brought out of shadows: {card.name} for {price} gold."
    if card.type is CardType.EVENT:
        if is_forbidden(state_of(game), card):
            raise AppError(f"{card.name} cannot be played while this plot is revealed.")
        return _discarded(bare, copy).logged(words)
    first = game.titled(card)
    if first is not None:
        return as_duplicate(bare, first, copy).logged(words)
    _check_dead(game, card)
    bearer = bearer_of(game, card, host).number if card.type is CardType.ATTACHMENT else None
    lying = CopyInPlay(copy=copy, host=bearer)
    return replace(bare, in_play=(*bare.in_play, lying), came_out=True).logged(words)


def _event_out(game: Game, copy: Copy, price: int) -> Game:
    card, state = copy.card, state_of(game)
    effects = gold_effects_of(card)
    reducing = [n for n, effect in enumerate(effects) if is_shadow_reducer(card, effect)]
    if reducing:
        after = act(state, EffectSource(card, 0, reducing[0]))
    else:
        after = moves.play(state, card, Price.OUT_OF_SHADOWS)
    logged = with_state(game, after, copy)
    return logged.logged(f"Brought out of shadows: {card.name} for {price} gold.")


def _discarded(game: Game, copy: Copy) -> Game:
    """Return the game with a played event in the discard pile, or the dead pile (Deathbound)."""
    if copy.card.keyword("deathbound"):
        return replace(game, dead=(*game.dead, copy))
    return replace(game, discard=(*game.discard, copy))


def choose_plot(game: Game, number: int) -> Game:
    """Return the game with a plot revealed; the previous one goes to the used pile.

    After the last plot of the deck the used ones return to it (RR, Plot Card).
    """
    copy, zone = game.find(number)
    if game.phase is not PlayPhase.PLOT:
        raise AppError("Plots are chosen in the plot phase.")
    if game.plot_chosen:
        revealed = game.revealed.card.name if game.revealed else "none"
        raise AppError(f"This round's plot is chosen: {revealed}.", "Undo to choose again.")
    if zone is not Zone.PLOTS:
        raise AppError(f"{copy.card.name} is not in the plot deck.")
    after = moves.reveal(state_of(game), copy.card)
    used = (*game.used, game.revealed) if game.revealed else game.used
    plots = without_copy(game.plots, number)
    words = f"Revealed {copy.card.name}."
    if not plots and used:
        plots, used = used, ()
        words += " It was the last plot: the used ones are the plot deck again."
    if after.gold > game.gold:
        words += f" Gained {after.gold - game.gold} gold."
    shown = replace(game, revealed=copy, plots=plots, used=used, plot_chosen=True)
    after_all = replace(shown, gold=after.gold, gained=after.gained, uses=after.uses)
    return after_all.logged(words)


def go_on(game: Game) -> Game:
    return _STEPS[game.phase](game)


def awaits_plot(game: Game) -> bool:
    return game.phase is PlayPhase.PLOT and not game.plot_chosen and bool(game.plots)


def excess_of_reserve(game: Game) -> int:
    """Return how many cards must be discarded before the round ends."""
    return moves.cards_over_reserve(state_of(game)) if game.phase is PlayPhase.TAXATION else 0


def next_words(game: Game) -> str:
    if game.phase is PlayPhase.HAND:
        return "Keep this hand"
    if game.phase is PlayPhase.SETUP:
        missing = max(0, game.rules.refill_to - len(game.hand))
        return f"Finish setup, draw {missing}" if missing else "Finish setup"
    if awaits_plot(game):
        return "Reveal a plot"
    return {
        PlayPhase.PLOT: f"Draw {moves.draws(state_of(game))}",
        PlayPhase.DRAW: "Collect income",
        PlayPhase.MARSHALING: "To challenges",
        PlayPhase.CHALLENGES: "To dominance",
        PlayPhase.DOMINANCE: "To standing" if game.edition is Edition.FIRST else "To taxation",
        PlayPhase.STANDING: "To taxation",
        PlayPhase.TAXATION: f"Start round {game.round + 1}",
    }[game.phase]


def _to_draw(game: Game) -> Game:
    if awaits_plot(game):
        raise AppError("Reveal a plot first.", "Choose one.")
    count = moves.draws(state_of(game))
    drawn = game.pile[:count]
    phase = begun(game, PlayPhase.DRAW)
    after = replace(phase, hand=game.hand + drawn, pile=game.pile[count:])
    words = f"Drew {joined([copy.card.name for copy in drawn])}."
    return after.logged(words if after.pile else f"{words} The draw deck is empty.")


def _to_dominance(game: Game) -> Game:
    phase = begun(game, PlayPhase.DOMINANCE)
    strength = sum(
        strength_of(each.card)
        for each in game.in_play
        if each.card.type is CardType.CHARACTER and not each.knelt
    )
    words = f"Dominance: {strength} printed STR standing and {game.gold} gold"
    return phase.logged(f"{words}, {strength + game.gold} in all.")


def _after_dominance(game: Game) -> Game:
    if game.edition is Edition.SECOND:
        return _stood_and_taxed(game)
    kneeling = sum(each.knelt for each in game.in_play)
    phase = begun(with_state(game, moves.stand(state_of(game))), PlayPhase.STANDING)
    return phase.logged(f"Stood {cards_words(kneeling)}.")


def _to_taxation(game: Game) -> Game:
    phase = begun(game, PlayPhase.TAXATION)
    return phase.logged(f"Taxation, with {phase.gold} gold to return.")


def _stood_and_taxed(game: Game) -> Game:
    """Stand what kneels and return the unspent gold (RR 6.2, 7.2)."""
    kneeling = sum(each.knelt for each in game.in_play)
    untaxed = moves.untaxed(state_of(game))
    stood = with_state(game, moves.tax(moves.stand(state_of(game))))
    phase = replace(begun(stood, PlayPhase.TAXATION), opened=game.gold)
    words = [f"Stood {cards_words(kneeling)}."] if kneeling else []
    words.append(f"Returned {game.gold - untaxed} gold.")
    if untaxed:
        words.append(f"Kept {untaxed} gold.")
    if over := excess_of_reserve(phase):
        words.append(
            f"The reserve is {moves.reserve(state_of(phase))}: discard {cards_words(over)}."
        )
    return phase.logged(" ".join(words))


def _to_next_round(game: Game) -> Game:
    over = excess_of_reserve(game)
    if over:
        reserve = moves.reserve(state_of(game))
        raise AppError(
            f"Your reserve is {reserve}, and you hold {cards_words(len(game.hand))}.",
            f"Discard {cards_words(over)} of your choice first.",
        )
    taxed = game
    if game.edition is Edition.FIRST:
        taxed = with_state(game, moves.tax(state_of(game)))
    following = begun(taxed, PlayPhase.PLOT)
    following = replace(following, round=game.round + 1, plot_chosen=False)
    words = f"Round {following.round} begins."
    back = game.gold - taxed.gold
    return following.logged(f"Returned {back} gold. {words}" if back else words)


def _to_challenges(game: Game) -> Game:
    phase = begun(game, PlayPhase.CHALLENGES)
    words = f"Challenges, with {phase.gold} gold."
    if returned := moves.returns_gold(state_of(game)) and game.gold:
        words = f"Returned {returned} gold. {words}"
    return phase.logged(words)


_STEPS: dict[PlayPhase, Callable[[Game], Game]] = {
    PlayPhase.HAND: keep,
    PlayPhase.SETUP: lambda game: begun(finish(game), PlayPhase.PLOT),
    PlayPhase.PLOT: _to_draw,
    PlayPhase.DRAW: lambda game: collected(begun(game, PlayPhase.MARSHALING)),
    PlayPhase.MARSHALING: _to_challenges,
    PlayPhase.CHALLENGES: _to_dominance,
    PlayPhase.DOMINANCE: _after_dominance,
    PlayPhase.STANDING: _to_taxation,
    PlayPhase.TAXATION: _to_next_round,
}
