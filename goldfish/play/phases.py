"""From phase to phase: plot, draw, income, standing, taxation, and the next round.

The second edition joins dominance and standing, since nothing is done alone between them. In the
first edition a card may come out of Shadows as each phase begins, also in taxation with the gold
that is returned afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from carddb.terms import CardType, Edition
from core.errors import AppError
from goldfish.play.card_moves import begun, collected, reserve_of, state_of, with_state
from goldfish.play.game import Game, PlayPhase, Zone, cards_words, gold_of, joined, without_copy
from goldfish.play.setup_moves import finish, keep
from goldfish.rounds import moves
from goldfish.setup import strength_of


def choose_plot(game: Game, number: int) -> Game:
    """Return the game with a plot revealed; the previous one goes to the used pile.

    After the last plot of the deck the used ones return to it (RR, Plot Card).
    """
    copy, zone = game.find(number)
    if game.phase is not PlayPhase.PLOT:
        raise AppError("Plots are chosen in the plot phase.")
    if game.plot_chosen:
        raise AppError(f"This round's plot is chosen: {_revealed(game)}.", "Undo to choose again.")
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
        words += f" Gained {gold_of(after.gold - game.gold)}."
    shown = replace(game, revealed=copy, plots=plots, used=used, plot_chosen=True)
    after_all = replace(shown, gold=after.gold, gained=after.gained, uses=after.uses)
    return after_all.logged(words)


def go_on(game: Game) -> Game:
    return _STEPS[game.phase](game)


def awaits_plot(game: Game) -> bool:
    return game.phase is PlayPhase.PLOT and not game.plot_chosen and bool(game.plots)


def excess_of_reserve(game: Game) -> int:
    """Return how many cards of the hand must go before the round ends; 0 in the first edition."""
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
    words = f"Dominance: {strength} printed STR standing and {gold_of(game.gold)}"
    return phase.logged(f"{words}, {strength + game.gold} in all.")


def _after_dominance(game: Game) -> Game:
    return _to_standing(game) if game.edition is Edition.FIRST else _stood_and_taxed(game)


def _to_standing(game: Game) -> Game:
    kneeling = sum(each.knelt for each in game.in_play)
    phase = begun(with_state(game, moves.stand(state_of(game))), PlayPhase.STANDING)
    return phase.logged(f"Stood {cards_words(kneeling)}.")


def _to_taxation(game: Game) -> Game:
    phase = begun(game, PlayPhase.TAXATION)
    return phase.logged(f"Taxation, with {gold_of(phase.gold)} to return.")


def _stood_and_taxed(game: Game) -> Game:
    """Stand what kneels and return the unspent gold (RR 6.2, 7.2)."""
    kneeling = sum(each.knelt for each in game.in_play)
    untaxed = moves.untaxed(state_of(game))
    stood = with_state(game, moves.tax(moves.stand(state_of(game))))
    phase = replace(begun(stood, PlayPhase.TAXATION), opened=game.gold)
    words = [f"Stood {cards_words(kneeling)}."] if kneeling else []
    words.append(f"Returned {gold_of(game.gold - untaxed)}.")
    if untaxed:
        words.append(f"Kept {gold_of(untaxed)}.")
    if over := excess_of_reserve(phase):
        words.append(f"The reserve is {reserve_of(phase)}: discard {cards_words(over)}.")
    return phase.logged(" ".join(words))


def _to_next_round(game: Game) -> Game:
    over = excess_of_reserve(game)
    if over:
        raise AppError(
            f"Your reserve is {reserve_of(game)}, and you hold {cards_words(len(game.hand))}.",
            f"Discard {cards_words(over)} of your choice first.",
        )
    taxed = game
    if game.edition is Edition.FIRST:
        taxed = with_state(game, moves.tax(state_of(game)))
    following = begun(taxed, PlayPhase.PLOT)
    following = replace(following, round=game.round + 1, plot_chosen=False)
    words = f"Round {following.round} begins."
    back = game.gold - taxed.gold
    return following.logged(f"Returned {gold_of(back)}. {words}" if back else words)


def _revealed(game: Game) -> str:
    return game.revealed.card.name if game.revealed else "none"


def _to_plot(game: Game) -> Game:
    return begun(finish(game), PlayPhase.PLOT)


def _to_marshaling(game: Game) -> Game:
    return collected(begun(game, PlayPhase.MARSHALING))


def _to_challenges(game: Game) -> Game:
    phase = begun(game, PlayPhase.CHALLENGES)
    words = f"Challenges, with {gold_of(phase.gold)}."
    if returned := moves.returns_gold(state_of(game)) and game.gold:
        words = f"Returned {gold_of(returned)}. {words}"
    return phase.logged(words)


_STEPS: dict[PlayPhase, Callable[[Game], Game]] = {
    PlayPhase.HAND: keep,
    PlayPhase.SETUP: _to_plot,
    PlayPhase.PLOT: _to_draw,
    PlayPhase.DRAW: _to_marshaling,
    PlayPhase.MARSHALING: _to_challenges,
    PlayPhase.CHALLENGES: _to_dominance,
    PlayPhase.DOMINANCE: _after_dominance,
    PlayPhase.STANDING: _to_taxation,
    PlayPhase.TAXATION: _to_next_round,
}
