"""The text of cards as plain and rich text, and their facts as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition
from rulebook.card_text import facts_sentence, gold_text, plain_text, rich_paragraphs

Pools = Mapping[Edition, CardPool]
CARD = Card(
    code="01001", name="A", edition=Edition.SECOND, type=CardType.EVENT, pack="Core", position=1
)


def found(pools: Pools, code: str) -> Card:
    return next(pool.card(code) for pool in pools.values() if code in pool)


def test_the_text_of_a_card_is_only_ever_text() -> None:
    text = (
        "<b>Reaction:</b> After [stark] wins a [power] <script>x</script>\n<img src=http://x>[odd]"
    )
    assert plain_text(text) == (
        "Reaction: After Stark wins a power <script>x</script>\n<img src=http://x>[odd]"
    )
    html = "<br>".join(rich_paragraphs(replace(CARD, text=text)))
    assert html.startswith("<b>Reaction:</b> After Stark wins a power &lt;script&gt;")
    assert "<br>&lt;img src=http://x&gt;[odd]" in html
    unclosed = replace(CARD, text="<i>Lord</ b> and <b>open\nnext")
    assert rich_paragraphs(unclosed) == ["<i>Lord</i><i> and </i><b><i>open</i></b>", "next"]


def test_a_card_as_sentences(pools: Pools) -> None:
    text = facts_sentence(found(pools, "11016"), "The Shadow City")
    assert text.splitlines()[:3] == [
        "Ser Gerris Drinkwater. Martell · Character · Unique · Loyal.",
        "Cost 6, STR 5, Icons military, intrigue, shadow cost s5.",
        "Knight.",
    ]
    assert text.endswith("The Shadow City 16, illustrated by Paolo Puggioni.")
    corsair = facts_sentence(found(pools, "asots_17"), "Reach of the Kraken")
    assert "shadow cost s1" in corsair
    assert "Crests: shadow." in corsair
    assert "Naval: military." in corsair


def test_a_house_is_not_said_to_be_for_itself_alone(pools: Pools) -> None:
    assert "Only for" not in facts_sentence(found(pools, "core_209"), "Core Set")


def test_effects_on_gold_are_sentences_of_our_own(pools: Pools) -> None:
    def effects(code: str) -> list[str]:
        return [gold_text(effect) for effect in found(pools, code).gold_effects]

    assert effects("01039") == [
        "Marshaling action: kneel and sacrifice: the next character this phase costs 3 less."
    ]
    assert effects("01004") == ["The first Lord or Lady character each round costs 2 less."]
    assert effects("26113") == ["It costs 1 less in ambush for each Commander character in play."]
    assert effects("04034") == [""]
    for card in chain(*pools.values()):
        for effect in card.gold_effects:
            words = gold_text(effect)
            assert not words or (words.endswith(".") and "  " not in words)
