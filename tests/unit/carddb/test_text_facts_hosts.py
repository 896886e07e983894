"""Tests of what an attachment may be attached to, and of the hosts' own keywords."""

from __future__ import annotations

import pytest

from carddb.card_match import accepts, eligible_hosts
from carddb.pattern import ANY_CHARACTER, CardPattern, Host, HostOption, Side
from carddb.terms import CardType, Crest, Faction, Icon, Keyword
from carddb.text.patterns import read_alternatives, read_pattern
from carddb.text_facts import read_text
from tests.builders import card

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
