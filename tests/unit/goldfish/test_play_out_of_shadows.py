"""Out of shadows by hand: events that are played there, and the phases of the first edition."""

from __future__ import annotations

from typing import Any

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition
from goldfish.play.game import Game, Move, MoveKind, PlayPhase
from goldfish.play.moves import do, moves_of
from goldfish.play.phases import next_words
from tests.unit.goldfish.play_games import (
    LIMITED,
    doing,
    event,
    first_edition,
    game_with,
    names,
    number,
    person,
    plot,
    refused,
    shadow,
)


def on(game: Game, steps: int = 1) -> Game:
    for _ in range(steps):
        game = do(game, Move(MoveKind.NEXT))
    return game


def hiding(second: CardPool, **fields: Any) -> Game:
    """Return a game with two copies of A Very Large Shadow and two characters in shadows."""
    shade = second.card("13090")
    people = [person(name, 6, keywords=(shadow(4),)) for name in ("Varys", "Syrio")]
    return game_with(shadows=[shade, shade, *people], phase=PlayPhase.CHALLENGES, gold=5, **fields)


SHADE = "A Very Large Shadow"


def test_a_very_large_shadow_is_played_once_a_phase(second: CardPool) -> None:
    out = doing(hiding(second), MoveKind.EMERGE, SHADE)
    assert (out.gold, names(out.discard)) == (5, [SHADE])
    refused(out, MoveKind.EMERGE, SHADE, "as often as its limit allows", place=1)
    varys = doing(out, MoveKind.EMERGE, "Varys")
    assert varys.gold == 4
    later = on(varys)
    assert doing(later, MoveKind.EMERGE, SHADE, place=1).shadows != later.shadows


def test_it_returns_to_hand_while_a_scheme_is_revealed(second: CardPool) -> None:
    out = doing(hiding(second, revealed=second.card("02016")), MoveKind.EMERGE, SHADE)
    assert (names(out.hand), out.discard) == ([SHADE], ())
    assert doing(out, MoveKind.EMERGE, "Varys").gold == 4
    shade = number(out, SHADE)
    assert not [o for o in moves_of(out, shade) if o.move.kind is MoveKind.USE]


def test_a_limited_event_out_of_shadows_is_the_limited_card_of_the_round() -> None:
    gold = event("All the Gold", None, keywords=(LIMITED, shadow(0)))
    mint = person("Mint", 1, keywords=(LIMITED,))
    game = game_with([mint], shadows=[gold], phase=PlayPhase.MARSHALING, gold=3)
    out = doing(game, MoveKind.EMERGE, "All the Gold")
    assert out.limited == 1
    refused(out, MoveKind.MARSHAL, "Mint", "No more Limited")
    refused(
        doing(game, MoveKind.MARSHAL, "Mint"), MoveKind.EMERGE, "All the Gold", "No more Limited"
    )


def old(name: str) -> Card:
    return first_edition(person, name, 4, keywords=(shadow(2),))


def test_the_first_edition_lets_one_card_out_as_each_phase_begins() -> None:
    """As dominance, standing and taxation begin too, while the gold is still there."""
    names_of = ("Varys", "Meera", "Bran", "Osha")
    game = game_with(
        phase=PlayPhase.MARSHALING,
        edition=Edition.FIRST,
        shadows=[old(name) for name in names_of],
        revealed=plot("Cause", 5, None),
        plots=[plot("Feast", 4, None)],
        gold=9,
    )
    steps = []
    for name in names_of:
        steps.append(next_words(game))
        game = doing(on(game), MoveKind.EMERGE, name)
    assert steps == ["To challenges", "To dominance", "To standing", "To taxation"]
    assert (game.phase, game.gold, game.shadows) == (PlayPhase.TAXATION, 1, ())
    after = on(game)
    assert (after.phase, after.gold) == (PlayPhase.PLOT, 0)
    assert after.log[-1].words == "Returned 1 gold. Round 2 begins."


def test_supporting_the_faith_takes_the_gold_as_challenges_begin(second: CardPool) -> None:
    game = game_with(phase=PlayPhase.MARSHALING, gold=3, revealed=second.card("01023"))
    after = on(game)
    assert (after.gold, after.log[-1].words) == (0, "Returned 3 gold. Challenges, with 0 gold.")


def test_berserkers_come_out_for_the_number_of_used_plots(second: CardPool) -> None:
    game = game_with(shadows=[second.card("26031")], phase=PlayPhase.CHALLENGES, gold=3)
    found = moves_of(game, number(game, "House Umber Berserkers"))
    assert [o.words for o in found if o.move.kind is MoveKind.EMERGE] == [
        "Bring out of shadows for 1 gold"
    ]
