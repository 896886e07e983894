"""Rounds by hand: plots, income, marshaling, shadows, ambush, bestow, taxation, effects."""

from __future__ import annotations

from typing import Any

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach
from carddb.pattern import CardPattern
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Keyword
from goldfish.play.card_moves import excess_of_reserve, next_words
from goldfish.play.game import Game, Move, MoveKind, PlayPhase, Record, Zone
from goldfish.play.moves import do, dropped, main_move, moves_of, uses
from tests.unit.goldfish.play_games import (
    LIMITED,
    attachment,
    doing,
    event,
    first_edition,
    game_with,
    names,
    number,
    person,
    place,
    plot,
    refused,
    shadow,
)

STEWARD = GoldEffect(
    kind=GoldKind.REDUCE,
    moment=Moment.MARSHALING_ACTION,
    amount=1,
    applies=CardPattern(types=(CardType.CHARACTER,)),
    prices=(Price.MARSHAL,),
    reach=Reach.NEXT,
    lasts="phase",
    kneel=True,
)
MINT = GoldEffect(kind=GoldKind.GAIN, moment=Moment.MARSHALING_ACTION, amount=2, kneel=True)


def on(game: Game, steps: int = 1) -> Game:
    for _ in range(steps):
        game = do(game, Move(MoveKind.NEXT))
    return game


def marshaling(*hand: Card, gold: int = 6, **fields: Any) -> Game:
    return game_with(hand, phase=PlayPhase.MARSHALING, gold=gold, **fields)


def words(game: Game) -> str:
    return game.log[-1].words


def test_a_round_from_plot_to_plot() -> None:
    pile = [person(f"P{i}") for i in range(9)]
    start = game_with(
        [person("Osha", 3)],
        phase=PlayPhase.PLOT,
        pile=pile,
        plots=[plot("Cause", 5), plot("Feast", 2)],
        in_play=[place("Mint", income=1)],
    )
    refused(start, MoveKind.NEXT, words="Reveal a plot first")
    chosen = doing(start, MoveKind.CHOOSE, "Cause")
    refused(chosen, MoveKind.CHOOSE, "Feast", "plot is chosen: Cause")
    drawn = on(chosen)
    assert (drawn.phase, names(drawn.hand)) == (PlayPhase.DRAW, ["Osha", "P0", "P1"])
    rich = on(drawn)
    assert (rich.phase, rich.gold) == (PlayPhase.MARSHALING, 6)
    assert words(rich) == "Income: 6 gold (Cause +5, Mint +1)."
    poorer = doing(rich, MoveKind.MARSHAL, "Osha")
    assert (poorer.gold, words(poorer)) == (3, "Marshaled Osha for 3 gold.")
    dominance = on(poorer, 2)
    assert words(dominance) == "Dominance: 3 printed STR standing and 3 gold, 6 in all."
    taxed = on(dominance)
    assert (taxed.phase, taxed.gold, words(taxed)) == (PlayPhase.TAXATION, 0, "Returned 3 gold.")
    again = on(taxed)
    assert (again.phase, again.round, words(again)) == (PlayPhase.PLOT, 2, "Round 2 begins.")
    later = doing(again, MoveKind.CHOOSE, "Feast")
    assert (names(later.plots), later.used, "last plot" in words(later)) == (["Cause"], (), True)


def test_what_the_next_step_is_stands_on_its_button() -> None:
    found = []
    game = game_with([], phase=PlayPhase.HAND, plots=[plot("Cause", 5, 9)], pile=[person()] * 9)
    for _ in range(8):
        found.append(next_words(game))
        if game.phase is PlayPhase.PLOT:
            game = doing(game, MoveKind.CHOOSE, "Cause")
            found.append(next_words(game))
        game = on(game)
    assert found == [
        "Keep this hand",
        "Finish setup, draw 7",
        "Reveal a plot",
        "Draw 2",
        "Collect income",
        "To challenges",
        "To dominance",
        "To taxation",
        "Start round 2",
    ]


def test_cards_are_marshaled_in_their_phase_for_gold_that_is_there() -> None:
    game = marshaling(person("Osha", 3), person("Robb", 7), event("Raid"))
    refused(game, MoveKind.MARSHAL, "Robb", "costs 7 gold, and there is 6")
    refused(game, MoveKind.MARSHAL, "Raid", "events are not marshaled")
    refused(on(game), MoveKind.MARSHAL, "Osha", "marshaling phase")


def test_a_steward_kneels_and_the_next_character_is_cheaper() -> None:
    steward = person("Steward", 1, gold_effects=(STEWARD,))
    game = marshaling(person("Osha", 3), place("Gate", 1), in_play=[steward])
    used = doing(game, MoveKind.USE, "Steward")
    assert used.in_play[0].knelt
    assert words(used) == "Steward: kneel it, the next character 1 less."
    refused(used, MoveKind.USE, "Steward", "kneels already")
    gate = doing(used, MoveKind.MARSHAL, "Gate")
    osha = doing(gate, MoveKind.MARSHAL, "Osha")
    assert (gate.gold, osha.gold) == (5, 3)
    assert words(osha) == "Marshaled Osha for 2 gold (printed 3; Steward \N{MINUS SIGN}1)."
    first = next(iter(moves_of(game, number(game, "Steward"))))
    assert first.words == "Kneel it, the next character 1 less"


def test_a_location_kneels_for_gold_and_stands_again() -> None:
    game = marshaling(in_play=[place("Mint", gold_effects=(MINT,))], gold=1)
    richer = doing(game, MoveKind.USE, "Mint")
    assert (richer.gold, words(richer)) == (3, "Mint: kneel it, gain 2 gold.")
    taxed = on(richer, 3)
    assert not taxed.in_play[0].knelt
    assert words(taxed) == "Stood 1 card. Returned 3 gold."
    assert not list(uses(taxed, taxed.in_play[0].copy, Zone.PLAY))


def test_one_limited_card_a_round_but_a_duplicate_of_it_is_free() -> None:
    wall = place("Wall", 1, unique=True, keywords=(LIMITED,))
    game = doing(
        marshaling(wall, wall, place("Gate", keywords=(LIMITED,))), MoveKind.MARSHAL, "Wall"
    )
    refused(game, MoveKind.MARSHAL, "Gate", "No more Limited")
    double = doing(game, MoveKind.DUPLICATE, "Wall", place=1)
    assert (double.gold, len(double.in_play[0].duplicates)) == (5, 1)
    fresh = on(double, 4)
    assert fresh.limited == 0


def test_a_title_in_play_or_in_the_dead_pile_is_not_marshaled_again() -> None:
    arya = person("Arya", 2, unique=True)
    refused(marshaling(arya, in_play=[arya]), MoveKind.MARSHAL, "Arya", "duplicate")
    refused(marshaling(arya, dead=[arya]), MoveKind.MARSHAL, "Arya", "dead pile")
    refused(marshaling(arya), MoveKind.DUPLICATE, "Arya", "No copy of Arya is in play")
    dead = doing(marshaling(in_play=[arya]), MoveKind.KILL, "Arya")
    assert names(dead.dead) == ["Arya"]


def test_shadows_in_for_two_and_out_for_the_cost_in_any_phase() -> None:
    varys = person("Varys", 6, keywords=(shadow(3),))
    game = doing(marshaling(varys), MoveKind.SHADOW, "Varys")
    assert (game.gold, names(game.shadows)) == (4, ["Varys"])
    out = doing(on(game), MoveKind.EMERGE, "Varys")
    assert (out.phase, out.gold, out.shadows) == (PlayPhase.CHALLENGES, 1, ())
    assert [each.card.name for each in out.in_play] == ["Varys"]
    poor = game_with(shadows=[varys], phase=PlayPhase.DRAW, gold=2)
    refused(poor, MoveKind.EMERGE, "Varys", "costs 3 gold, and there is 2")
    refused(marshaling(person("Osha")), MoveKind.SHADOW, "Osha", "cannot lie in shadows")


def test_events_come_out_of_shadows_and_are_discarded() -> None:
    ashes = event("Ashes", None, keywords=(shadow(2),))
    game = game_with(shadows=[ashes], phase=PlayPhase.CHALLENGES, gold=3)
    out = doing(game, MoveKind.EMERGE, "Ashes")
    assert (out.gold, names(out.discard)) == (1, ["Ashes"])


def test_the_first_edition_brings_one_card_out_at_the_beginning_of_a_phase() -> None:
    hidden = [first_edition(person, name, 3, keywords=(shadow(1),)) for name in ("Varys", "Meera")]
    game = game_with(
        [first_edition(person, "Osha", 1)],
        phase=PlayPhase.MARSHALING,
        edition=Edition.FIRST,
        shadows=hidden,
        gold=6,
    )
    acted = doing(game, MoveKind.MARSHAL, "Osha")
    refused(acted, MoveKind.EMERGE, "Varys", "beginning of a phase")
    challenges = on(acted)
    out = doing(challenges, MoveKind.EMERGE, "Varys")
    assert out.gold == challenges.gold - 1
    refused(out, MoveKind.EMERGE, "Meera", "beginning of")
    assert doing(on(out), MoveKind.EMERGE, "Meera").shadows == ()


def test_income_does_not_pay_for_what_comes_out_before_it() -> None:
    varys = first_edition(person, "Varys", 4, keywords=(shadow(2),))
    drawn = game_with(
        phase=PlayPhase.DRAW,
        edition=Edition.FIRST,
        shadows=[varys],
        revealed=plot("Cause", 5, None),
    )
    refused(on(drawn), MoveKind.EMERGE, "Varys", "the phase began with 0 gold")


def test_ambush_in_the_challenges_phase_and_gold_is_bestowed_right_then() -> None:
    boros = person("Boros", 5, keywords=(Keyword("ambush", 3), Keyword("bestow", 2)))
    game = marshaling(boros, person("Osha"))
    refused(game, MoveKind.AMBUSH, "Boros", "challenges phase")
    out = doing(on(game), MoveKind.AMBUSH, "Boros")
    assert (out.gold, words(out)) == (3, "Ambushed with Boros for 3 gold.")
    assert [o.words for o in moves_of(out, number(out, "Boros"))][:2] == [
        "Bestow 1 gold",
        "Bestow 2 gold",
    ]
    given = doing(out, MoveKind.BESTOW, "Boros", amount=2)
    assert (given.gold, given.in_play[0].gold) == (1, 2)
    refused(given, MoveKind.BESTOW, "Boros", "right as it enters play", amount=1)
    refused(out, MoveKind.BESTOW, "Boros", "up to 2 gold", amount=3)
    late = doing(out, MoveKind.TURN, "Boros")
    refused(late, MoveKind.BESTOW, "Boros", "right as it enters play", amount=1)
    refused(on(game), MoveKind.AMBUSH, "Osha", "not have the keyword Ambush")


def test_attachments_are_marshaled_on_the_host_that_is_asked_for() -> None:
    game = marshaling(attachment("Ice"), in_play=[person("Osha"), person("Hodor")])
    found = [o.words for o in moves_of(game, number(game, "Ice"))]
    assert found[:2] == ["Marshal on Osha for 1 gold", "Marshal on Hodor for 1 gold"]
    on_hodor = doing(game, MoveKind.MARSHAL, "Ice", host=number(game, "Hodor"))
    assert words(on_hodor) == "Marshaled Ice on Hodor for 1 gold."
    refused(marshaling(attachment("Ice")), MoveKind.MARSHAL, "Ice", "No card in play may bear Ice")
    dragged = dropped(game, number(game, "Ice"), Zone.PLAY, number(game, "Hodor"))
    assert dragged.in_play[-1].host == number(game, "Hodor")


def test_what_a_leaving_card_bore_goes_home_or_to_the_discard_pile() -> None:
    ice = attachment("Ice")
    chain = attachment("Chain", keywords=(Keyword("terminal"),))
    game = marshaling(ice, chain, in_play=[person("Osha")])
    both = doing(doing(game, MoveKind.MARSHAL, "Ice"), MoveKind.MARSHAL, "Chain")
    killed = doing(both, MoveKind.KILL, "Osha")
    assert (names(killed.hand), names(killed.discard), names(killed.dead)) == (
        ["Ice"],
        ["Chain"],
        ["Osha"],
    )
    old = first_edition(attachment, "Needle")
    first = game_with(
        [old],
        edition=Edition.FIRST,
        phase=PlayPhase.MARSHALING,
        gold=3,
        in_play=[first_edition(person, "Osha")],
    )
    gone = doing(doing(first, MoveKind.MARSHAL, "Needle"), MoveKind.DISCARD, "Osha")
    assert sorted(names(gone.discard)) == ["Needle", "Osha"]


def test_the_reserve_asks_for_cards_of_ones_choice() -> None:
    hand = [person(f"P{i}") for i in range(8)]
    game = on(game_with(hand, phase=PlayPhase.DOMINANCE, revealed=plot("Cause", 5, 6)))
    assert excess_of_reserve(game) == 2
    assert "The reserve is 6: discard 2 cards." in words(game)
    refused(game, MoveKind.NEXT, words="Your reserve is 6, and you hold 8 cards")
    assert main_move(game, number(game, "P3")) == Move(MoveKind.DISCARD, number(game, "P3"))
    fewer = doing(doing(game, MoveKind.DISCARD, "P3"), MoveKind.DISCARD, "P0")
    assert on(fewer).round == 2
    old = game_with(
        hand, phase=PlayPhase.TAXATION, edition=Edition.FIRST, revealed=plot("Cause", 5, None)
    )
    assert excess_of_reserve(old) == 0


def test_events_are_played_for_their_cost() -> None:
    game = game_with([event("Raid", 2)], phase=PlayPhase.CHALLENGES, gold=2)
    played = doing(game, MoveKind.PLAY, "Raid")
    assert (played.gold, names(played.discard)) == (0, ["Raid"])
    refused(game_with([event("Raid")]), MoveKind.PLAY, "Raid", "once setup is over")
    oath = first_edition(event, "Oath", None, keywords=(Keyword("deathbound"),))
    free = game_with([oath], phase=PlayPhase.DRAW, edition=Edition.FIRST)
    assert names(doing(free, MoveKind.PLAY, "Oath").dead) == ["Oath"]


def test_effects_are_done_by_hand() -> None:
    game = game_with(phase=PlayPhase.PLOT, pile=[person("Osha")], in_play=[place("Gate")])
    drawn = doing(game, MoveKind.DRAW)
    assert names(drawn.hand) == ["Osha"]
    refused(drawn, MoveKind.DRAW, words="draw deck is empty")
    richer = doing(game, MoveKind.GOLD, amount=1)
    assert richer.gold == 1
    refused(game, MoveKind.GOLD, words="no gold to lose", amount=-1)
    refused(game, MoveKind.KILL, "Gate", "Only characters can be killed")
    knelt = doing(game, MoveKind.TURN, "Gate")
    assert knelt.in_play[0].knelt
    assert not doing(knelt, MoveKind.TURN, "Gate").in_play[0].knelt
    refused(game_with([person("Osha")]), MoveKind.DISCARD, "Osha", "wait until setup is over")


def test_undo_goes_back_to_the_deal_and_redo_forth() -> None:
    start = marshaling(person("Osha", 3), person("Hodor", 1))
    record = Record.of(start)
    for name in ("Osha", "Hodor"):
        record = record.took(doing(record.now, MoveKind.MARSHAL, name))
    last = record.now
    assert not record.may_redo
    back = record.undone().undone().undone()
    assert back.now == start
    assert not back.may_undo
    assert back.redone().redone().redone().now == last
    other = back.took(doing(start, MoveKind.MARSHAL, "Hodor"))
    assert (len(other.games), other.may_redo) == (2, False)
    assert record.at_entry(0).at == 1
    assert record.at_entry(99) == record


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
