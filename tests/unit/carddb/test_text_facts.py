"""Facts read from rules text: keywords, modifiers, hosts, gold, and what cards give and reduce."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card_effects import TextEffects, read_effects, text_effects_of
from carddb.card_match import accepts, eligible_hosts
from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import ANY_CHARACTER, CardPattern, Host, HostOption, Side
from carddb.pool import Pools
from carddb.terms import CardType, Crest, Edition, Faction, Icon, Keyword, Printed
from carddb.text.gold import read_gold_effects
from carddb.text.patterns import read_alternatives, read_pattern
from carddb.text.sentences import lines, sentences
from carddb.text_facts import Modifiers, TextFacts, read_text
from tests.builders import card


def read(text: str, card_type: CardType = CardType.CHARACTER, pack: str = "Core") -> TextFacts:
    return read_text(text, "Hedge Knight", card_type, pack)


@pytest.mark.parametrize(
    ("line", "keywords"),
    [
        ("Stealth. Renown.", (Keyword("stealth"), Keyword("renown"))),
        ("Shadow (3).", (Keyword("shadow", 3),)),
        ("Assault. Shadow (X).", (Keyword("assault"), Keyword("shadow", Printed.X))),
        ("Ambush (4). Bestow (1).", (Keyword("ambush", 4), Keyword("bestow", 1))),
        ("Prized 2.", (Keyword("prized", 2),)),
        ("Ambush (3). Bestow (2). ", (Keyword("ambush", 3), Keyword("bestow", 2))),
        ("No attachments. Pillage.", (Keyword("no-attachments"), Keyword("pillage"))),
        ("No attachments except <i>Weapon</i>.", (Keyword("no-attachments", None, ("Weapon",)),)),
        (
            "No attachments except <i>Item</i> or <i>Weapon</i>.",
            (Keyword("no-attachments", None, ("Item", "Weapon")),),
        ),
        (
            "No attachments except <i>The Seven.</i>",
            (Keyword("no-attachments", None, ("The Seven",)),),
        ),
        ("Limited.", (Keyword("limited"),)),
        ("Insight. Intimidate.", (Keyword("insight"), Keyword("intimidate"))),
        ("Terminal.", (Keyword("terminal"),)),
    ],
)
def test_a_keyword_line_is_read_whole(line: str, keywords: tuple[Keyword, ...]) -> None:
    assert read(line).keywords == keywords


def test_keywords_may_stand_on_two_lines() -> None:
    text = "Shadow (4).\nNo attachments except <i>Weapon</i>.\nSomething else."
    assert [keyword.name for keyword in read(text).keywords] == ["shadow", "no-attachments"]


@pytest.mark.parametrize(
    "text",
    [
        "Limited cards cost more here.",
        "Renown wins wars.",
        'It gains "No attachments except <i>Blessing.</i>"',
        "<b>Action:</b> Do something.\nStealth.",
        "Shadow 3.",
        "No attachments except Weapon.",
        "Ambush (two).",
        "",
    ],
)
def test_what_only_looks_like_a_keyword_is_none(text: str) -> None:
    assert read(text).keywords == ()


def test_the_keywords_before_other_words_are_read() -> None:
    assert read("Bestow (2). You are special. X is odd.").keywords == (Keyword("bestow", 2),)


@pytest.mark.parametrize(
    ("text", "modifiers"),
    [
        ("+1 Income.", Modifiers(income=1)),
        ("+1 Income", Modifiers(income=1)),
        ("-2 Initiative. +1 Reserve.", Modifiers(initiative=-2, reserve=1)),
        ("Stealth.\n+1 Income.\n+1 Income.", Modifiers(income=2)),
        ("It gives you +1 Income.", Modifiers()),
        ("+1 Income while you laugh.", Modifiers()),
        ("+1 STR.", Modifiers()),
    ],
)
def test_modifiers_are_lines_of_their_own(text: str, modifiers: Modifiers) -> None:
    assert read(text).modifiers == modifiers


@pytest.mark.parametrize(
    ("text", "pack", "only_in"),
    [
        ("<b>Draft format only.</b>", "Core", "draft"),
        ("Stealth.\n<b>Draft format only.</ b>", "Core", "draft"),
        ("Draft format only.", "Core", "draft"),
        ("Stealth.", "VDS", "draft"),
        ("<b>Melee format only.</b>", "Core", "melee"),
        ("<b>Hand of the King format only.</b>", "VHotK", "hand-of-the-king"),
        ("Stealth.", "Core", None),
    ],
)
def test_format_words(text: str, pack: str, only_in: str | None) -> None:
    assert read(text, pack=pack).only_in == only_in


@pytest.mark.parametrize(
    "text",
    [
        "You may include non-loyal <i>Wizard</i> characters in your deck.",
        "Stealth.\nYour deck may include <i>Wizard</i> locations.",
        "Your plot deck must be exactly 9 cards.",
        "Your plot deck cannot contain <i>Feast</i> plots.",
        "Your minimum deck size is 90 cards.",
        "You cannot have more than 1 copy of each card in your deck.",
        "You may run 1 <i>Wizard</i> agenda.",
        "While building your deck, treat each <i>Wizard</i> as loyal.",
        "This card has no limit in deck construction.",
        "Tournament format only.",
    ],
)
def test_sentences_about_building_decks(text: str) -> None:
    assert read(text).deckbuilding


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draft format only.",
        "<b>Melee format only.</b>",
        "<b>Action:</b> Search your deck for a copy of it, then shuffle your deck.",
        "Put it on the bottom of your deck (cannot be saved).",
        "<b>Action:</b> Kneel a <i>Builder</i> to choose up to 3 cards, including an event.",
        "Reveal the top card of each player's deck. Those cards may be discarded.",
        "Increase the cost of each copy by 1.",
    ],
)
def test_sentences_about_the_deck_in_play_are_not(text: str) -> None:
    assert not read(text).deckbuilding


def test_lines_have_straight_quotes_and_tidy_tags() -> None:
    text = "It\u2019s \u201cso\u201d <em>(or not)</em> now.\n\n<b>Action</b>: Go, <i>Knight.</i>"
    assert list(lines(text)) == ['It\'s "so" now.', "<b>Action:</b> Go, <i>Knight</i>."]


def test_notes_in_brackets_stay_with_their_sentence() -> None:
    assert sentences("Go. Stop. (Limit once per round.) +1 Income.") == [
        "Go.",
        "Stop. (Limit once per round.)",
        "+1 Income.",
    ]


CHARACTERS = CardPattern(types=(CardType.CHARACTER,))
EVENT = CardPattern(types=(CardType.EVENT,))
SONG = CardPattern(types=(CardType.EVENT,), traits=("Song",))
PLOT = CardPattern(types=(CardType.PLOT,))


def gold_effects(text: str, name: str = "Old Mill") -> tuple[GoldEffect, ...]:
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
    assert gold_effects(text) == reducer(
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
        ("Discard 1 character card from your hand", {"discards": CHARACTERS}),
        ("Discard 2 gold from Old Mill", {"own_gold": 2}),
    ],
)
def test_payments(pay: str, fields: dict[str, object]) -> None:
    assert gold_effects(f"<b>Action:</b> {pay} to gain 2 gold.") == gain(Moment.ACTION, 2, **fields)


@pytest.mark.parametrize(
    "pay", ["Kneel a brave friend", "Discard 1 power from Old Mill", "Kneel a miller's wheel"]
)
def test_a_payment_that_is_not_understood_makes_the_sentence_irregular(pay: str) -> None:
    assert gold_effects(f"<b>Action:</b> {pay} to gain 2 gold.") == irregular(Moment.ACTION)


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
    assert gold_effects(f"<b>Action:</b> Gain 2 gold.{note}") == gain(Moment.ACTION, 2, **fields)


def test_a_note_that_is_not_understood_makes_the_sentence_irregular() -> None:
    assert gold_effects("<b>Action:</b> Gain 2 gold. (Only at noon.)") == irregular(Moment.ACTION)


def test_more_for_costly_cards() -> None:
    text = (
        "<b>Action:</b> Kneel Old Mill to reduce the cost of the next location you marshal"
        " this phase by 1. (By 3 instead if that character's printed cost is 7 or higher.)"
    )
    (effect,) = gold_effects(text)
    assert (effect.instead, effect.instead_for) == (3, CardPattern(cost_at_least=7))


def test_constant_reducers() -> None:
    assert gold_effects(
        "Reduce the cost of the first <i>Song</i> event you play this phase by 2."
    ) == reducer(
        Moment.CONSTANT, 2, applies=SONG, prices=(Price.PLAY,), reach=Reach.FIRST, lasts="phase"
    )
    assert gold_effects("Reduce the cost of each <i>Song</i> event you play by 2.") == reducer(
        Moment.CONSTANT, 2, applies=SONG, prices=(Price.PLAY,)
    )
    assert gold_effects(
        "Reduce the cost of the first <i>Song</i> event you ambush this round by 1."
    ) == reducer(
        Moment.CONSTANT, 1, applies=SONG, prices=(Price.AMBUSH,), reach=Reach.FIRST, lasts="round"
    )


def test_several_ways_of_bringing_a_card_out() -> None:
    text = "Reduce the cost of each card you play, ambush, or bring out of shadows by 2."
    (effect,) = gold_effects(text)
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
    (effect,) = gold_effects(f"Increase the cost of each {what} card you play by 1.")
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
    (effect,) = gold_effects(f"Reduce the cost to marshal Old Mill by 1 for each {text}.")
    assert effect.per is not None
    assert (effect.per.traits, effect.per_zone, effect.reach) == (per.traits, zone, Reach.ITSELF)


def test_a_minimum() -> None:
    (effect,) = gold_effects(
        "Reduce the cost to marshal Old Mill by 1 for each location you control"
        " (to a minimum of 1)."
    )
    assert effect.minimum == 1


def test_x_is_put_together_with_its_meaning() -> None:
    text = "<b>Action:</b> Gain X gold. X is the number of <i>Edict</i> plots in your used pile."
    assert gold_effects(text) == gain(
        Moment.ACTION, 1, per=replace(PLOT, traits=("Edict",)), per_zone=CountedZone.USED_PILE
    )
    assert gold_effects("<b>Action:</b> Gain X gold.") == irregular(Moment.ACTION)
    unknown = "<b>Action:</b> Gain X gold. X is the number of stars you see."
    assert gold_effects(unknown) == irregular(Moment.ACTION)


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
    assert gold_effects(
        f"{condition}reduce the cost of each <i>Song</i> event you play by 4."
    ) == reducer(Moment.CONSTANT, 4, applies=SONG, prices=(Price.PLAY,), **fields)


def test_a_named_card_in_hand() -> None:
    (effect,) = gold_effects(
        "While you have Dunk in your hand, reduce the cost to marshal him by 1."
    )
    assert (effect.applies, effect.reach) == (CardPattern(names=("Dunk",)), Reach.EACH)
    assert gold_effects("Reduce the cost to marshal him by 1.") == irregular(Moment.CONSTANT)


@pytest.mark.parametrize(
    ("after", "trigger", "by"),
    [
        ("you collect income", Trigger.INCOME_COLLECTED, None),
        ("you win initiative", Trigger.INITIATIVE_WON, None),
        ("the challenges phase begins", Trigger.CHALLENGES_BEGIN, None),
        ("you marshal a loyal card", Trigger.MARSHALED, CardPattern(loyal=True)),
        ("you marshal Old Mill", Trigger.MARSHALED, CardPattern(names=("Old Mill",))),
        ("an event is played", Trigger.PLAYED, EVENT),
        ("a character enters play under your control", Trigger.ENTERS_PLAY, CHARACTERS),
        ("Old Mill comes out of shadows", Trigger.OUT_OF_SHADOWS, CardPattern(names=("Old Mill",))),
    ],
)
def test_triggers(after: str, trigger: Trigger, by: CardPattern | None) -> None:
    text = f"<b>Reaction:</b> After {after}, gain 1 gold."
    assert gold_effects(text) == gain(Moment.REACTION, 1, trigger=trigger, trigger_by=by)


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
    assert gold_effects(text) == irregular(Moment.REACTION)


def test_what_follows_in_an_action_may_hang_on_what_was_before() -> None:
    assert gold_effects("<b>Action:</b> Choose an opponent. Gain 1 gold.") == irregular(
        Moment.ACTION
    )


def test_the_points_of_a_list_belong_to_the_line_before_them() -> None:
    text = "<b>Interrupt:</b> When it rains:\n- gain 1 gold.\nReduce the cost of rain by 1."
    assert [effect.moment for effect in gold_effects(text)] == [Moment.INTERRUPT, Moment.CONSTANT]


def test_one_sentence_may_be_several_reducers() -> None:
    text = (
        "Reduce the cost of the first attachment you marshal this round by 4, and the first"
        " event you marshal this round by 1."
    )
    assert [(effect.amount, effect.applies) for effect in gold_effects(text)] == [
        (4, CardPattern(types=(CardType.ATTACHMENT,))),
        (1, EVENT),
    ]
    odd = text.replace("first event", "first horse")
    assert gold_effects(odd) == irregular(Moment.CONSTANT)


def test_shadows() -> None:
    cost = "Reduce the cost to marshal {} into shadows{} by 1."
    assert gold_effects(cost.format("each of your cards", "")) == reducer(
        Moment.CONSTANT, 1, prices=(Price.INTO_SHADOWS,)
    )
    (first,) = gold_effects(cost.format("your first card", " this phase"))
    assert (first.reach, first.lasts) == (Reach.FIRST, "phase")
    whose = "for each player to bring cards"
    (out,) = gold_effects(f"Increase the cost {whose} out of shadows by 2.")
    assert (out.kind, out.prices) == (GoldKind.INCREASE, (Price.OUT_OF_SHADOWS,))
    (each,) = gold_effects("Reduce the cost to ambush each of your <i>Miller</i> characters by 1.")
    assert (each.prices, each.reach) == ((Price.AMBUSH,), Reach.EACH)


def test_the_gold_value_of_plots() -> None:
    (effect,) = gold_effects("Reduce the gold value on your revealed <i>Edict</i> plot card by 1.")
    assert (effect.kind, effect.amount) == (GoldKind.PLOT_VALUE, -1)
    assert effect.applies == CardPattern(types=(CardType.PLOT,), traits=("Edict",))
    values = "gold, initiative, and reserve values"
    (own,) = gold_effects(
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
    assert gold_effects(text) == irregular(Moment.CONSTANT)


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
    assert gold_effects(text) == ()


def test_a_trait_is_not_the_card_of_the_same_name() -> None:
    text = "Reduce the cost of each <i>Lady</i> card you marshal by 1."
    (effect,) = gold_effects(text, "Lady")
    assert effect.applies == CardPattern(traits=("Lady",))


def test_a_title_in_quotes() -> None:
    (effect,) = gold_effects('Reduce the cost to play "Hear Me Roar" by 1.', '"Hear me Roar"')
    assert (effect.reach, effect.prices) == (Reach.ITSELF, (Price.PLAY,))


CHARACTER = (CardType.CHARACTER,)
LOCATION = (CardType.LOCATION,)


def host(text: str) -> Host:
    found = read_text(text, "A Fine Hat", CardType.ATTACHMENT, "Core").host
    assert found is not None
    return found


def one(side: Side = Side.ANY, **fields: object) -> tuple[HostOption, ...]:
    return (HostOption(CardPattern(**fields), side),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("<i>Lady</i> character only.", one(types=CHARACTER, traits=("Lady",)), "Lady character"),
        (
            "[stark] character only. Terminal.",
            one(types=CHARACTER, factions=(Faction.STARK,)),
            "Stark character",
        ),
        (
            "Unique [martell] location you control only.",
            one(Side.YOURS, types=LOCATION, factions=(Faction.MARTELL,), unique=True),
            "unique Martell location you control",
        ),
        (
            "Opponent's character only. Ambush (1). ",
            one(Side.OPPONENTS, types=CHARACTER),
            "opponent's character",
        ),
        (
            "Non-loyal character you own only.",
            one(Side.OWNED, types=CHARACTER, loyal=False),
            "non-loyal character you own",
        ),
        (
            "Non-limited location with printed cost 5 or lower only.",
            one(types=LOCATION, without_keywords=("limited",), cost_at_most=5),
            "non-limited location with cost 5 or lower",
        ),
        (
            "Character with printed STR 3 or higher only.",
            one(types=CHARACTER, strength_at_least=3),
            "character with STR 3 or higher",
        ),
        (
            "Character with shadow you control only.",
            one(Side.YOURS, types=CHARACTER, keywords=("shadow",)),
            "character with shadow you control",
        ),
        (
            "[targaryen] non-<i>Lady</i> character only.",
            one(types=CHARACTER, factions=(Faction.TARGARYEN,), without_traits=("Lady",)),
            "non-Lady Targaryen character",
        ),
        (
            "Non-[martell] character only.",
            one(types=CHARACTER, without_factions=(Faction.MARTELL,)),
            "non-Martell character",
        ),
        (
            "[thenightswatch] or [stark] character only.",
            one(types=CHARACTER, factions=(Faction.NIGHTS_WATCH, Faction.STARK)),
            "Night's Watch or Stark character",
        ),
        (
            "<i>Bastard</i>, <i>Lord</i>, or <i>Lady</i> character only.",
            one(types=CHARACTER, traits=("Bastard", "Lord", "Lady")),
            "Bastard, Lord or Lady character",
        ),
    ],
)
def test_a_restriction_is_one_pattern(
    text: str, options: tuple[HostOption, ...], words: str
) -> None:
    assert host(text) == Host(options, words)


def test_a_faction_goes_with_every_trait_of_a_list() -> None:
    found = host("[lannister] <i>Lord</i> or <i>Lady</i> character only.")
    traits = ("Lord", "Lady")
    assert found.options == one(types=CHARACTER, factions=(Faction.LANNISTER,), traits=traits)


def test_a_faction_or_a_trait_are_two_options() -> None:
    found = host("[baratheon] or <i>R'hllor</i> character only.")
    assert found.options == (
        *one(types=CHARACTER, factions=(Faction.BARATHEON,)),
        *one(types=CHARACTER, traits=("R'hllor",)),
    )


def test_words_before_one_noun_do_not_go_with_the_next() -> None:
    found = host("Unique [martell] character or <i>House Dayne</i> character only.")
    assert found.options == (
        *one(types=CHARACTER, factions=(Faction.MARTELL,), unique=True),
        *one(types=CHARACTER, traits=("House Dayne",)),
    )
    assert found.words == "unique Martell character or House Dayne character"


def test_a_title_may_be_an_alternative() -> None:
    found = host("<i>Dothraki</i> character or Daenerys Targaryen only.")
    assert found.options[1].pattern.names == ("Daenerys Targaryen",)
    assert found.words == "Dothraki character or character named Daenerys Targaryen"


@pytest.mark.parametrize(
    "text",
    ["Terminal.", "Attached character gets +1 STR.", "If you are the only one, win.", ""],
)
def test_without_a_restriction_any_character_will_do(text: str) -> None:
    assert host(text) == ANY_CHARACTER


def test_one_copy_per_character() -> None:
    assert host("Limit 1 copy per character.") == Host(ANY_CHARACTER.options, once=True)
    both = host("Limit 1 copy per character. <i>Knight</i> character only. ")
    assert (both.once, both.words) == (True, "Knight character")


def test_only_attachments_have_hosts() -> None:
    text = "<i>Lady</i> character only."
    assert read_text(text, "Sansa", CardType.CHARACTER, "Core").host is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "character or",
        "<i>Lord</i>",
        "brave character",
        "[frey] character",
        "{war} {war} character",
        "{brave} character",
        "character location",
        "[stark] [tyrell] character",
        "Unique <i>Lord</i> or [stark] character",
        "character, ",
        "non-neutral card",
    ],
)
def test_a_description_that_is_not_understood_is_none(text: str) -> None:
    assert read_alternatives(text) is None


def test_types_joined_by_or_share_what_stands_before_them() -> None:
    found = read_pattern("[thenightswatch] attachment or location")
    types = (CardType.ATTACHMENT, CardType.LOCATION)
    assert found == CardPattern(types=types, factions=(Faction.NIGHTS_WATCH,))


def test_crests_icons_and_negated_types() -> None:
    assert read_pattern("{war} character") == CardPattern(types=CHARACTER, crests=(Crest.WAR,))
    icon = read_pattern("character with an [intrigue] icon")
    assert icon == CardPattern(types=CHARACTER, icons=(Icon.INTRIGUE,))
    assert read_pattern("non-character card") == CardPattern(without_types=CHARACTER)
    assert read_pattern("unique character or location you") is None


NO_ATTACHMENTS = Keyword("no-attachments")
WEAPONS_ONLY = Keyword("no-attachments", None, ("Weapon",))
NO_CONDITIONS = Keyword("no-attachments-with", None, ("Condition",))


@pytest.mark.parametrize(
    ("keywords", "traits", "expected"),
    [
        ((), ("Title",), True),
        ((NO_ATTACHMENTS,), ("Weapon",), False),
        ((WEAPONS_ONLY,), ("Item", "Weapon"), True),
        ((WEAPONS_ONLY,), ("Title",), False),
        ((NO_CONDITIONS,), ("Condition",), False),
        ((NO_CONDITIONS,), ("Title",), True),
        ((WEAPONS_ONLY, NO_ATTACHMENTS), ("Weapon",), False),
        ((WEAPONS_ONLY, Keyword("no-attachments", None, ("Item",))), ("Weapon",), False),
    ],
)
def test_rr_no_attachments_the_strictest_prevails(
    keywords: tuple[Keyword, ...], traits: tuple[str, ...], *, expected: bool
) -> None:
    attachment = card("A Fine Hat", CardType.ATTACHMENT, traits=traits, host=ANY_CHARACTER)
    assert accepts(card(keywords=keywords), attachment) is expected


def test_eligible_hosts_are_of_ones_own_side() -> None:
    knight = card(traits=("Knight",))
    shy = card(traits=("Knight",), keywords=(NO_ATTACHMENTS,))
    maid = card("Maid")
    hat = card("A Fine Hat", CardType.ATTACHMENT, host=host("<i>Knight</i> character only."))
    curse = card("A Curse", CardType.ATTACHMENT, host=host("Opponent's character only."))
    assert eligible_hosts(hat, [knight, shy, maid]) == (knight,)
    assert eligible_hosts(curse, [knight, shy, maid]) == ()
    assert eligible_hosts(maid, [knight]) == ()


TEXTS = [
    ("<b>Reaction:</b> After you win a challenge, gain 2 gold.", ("gold",), ()),
    ("Each opponent gains 3 gold.", (), ()),
    ("Each player gains 1 gold.", ("gold",), ()),
    ("Each player cannot gain more than 5 gold this phase.", (), ()),
    ("Move 2 gold from another player's gold pool to your own.", ("gold",), ()),
    ("Move 1 gold from your gold pool to this card.", (), ()),
    ("This card gains 1 gold.", (), ()),
    ("You may spend gold on it as if it were in your gold pool.", ("gold",), ()),
    ("Increase the gold value on your plots by 3.", ("gold",), ()),
    ("Increase the gold value on each opponent's plots by 3.", (), ()),
    ("<b>Action:</b> Draw 1 card.", ("draw",), ()),
    ("Either: draw 2 cards or gain 3 gold.", ("gold", "draw"), ()),
    ("Then, that player draws 2 cards.", (), ()),
    ("The losing opponent may draw 1 card.", (), ()),
    ("Each player draws 2 cards.", ("draw",), ()),
    ("Each player cannot draw more than 2 cards this phase.", (), ()),
    ("You may include events in your draw deck.", (), ()),
    ("Attached character gains renown and insight.", ("draw",), ()),
    ("That character loses insight.", (), ()),
    ("Reduce the cost of the next <i>Lord</i> event you play by 1.", (), ("Lord", "event")),
    ("Reduce the cost of any [stark] card you ambush by 1.", (), ("stark", "ambush")),
    ("Reduce the cost of your next card by 2.", (), ("any",)),
    ("Reduce the cost of a card with the named <i>Trait</i> by 2.", (), ("any",)),
    ("Reduce the cost to marshal Egg by 2.", (), ("itself",)),
    ("Increase the cost to marshal each of his or her cards by 1.", (), ()),
    ("", (), ()),
]


@pytest.mark.parametrize(("text", "gives", "reduces"), TEXTS, ids=[each[0] for each in TEXTS])
def test_words_of_a_text(text: str, gives: tuple[str, ...], reduces: tuple[str, ...]) -> None:
    assert read_effects(text) == TextEffects(gives, reduces)


@pytest.mark.parametrize(
    "start", ["gains ", "move ", "reduce the cost ", "increase the gold ", "["]
)
def test_a_text_from_anywhere_is_read_in_its_length(start: str) -> None:
    """Quadratic patterns would take minutes for these."""
    assert read_effects(start * 20_000).gives == ()


@pytest.mark.parametrize(
    ("code", "gives", "reduces"),
    [
        ("01040", ("gold",), ()),  # The Roseroad
        ("01028", ("gold", "draw"), ()),  # Littlefinger
        ("01010", ("draw",), ()),  # Counting Coppers
        ("01039", (), ("character",)),  # The Kingsroad
        ("01027", (), ("loyal",)),  # Fealty
        ("01152", (), ("stark", "character")),  # Winterfell Steward
        ("02108", (), ("itself", "ambush")),  # City Watch
        ("00370", ("gold", "draw"), ("any", "shadows")),  # Holdfast Village
        ("11033", (), ("ambush", "shadows")),  # Hizdahr zo Loraq
        ("02039", (), ()),  # Trading with the Pentoshi: opponents gain
        ("02100", (), ()),  # Famine
        ("03015", (), ("House Tully", "The Seven", "character")),  # House Tully Septon
    ],
)
def test_cards_of_the_catalogue(
    pools: Pools, code: str, gives: tuple[str, ...], reduces: tuple[str, ...]
) -> None:
    assert text_effects_of(pools[Edition.SECOND].card(code)) == TextEffects(gives, reduces)


def test_the_first_edition_has_its_income_alone(pools: Pools) -> None:
    first = pools[Edition.FIRST]
    assert text_effects_of(first.card("core_141")) == TextEffects(("gold",))  # Littlefinger
    assert not any(text_effects_of(each).reduces for each in first)


def test_a_text_is_what_counts_where_there_is_one() -> None:
    changed = card("Counting Coppers", code="01010", text="<b>When Revealed:</b> Gain 1 gold.")
    assert text_effects_of(changed) == TextEffects(("gold",))
    assert text_effects_of(card("Blank", code="01010", blank=True)) == TextEffects()
    assert text_effects_of(card("Not yet known", code="99999")) == TextEffects()
