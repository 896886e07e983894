"""The texts, facts and rulings of cards as a player reads them."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from carddb.card import Card
from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction, Icon, Keyword, PlotStats, Printed
from rulebook.card_text import (
    Run,
    facts_sentence,
    figures_of,
    gold_text,
    keyword_spans,
    kind_line,
    labelled_facts,
    paragraphs_of,
    plain_text,
    rich_paragraphs,
    typographic,
)
from rulebook.rule_book import rule_book
from tests.builders import card, pool

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
    for each in chain(*pools.values()):
        for effect in each.gold_effects:
            words = gold_text(effect)
            assert not words or (words.endswith(".") and "  " not in words)


def test_figures_are_what_the_type_has() -> None:
    knight = card(cost=3, strength=Printed.X, icons=(Icon.POWER,))
    assert list(figures_of(knight).items()) == [("Cost", "3"), ("STR", "X"), ("Icons", "power")]
    plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, 1, 6))
    assert list(figures_of(plot).values()) == ["5", "0", "1", "6"]
    old_plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, Printed.X, None))
    assert list(figures_of(old_plot)) == ["Income", "Initiative", "Claim"]
    assert figures_of(card("Fealty", CardType.AGENDA)) == {}


def test_the_line_of_kind_says_faction_type_and_marks() -> None:
    hero = card(factions=(Faction.STARK, Faction.TYRELL), unique=True, loyal=True)
    assert kind_line(hero) == "Stark / Tyrell · Character · Unique · Loyal"
    assert kind_line(card()) == "Neutral · Character"


def test_facts_leave_out_what_does_not_apply(pools: Pools) -> None:
    facts = dict(labelled_facts(found(pools, "01141"), pools[Edition.SECOND]))
    assert facts["Pack"] == "Core Set, no. 141"
    assert "Crests" not in facts
    old = dict(labelled_facts(found(pools, "core_1"), pools[Edition.FIRST]))
    assert old["Edition"] == "First edition"


STEALTH, IMMUNE = Keyword("stealth"), Keyword("no-attachments", None, ("Weapon",))


def bold(text: str, *keywords: Keyword) -> list[str]:
    """Return the bold letters of each paragraph."""
    return [
        "".join(run.text for run in paragraph if run.bold)
        for paragraph in paragraphs_of(text, keywords)
    ]


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("Stealth. No attachments except <i>Weapon</i>.", "whole"),
        ("Unique [stark] character only. Stealth.", "whole"),
        ("+1 Income. -2 Initiative.", "whole"),
        ("<b>Forced Reaction:</b> After it dies, draw.", "Forced Reaction:"),
        ("When Revealed: Draw a card.", "When Revealed:"),
        ("Any Phase: Kneel it.", "Any Phase:"),
        ("While you control: a Lord.", ""),
        ("It gains stealth.", ""),
    ],
)
def test_keywords_and_what_leads_an_action_in_are_bold(line: str, letters: str) -> None:
    whole = "".join(run.text for run in paragraphs_of(line)[0])
    assert bold(line, STEALTH, IMMUNE) == [whole if letters == "whole" else letters]


def test_symbols_and_marks_become_runs_and_empty_lines_nothing() -> None:
    text = "A [power] <i>Lord</i>\n\n[odd]<br>end"
    assert paragraphs_of(text) == (
        (Run("A "), Run("power", symbol="power"), Run(" "), Run("Lord", italic=True)),
        (Run("[odd]"),),
        (Run("end"),),
    )
    assert paragraphs_of("") == ()


def test_quotation_marks_and_minus_signs_are_a_printers() -> None:
    assert typographic('"A Lion", -2 STR, opponent\'s non-plot 2-4') == (
        "“A Lion”, −2 STR, opponent’s non-plot 2-4"  # noqa: RUF001
    )


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Stealth. No attachments except Weapon.", ["Stealth", "No attachments except Weapon"]),
        ("Unique Stark character only. Stealth.", ["Stealth"]),
        ("Stealth.", ["Stealth"]),
        ("It gains stealth.", []),
        ("Stealth characters get +1 STR until the end of the phase, and draw cards.", []),
        ("", []),
    ],
)
def test_keywords_are_found_where_they_stand(line: str, found: list[str]) -> None:
    spans = list(keyword_spans(line, (STEALTH, IMMUNE)))
    assert [line[start:end] for start, end, _ in spans] == found
    assert [keyword for _, _, keyword in spans] == [STEALTH, IMMUNE][: len(found)]


def test_without_keywords_there_is_none_to_find() -> None:
    assert list(keyword_spans("Stealth.", ())) == []


def of(pools: Pools, code: str, edition: Edition) -> list[str]:
    cards = pools[edition]
    return [each.words for each in rule_book().rulings_of(cards.card(code), cards)]


def test_there_are_rulings_for_every_agenda_that_changes_deck_or_setup() -> None:
    from goldfish.setup_rules import AGENDAS as SETUP  # noqa: PLC0415
    from validators.first_edition.agendas import AGENDAS as OLD  # noqa: PLC0415
    from validators.second_edition.agendas import AGENDAS as NEW  # noqa: PLC0415

    codes = {code for row in (*NEW, *OLD) for code in row.codes} | set(SETUP)
    named = {code for entry in rule_book().entries for code in entry.cards}
    assert codes - named == set()


@pytest.mark.parametrize(
    ("code", "edition", "said"),
    [
        ("08039", Edition.SECOND, "Only 4 gold are then left for setup"),
        ("09045", Edition.SECOND, "top 7 cards of the deck"),
        ("13039", Edition.SECOND, "Nothing is placed in setup"),
        ("bwb_59", Edition.FIRST, "Nothing is placed in setup"),
        ("00030", Edition.SECOND, "One agenda more"),
        ("11016", Edition.SECOND, "into shadows for 2 gold, though its printed cost is 6"),
        ("02034", Edition.SECOND, "the limit of the title"),
        ("btns_119", Edition.FIRST, "3 gold may be spent"),
        ("01104", Edition.SECOND, "“then”"),
    ],
)
def test_what_a_player_asks_most(pools: Pools, code: str, edition: Edition, said: str) -> None:
    assert said in " ".join(of(pools, code, edition))


def test_a_ruling_on_a_kind_stands_behind_those_on_the_card(pools: Pools) -> None:
    gerris = of(pools, "11016", Edition.SECOND)
    assert gerris[0].startswith("It goes facedown into shadows")
    assert gerris[-1].startswith("Each card with Shadow")


def test_a_card_without_a_ruling_has_none() -> None:
    plain: Card = card("Hedge Knight")
    assert rule_book().rulings_of(plain, pool(plain)) == ()


def test_what_a_keyword_means_and_an_erratum_are_no_rulings(pools: Pools) -> None:
    balon = pools[Edition.SECOND].card("12001")
    every = {entry.id for entry in rule_book().for_card(balon, pools[Edition.SECOND])}
    assert {"erratum.balon-greyjoy", "keyword.renown", "keyword.pillage"} <= every
    rulings = {entry.id for entry in rule_book().rulings_of(balon, pools[Edition.SECOND])}
    assert rulings == {"answer.order-of-pillage"}
