"""Actions on gold: what kneels, or is paid otherwise, to gain gold or to make cards cheaper."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card_match import pattern_matches
from carddb.errors import AppError
from carddb.gold import GoldEffect
from carddb.pattern import CardPattern
from goldfish.play.economy import absorbed, state_of
from goldfish.play.game import Copy, Game, Zone
from goldfish.rounds.actions import ActionChoice, act, gains, kneelable, why_not_act
from goldfish.rounds.effects import amount
from goldfish.rounds.game_state import EffectSource

_IN_FORCE = frozenset({Zone.PLAY, Zone.AGENDA, Zone.REVEALED, Zone.HAND})


def use(game: Game, number: int, index: int, other: int | None = None) -> Game:
    """Return the game after the action of a copy that is its effect of that index.

    `other` is the copy that the action kneels or discards, where it asks for one.
    """
    copy, zone = game.find(number)
    source = effect_source(copy, zone, index)
    if source is None or not game.phase.in_round:
        raise AppError(f"{copy.card.name} has no such action now.")
    state = state_of(game)
    why = why_not_act(state, source)
    if why:
        raise AppError(why)
    words = f"{copy.card.name}: {effect_words(game, source)}."
    choice = ActionChoice()
    if other is not None:
        with_it, there = game.find(other)
        choice = (
            ActionChoice(kneeling=other)
            if there is Zone.PLAY
            else ActionChoice(discarding=with_it.card)
        )
    moved = copy if zone is Zone.HAND else None
    return absorbed(game, act(state, source, choice), moved).logged(words)


def uses(game: Game, copy: Copy, zone: Zone) -> Iterator[tuple[int, int | None]]:
    """Yield the actions of a copy that can be taken now: the index, the other copy it asks for."""
    if not game.phase.in_round or zone not in _IN_FORCE or not copy.card.gold_effects:
        return
    state = state_of(game)
    for index, effect in enumerate(copy.card.gold_effects):
        source = effect_source(copy, zone, index)
        if source is None or why_not_act(state, source):
            continue
        others: list[int | None] = []
        if effect.kneels is not None:
            others += [each.number for each in kneelable(state, effect)]
        elif effect.discards is not None:
            others += [
                each.number for each in game.hand if pattern_matches(effect.discards, each.card)
            ]
        yield from ((index, other) for other in others or [None])


def effect_source(copy: Copy, zone: Zone, index: int) -> EffectSource | None:
    """Return the effect of a copy as the rules of gold name it, None where it is not in force."""
    dash = zone is Zone.HAND and copy.card.cost is None
    if zone not in _IN_FORCE or dash or index >= len(copy.card.gold_effects):
        return None
    return EffectSource(copy.card, copy.number if zone is Zone.PLAY else 0, index)


def effect_words(game: Game, source: EffectSource) -> str:
    """Return what an action costs and does, in words: "kneel it, next Lord character 2 less"."""
    effect = source.effect
    gold = amount(state_of(game), source)
    parts = [words for words, holds in _cost_words(effect) if holds]
    if gains(source):
        parts.append(f"gain {gold} gold" if gold else "gain gold")
    else:
        parts.append(f"{_concerned(effect)} {gold} less")
    return ", ".join(parts)


def _cost_words(effect: GoldEffect) -> Iterator[tuple[str, bool]]:
    yield "sacrifice it" if effect.sacrifice else "kneel it", effect.kneel or effect.sacrifice
    yield "kneel the faction card", effect.kneel_faction
    yield "kneel its bearer", effect.kneel_host
    yield "kneel a card", effect.kneels is not None
    yield "discard a card", effect.discards is not None
    yield f"{effect.own_gold} gold from it", bool(effect.own_gold)


def _concerned(effect: GoldEffect) -> str:
    pattern = effect.applies or CardPattern()
    kinds = " or ".join(each.value for each in pattern.types) or "card"
    whose = " or ".join([*(each.label for each in pattern.factions), *pattern.traits])
    loyal = "loyal" if pattern.loyal else ""
    unique = "unique" if pattern.unique else ""
    return " ".join(filter(None, ("the next", loyal, unique, whose, kinds)))
