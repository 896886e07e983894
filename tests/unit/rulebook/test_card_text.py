"""Cards and entries as a player reads them, phases of the round, and back and forward."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import pytest

from carddb.card import Card
from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction, Icon, Keyword, PlotStats, Printed
from core.errors import AppError
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
from rulebook.entry_text import (
    MOST_LETTERS,
    about_entry,
    brief,
    days_text,
    entries_as_text,
    entry_as_text,
    entry_html,
    two_lines,
)
from rulebook.phases import SETUPS, deeper, phases_of, sequence
from rulebook.reading_history import ReadingHistory
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


BOOK = rule_book()


def test_an_entry_in_two_lines_is_its_title_and_its_first_sentences() -> None:
    assert two_lines(BOOK.entry("keyword.insight")) == (
        "Insight\nAfter its controller wins a challenge in which a character with insight takes "
        "part, that player may draw 1 card for it. It resolves with the keywords of the challenge."
    )
    assert brief(BOOK.entry("keyword.ambush")).endswith("put the card from hand into play.")
    for entry in BOOK.entries:
        said = brief(entry)
        assert said, entry.id
        assert entry.words.replace("\n", " ").startswith(said)
        assert len(said) <= MOST_LETTERS or said.count(". ") <= 1


def test_a_keyword_whose_meaning_is_not_known_says_so_in_two_lines() -> None:
    for name in ("intimidate", "vengeful", "vigilant"):
        entry = BOOK.for_keyword(name, Edition.FIRST)
        assert entry is not None
        assert "No document at hand says what it does" in two_lines(entry)


def test_what_an_entry_is_and_when_it_held() -> None:
    old = BOOK.entry("ruling.duplicate-of-limited.1-2")
    assert about_entry(old) == "Ruling · Second edition · since 2016-10-10 until 2019-09-19"
    assert about_entry(BOOK.entry("regulation.bye")).startswith("Regulation · Both editions")


def test_a_rule_is_copied_with_its_cards_and_its_source() -> None:
    entry = BOOK.entry("timing.terminal-burn")
    text = entry_as_text(entry, {"01176": "Dracarys!", "02075": "Crown of Gold"}.__getitem__)
    lines = text.split("\n\n")
    assert lines[0] == "Terminal burn, step by step"
    assert "1. An effect is about to lower its STR.\n2. " in text
    assert lines[-2:] == [
        "Cards: Dracarys!, Crown of Gold",
        "Source: FAQ 1.2, (2.6), second edition, since 2017-10-12",
    ]


def test_days_are_told_where_there_are_any() -> None:
    assert days_text(BOOK.entry("term.contents")) == ""
    old = BOOK.entry("ruling.duplicate-of-limited.1-2")
    assert days_text(old) == "since 2016-10-10 until 2019-09-19"


def test_several_rules_stand_one_below_the_other() -> None:
    text = entries_as_text([BOOK.entry("regulation.lot"), BOOK.entry("regulation.bye")], str)
    assert text.startswith("Lot\n\n")
    assert "\n\n\nBye\n\n" in text


def test_every_entry_leads_to_all_that_it_sees() -> None:
    for entry in BOOK.entries:
        html = entry_html(entry, BOOK)
        assert set(re.findall(r"href='([^']+)'", html)) == set(entry.see), entry.id
        assert "[[" not in html
        # Codes of problems are for programs.
        assert not any(code in html for code in entry.codes), entry.id
        assert entry.title.replace("'", "&#x27;") in html or "&" in entry.title


def test_cards_are_named_where_that_is_wanted() -> None:
    entry = BOOK.entry("ruling.duplicate-of-limited")
    assert "02064" not in entry_html(entry, BOOK)
    assert "<a href='card:02064'>Card 02064</a>" in entry_html(entry, BOOK, "Card {}".format)


def test_steps_and_tables_are_tables() -> None:
    html = entry_html(BOOK.entry("timing.duck"), BOOK)
    assert html.count("<tr>") == 4
    assert "<td class='faint'>1.</td>" in html
    titles = entry_html(BOOK.entry("term.titles.first"), BOOK)
    assert "<td class='faint'>title</td>" in titles
    assert "<td>Master of Laws</td>" in titles


PHASES = ("Plot", "Draw", "Marshaling", "Challenges", "Dominance", "Standing", "Taxation")


def test_both_editions_have_seven_phases() -> None:
    assert tuple(each.short for each in phases_of(BOOK, Edition.SECOND)) == PHASES
    first = tuple(each.short for each in phases_of(BOOK, Edition.FIRST))
    assert first == (*PHASES[:2], "Marshalling", *PHASES[3:])


@pytest.mark.parametrize("edition", Edition)
def test_every_phase_has_steps_that_are_numbered_from_one(edition: Edition) -> None:
    for phase in (*phases_of(BOOK, edition), sequence(BOOK, SETUPS[edition])):
        assert [each.number for each in phase.steps] == list(range(1, len(phase.steps) + 1))
        assert phase.steps
        for step in phase.steps:
            assert step.words
            assert "\n" not in step.words
            assert all(link in BOOK for link in step.links)


@pytest.mark.parametrize("edition", Edition)
def test_no_word_of_a_phase_is_lost_but_notes_below_its_steps(edition: Edition) -> None:
    for phase in phases_of(BOOK, edition):
        words = " ".join(BOOK.entry(phase.id).words.split("\n\n")[0].split())
        numbered = words.startswith("1. ")
        steps = (f"{each.number}. {each.words}" if numbered else each.words for each in phase.steps)
        assert " ".join(steps) == words


def test_a_step_names_the_entries_in_its_words_and_no_others() -> None:
    plot = sequence(BOOK, "timing.plot")
    assert [each.links for each in plot.steps[:2]] == [(), ()]
    assert plot.steps[2].links == (
        "keyword.prized",
        "term.initiative",
        "term.first-player",
        "term.used-pile",
    )


def test_the_challenges_lead_down_to_a_challenge_and_its_result() -> None:
    challenges = sequence(BOOK, "timing.challenges")
    inner = [deeper(BOOK, each) for each in challenges.steps]
    assert inner == ["", "timing.challenge", ""]
    assert deeper(BOOK, sequence(BOOK, "timing.challenge").steps[-1]) == "timing.duck"


def test_an_unknown_sequence_is_told() -> None:
    with pytest.raises(AppError, match="no rule"):
        sequence(BOOK, "timing.tea")


def test_back_and_forward_lead_along_the_way() -> None:
    history = ReadingHistory().visit("a").visit("b").visit("c")
    assert history.current == "c"
    assert not history.can_go_forward
    assert history.back().back().current == "a"
    assert not history.back().back().can_go_back
    assert history.back().forward().current == "c"
    assert history.back().back().back().current == "a"
    assert history.forward().current == "c"


def test_what_came_after_is_gone_once_another_way_is_taken() -> None:
    history = ReadingHistory().visit("a").visit("b").back().visit("c")
    assert history.places == ("a", "c")
    assert not history.can_go_forward


def test_the_same_place_is_visited_once() -> None:
    assert ReadingHistory().visit("a").visit("a").places == ("a",)


def test_what_is_passed_by_leaves_no_trace_but_the_last() -> None:
    history = ReadingHistory().visit("a").pass_by("b").pass_by("c").pass_by("d")
    assert history.places == ("a", "d")
    assert history.pass_by("d") == history
    assert history.visit("e").places == ("a", "d", "e")


def test_what_was_passed_by_and_then_chosen_stays() -> None:
    history = ReadingHistory().visit("a").pass_by("b").visit("b").pass_by("c")
    assert history.places == ("a", "b", "c")


def test_nothing_was_read_at_first() -> None:
    history = ReadingHistory()
    assert history.current == ""
    assert not history.can_go_back
    assert history.back() == history
    assert history.pass_by("a").places == ("a",)


def test_the_oldest_places_are_forgotten() -> None:
    history = ReadingHistory()
    for number in range(500):
        history = history.visit(str(number))
    assert history.current == "499"
    assert len(history.places) == 200
    assert history.back().current == "498"
