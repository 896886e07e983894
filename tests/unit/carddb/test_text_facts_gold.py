"""Tests of sentences about gold; the sentences are made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType, Faction, Icon
from carddb.text.gold import read_gold_effects
from carddb.text.sentences import lines

CHARACTER = CardPattern(types=(CardType.CHARACTER,))
EVENT = CardPattern(types=(CardType.EVENT,))
SONG = CardPattern(types=(CardType.EVENT,), traits=("Song",))
PLOT = CardPattern(types=(CardType.PLOT,))


def read(text: str, name: str = "Old Mill") -> tuple[GoldEffect, ...]:
    return read_gold_effects(list(lines(text)), name)


def reducer(moment: Moment, amount: int, **fields: object) -> tuple[GoldEffect, ...]:
    return (
        GoldEffect(kind=GoldKind.REDUCE, moment=moment, amount=amount, **fields),  # type: ignore[arg-type]
    )


def gain(moment: Moment, amount: int, **fields: object) -> tuple[GoldEffect, ...]:
    return (
        GoldEffect(kind=GoldKind.GAIN, moment=moment, amount=amount, **fields),  # type: ignore[arg-type]
    )


def irregular(moment: Moment) -> tuple[GoldEffect, ...]:
    return (GoldEffect(kind=GoldKind.IRREGULAR, moment=moment),)


def test_a_steward_makes_the_next_card_cheaper() -> None:
    text = (
        "<b>Marshaling Action:</b> Kneel Old Mill to reduce the cost of the next [tyrell]"
        " attachment you marshal this phase by 3."
    )
    assert read(text) == reducer(
        Moment.MARSHALING_ACTION,
        3,
        applies=CardPattern(types=(CardType.ATTACHMENT,), factions=(Faction.TYRELL,)),
        prices=(Price.MARSHAL,),
        reach=Reach.NEXT,
        lasts="phase",
        kneel=True,
    )


@pytest.mark.parametrize(
    ("pay", "fields"),
    [
        ("Kneel and sacrifice Old Mill", {"kneel": True, "sacrifice": True}),
        ("Sacrifice Old Mill", {"sacrifice": True}),
        ("Kneel your faction card", {"kneel_faction": True}),
        ("Kneel attached character", {"kneel_host": True}),
        (
            "Kneel a <i>Miller</i> character",
            {"kneels": CardPattern(types=(CardType.CHARACTER,), traits=("Miller",))},
        ),
        (
            "Kneel a character with an [intrigue] icon",
            {"kneels": CardPattern(types=(CardType.CHARACTER,), icons=(Icon.INTRIGUE,))},
        ),
        ("Discard 1 card from your hand", {"discards": CardPattern()}),
        ("Discard 1 character card from your hand", {"discards": CHARACTER}),
        ("Discard 2 gold from Old Mill", {"own_gold": 2}),
    ],
)
def test_payments(pay: str, fields: dict[str, object]) -> None:
    assert read(f"<b>Action:</b> {pay} to gain 2 gold.") == gain(Moment.ACTION, 2, **fields)


@pytest.mark.parametrize(
    "pay", ["Kneel a brave friend", "Discard 1 power from Old Mill", "Kneel a miller's wheel"]
)
def test_a_payment_that_is_not_understood_makes_the_sentence_irregular(pay: str) -> None:
    assert read(f"<b>Action:</b> {pay} to gain 2 gold.") == irregular(Moment.ACTION)


@pytest.mark.parametrize(
    ("note", "fields"),
    [
        (" (Limit once per phase.)", {"limit": 1, "limit_lasts": "phase"}),
        (" (Limit twice per round.)", {"limit": 2, "limit_lasts": "round"}),
        (" (Limit 3 times per round.)", {"limit": 3, "limit_lasts": "round"}),
        (" (Max 1 per phase.)", {"limit": 1, "limit_lasts": "phase"}),
        (" (Cannot be canceled.)", {}),
        (" (4 gold instead if the wind blows.)", {"most": 4}),
    ],
)
def test_notes(note: str, fields: dict[str, object]) -> None:
    assert read(f"<b>Action:</b> Gain 2 gold.{note}") == gain(Moment.ACTION, 2, **fields)


def test_a_note_that_is_not_understood_makes_the_sentence_irregular() -> None:
    assert read("<b>Action:</b> Gain 2 gold. (Only at noon.)") == irregular(Moment.ACTION)


def test_more_for_costly_cards() -> None:
    text = (
        "<b>Action:</b> Kneel Old Mill to reduce the cost of the next location you marshal"
        " this phase by 1. (By 3 instead if that character's printed cost is 7 or higher.)"
    )
    (effect,) = read(text)
    assert (effect.instead, effect.instead_for) == (3, CardPattern(cost_at_least=7))


def test_constant_reducers() -> None:
    assert read(
        "Reduce the cost of the first <i>Song</i> event you play this phase by 2."
    ) == reducer(
        Moment.CONSTANT, 2, applies=SONG, prices=(Price.PLAY,), reach=Reach.FIRST, lasts="phase"
    )
    assert read("Reduce the cost of each <i>Song</i> event you play by 2.") == reducer(
        Moment.CONSTANT, 2, applies=SONG, prices=(Price.PLAY,)
    )
    assert read(
        "Reduce the cost of the first <i>Song</i> event you ambush this round by 1."
    ) == reducer(
        Moment.CONSTANT, 1, applies=SONG, prices=(Price.AMBUSH,), reach=Reach.FIRST, lasts="round"
    )


def test_several_ways_of_bringing_a_card_out() -> None:
    text = "Reduce the cost of each card you play, ambush, or bring out of shadows by 2."
    (effect,) = read(text)
    assert effect.prices == (Price.PLAY, Price.AMBUSH, Price.OUT_OF_SHADOWS)


@pytest.mark.parametrize(
    ("what", "allegiance"),
    [
        ("in-faction", Allegiance.IN_FACTION),
        ("out-of-faction", Allegiance.OUT_OF_FACTION),
        ("neutral or out-of-faction", Allegiance.NOT_IN_FACTION),
    ],
)
def test_allegiance(what: str, allegiance: Allegiance) -> None:
    (effect,) = read(f"Increase the cost of each {what} card you play by 1.")
    assert (effect.kind, effect.allegiance) == (GoldKind.INCREASE, allegiance)
    assert effect.applies is None


@pytest.mark.parametrize(
    ("text", "per", "zone"),
    [
        (
            "<i>Miller</i> character you control",
            CardPattern(traits=("Miller",)),
            CountedZone.IN_PLAY,
        ),
        (
            "<i>Edict</i> plot card in your used pile",
            CardPattern(traits=("Edict",)),
            CountedZone.USED_PILE,
        ),
        ("plot in your used pile", CardPattern(), CountedZone.USED_PILE),
        ("<i>Edict</i> plot card revealed", CardPattern(traits=("Edict",)), CountedZone.REVEALED),
        ("other card in shadows", CardPattern(), CountedZone.SHADOWS),
    ],
)
def test_amounts_that_are_counted(text: str, per: CardPattern, zone: CountedZone) -> None:
    (effect,) = read(f"Reduce the cost to marshal Old Mill by 1 for each {text}.")
    assert effect.per is not None
    assert (effect.per.traits, effect.per_zone, effect.reach) == (per.traits, zone, Reach.ITSELF)


def test_a_minimum() -> None:
    (effect,) = read(
        "Reduce the cost to marshal Old Mill by 1 for each location you control"
        " (to a minimum of 1)."
    )
    assert effect.minimum == 1


def test_x_is_put_together_with_its_meaning() -> None:
    text = "<b>Action:</b> Gain X gold. X is the number of <i>Edict</i> plots in your used pile."
    assert read(text) == gain(
        Moment.ACTION, 1, per=replace(PLOT, traits=("Edict",)), per_zone=CountedZone.USED_PILE
    )
    assert read("<b>Action:</b> Gain X gold.") == irregular(Moment.ACTION)
    unknown = "<b>Action:</b> Gain X gold. X is the number of stars you see."
    assert read(unknown) == irregular(Moment.ACTION)


@pytest.mark.parametrize(
    ("condition", "fields"),
    [
        ("While there is a <i>Winter</i> plot card revealed, ", {"while_plot": "Winter"}),
        ("While there are no <i>Winter</i> plot cards revealed, ", {"unless_plot": "Winter"}),
        ("While you control Dunk or Egg, ", {"while_controls": CardPattern(names=("Dunk", "Egg"))}),
        ("While Old Mill is standing, ", {"while_standing": True}),
        ("While Old Mill is in your used pile, ", {"while_used": True}),
    ],
)
def test_conditions(condition: str, fields: dict[str, object]) -> None:
    assert read(f"{condition}reduce the cost of each <i>Song</i> event you play by 4.") == reducer(
        Moment.CONSTANT, 4, applies=SONG, prices=(Price.PLAY,), **fields
    )


def test_a_named_card_in_hand() -> None:
    (effect,) = read("While you have Dunk in your hand, reduce the cost to marshal him by 1.")
    assert (effect.applies, effect.reach) == (CardPattern(names=("Dunk",)), Reach.EACH)
    assert read("Reduce the cost to marshal him by 1.") == irregular(Moment.CONSTANT)


@pytest.mark.parametrize(
    ("after", "trigger", "by"),
    [
        ("you collect income", Trigger.INCOME_COLLECTED, None),
        ("you win initiative", Trigger.INITIATIVE_WON, None),
        ("the challenges phase begins", Trigger.CHALLENGES_BEGIN, None),
        ("you marshal a loyal card", Trigger.MARSHALED, CardPattern(loyal=True)),
        ("you marshal Old Mill", Trigger.MARSHALED, CardPattern(names=("Old Mill",))),
        ("an event is played", Trigger.PLAYED, EVENT),
        ("a character enters play under your control", Trigger.ENTERS_PLAY, CHARACTER),
        ("Old Mill comes out of shadows", Trigger.OUT_OF_SHADOWS, CardPattern(names=("Old Mill",))),
    ],
)
def test_triggers(after: str, trigger: Trigger, by: CardPattern | None) -> None:
    text = f"<b>Reaction:</b> After {after}, gain 1 gold."
    assert read(text) == gain(Moment.REACTION, 1, trigger=trigger, trigger_by=by)


@pytest.mark.parametrize(
    "text",
    [
        "<b>Reaction:</b> After you sneeze, gain 1 gold.",
        "<b>Reaction:</b> After you marshal a brave card, gain 1 gold.",
        "<b>Forced Reaction:</b> Gain 1 gold.",
        "<b>Reaction:</b> After you win initiative, look up. Gain 1 gold.",
    ],
)
def test_a_trigger_that_is_not_understood_makes_the_sentence_irregular(text: str) -> None:
    assert read(text) == irregular(Moment.REACTION)


def test_what_follows_in_an_action_may_hang_on_what_was_before() -> None:
    assert read("<b>Action:</b> Choose an opponent. Gain 1 gold.") == irregular(Moment.ACTION)


def test_the_points_of_a_list_belong_to_the_line_before_them() -> None:
    text = "<b>Interrupt:</b> When it rains:\n- gain 1 gold.\nReduce the cost of rain by 1."
    assert [effect.moment for effect in read(text)] == [Moment.INTERRUPT, Moment.CONSTANT]


def test_one_sentence_may_be_several_reducers() -> None:
    text = (
        "Reduce the cost of the first attachment you marshal this round by 4, and the first"
        " event you marshal this round by 1."
    )
    assert [(effect.amount, effect.applies) for effect in read(text)] == [
        (4, CardPattern(types=(CardType.ATTACHMENT,))),
        (1, EVENT),
    ]
    odd = text.replace("first event", "first horse")
    assert read(odd) == irregular(Moment.CONSTANT)


def test_shadows() -> None:
    cost = "Reduce the cost to marshal {} into shadows{} by 1."
    assert read(cost.format("each of your cards", "")) == reducer(
        Moment.CONSTANT, 1, prices=(Price.INTO_SHADOWS,)
    )
    (first,) = read(cost.format("your first card", " this phase"))
    assert (first.reach, first.lasts) == (Reach.FIRST, "phase")
    whose = "for each player to bring cards"
    (out,) = read(f"Increase the cost {whose} out of shadows by 2.")
    assert (out.kind, out.prices) == (GoldKind.INCREASE, (Price.OUT_OF_SHADOWS,))
    (each,) = read("Reduce the cost to ambush each of your <i>Miller</i> characters by 1.")
    assert (each.prices, each.reach) == ((Price.AMBUSH,), Reach.EACH)


def test_the_gold_value_of_plots() -> None:
    (effect,) = read("Reduce the gold value on your revealed <i>Edict</i> plot card by 1.")
    assert (effect.kind, effect.amount) == (GoldKind.PLOT_VALUE, -1)
    assert effect.applies == CardPattern(types=(CardType.PLOT,), traits=("Edict",))
    values = "gold, initiative, and reserve values"
    (own,) = read(
        f"Increase the {values} on this plot card by 2 for each <i>Edict</i> plot card"
        " in your used pile."
    )
    assert own.applies == CardPattern(types=(CardType.PLOT,), names=("Old Mill",))
    assert (own.amount, own.per_zone) == (2, CountedZone.USED_PILE)


@pytest.mark.parametrize(
    "text",
    [
        "Increase the cost for each opponent to marshal by 1.",
        "Each player cannot gain more than 5 gold this phase.",
        "You may spend gold on Old Mill as if it were yours.",
        "Move 1 gold from the treasury to Old Mill.",
        "You keep your unspent gold.",
        "Increase the gold value on each plot by 1.",
    ],
)
def test_what_touches_gold_otherwise_is_irregular(text: str) -> None:
    assert read(text) == irregular(Moment.CONSTANT)


@pytest.mark.parametrize(
    "text",
    [
        "<b>Action:</b> Pay 1 gold to stand Old Mill.",
        "<b>Action:</b> Discard 1 gold from Old Mill to draw 1 card.",
        "Old Mill gets +1 STR for each gold it has.",
        "Choose two cards with printed cost 5 or lower.",
        "<b>Action:</b> Give a character +X STR. X is the number of gold on Old Mill.",
        "Place a non-gold token on a card.",
        "Stealth.",
    ],
)
def test_paying_and_counting_gold_changes_nothing_about_it(text: str) -> None:
    assert read(text) == ()


def test_a_trait_is_not_the_card_of_the_same_name() -> None:
    text = "Reduce the cost of each <i>Lady</i> card you marshal by 1."
    (effect,) = read(text, "Lady")
    assert effect.applies == CardPattern(traits=("Lady",))


def test_a_title_in_quotes() -> None:
    (effect,) = read('Reduce the cost to play "Hear Me Roar" by 1.', '"Hear me Roar"')
    assert (effect.reach, effect.prices) == (Reach.ITSELF, (Price.PLAY,))
