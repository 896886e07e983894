"""Searching the rules: questions that players type, slips, ids and numbers."""

from __future__ import annotations

from datetime import date

import pytest

from carddb.pool import Pools
from carddb.terms import Edition
from rulebook.entry_search import EntrySearch
from rulebook.rule_book import rule_book

QUESTIONS: tuple[tuple[str, str], ...] = (
    ("can I put two limited", "keyword.limited"),
    ("when does bestow", "timing.bestow"),
    ("what if deck is empty", "term.empty-draw-deck"),
    ("melee restricted bestow", "deck-building.melee-list-1-2"),
    ("how many copies of a card", "deck-building.copies"),
    ("mulligan", "timing.mulligan"),
    ("how many plots in a plot deck", "deck-building.plot-deck"),
    ("attach two attachments in setup one by one", "answer.setup-attachments-at-once"),
    ("setup attachment on opponent's character", "answer.setup-attachments-own"),
    ("does a duplicate count as my limited", "ruling.duplicate-of-limited"),
    ("shadows in setup gold", "ruling.shadows.setup"),
    ("play event from shadows", "ruling.shadows.events"),
    ("catelyn stark forced reaction", "answer.catelyn-stark"),
    ("hands judgment twice", "answer.the-hands-judgment"),
    ("nymeria sand remove icon", "answer.nymeria-sand"),
    ("infinite loop", "ruling.infinite-loops"),
    ("who chooses the order of pillage", "answer.order-of-pillage"),
    ("two stealth on the same character", "answer.two-stealth"),
    ("time is called who wins", "regulation.time-called.2-2"),
    ("what is a modified win", "regulation.modified-win"),
    ("who gets the bye", "regulation.bye"),
    ("strength of schedule", "regulation.strength-of-schedule"),
    ("how many swiss rounds", "regulation.structures"),
    ("intentional draw", "regulation.intentional-draw"),
    ("dothraki steed errata", "erratum.dothraki-steed"),
    ("save from dracarys", "ruling.saving"),
    ("unopposed challenge power", "term.unopposed"),
    ("initiative tie", "term.initiative"),
    ("discard down to reserve", "timing.taxation"),
    ("alliance two banners", "deck-building.alliance"),
    ("civil war deck size", "deck-building.civil-war"),
    ("joust keyword", "keyword.joust.first"),
    ("unique card in dead pile", "ruling.unique-cards"),
    ("premier event new pack 11 days", "deck-building.release"),
    ("what does renown do", "keyword.renown"),
    ("ward on take the black", "answer.take-control"),
    ("stelth", "keyword.stealth"),
    ("intimdate", "keyword.intimidate"),
    ("terminal brun", "timing.terminal-burn"),
    ("varys riddle summer harvst", "answer.varyss-riddle"),
    ("red door setup gold", "ruling.setup.the-house-with-the-red-door"),
    ("how many cards must a deck have", "deck-building.draw-deck"),
    ("can I lie about my hand", "term.hidden-information"),
    ("forgot to use my ability", "regulation.missed"),
)

# Written when the search stood, to see how it does on what it was not made with.
LATER_QUESTIONS: tuple[tuple[str, str], ...] = (
    ("who pays claim", "term.claim"),
    ("how much is a win worth", "regulation.points"),
    ("can I look at facedown cards in shadows", "term.shadows-area"),
    ("shuffel deck", "regulation.shuffling"),
    ("gold penalty out of house", "deck-building.penalty.first"),
    ("banned cards", "deck-building.restricted-list"),
    ("discarding cards for reserve", "term.reserve"),
    ("how many cards do I draw each round", "timing.draw"),
    ("rookery size", "deck-building.rookery"),
    ("fealty neutral cards", "deck-building.fealty"),
    ("is a proxy allowed", "regulation.components"),
    ("conceding a game", "regulation.concession"),
    ("can I bestow gold from the iron bank", "ruling.spending-gold"),
    ("lose all traits", "ruling.all"),
    ("contribute str without participating", "ruling.contributing-str"),
    ("save a card that was sacrificed as a cost", "ruling.saving-from-a-cost"),
)

# As players ask them at the table, taken from what the entries say.
PLAYERS_QUESTIONS: tuple[tuple[str, str], ...] = (
    ("do i get gold in shadows phase", "term.income"),
    ("who wins if strength is tied", "timing.duck"),
    ("do i have to reveal what i searched", "term.search"),
    ("can i have three copies of a plot", "deck-building.plot-deck"),
    ("can i marshal a character i already have in my dead pile", "ruling.unique-cards"),
    ("does an ability target if it doesn't say choose", "term.choose"),
    ("do i have to tell my opponent what i named earlier", "term.derived-information"),
    ("can my opponent ask how many cards i have in hand", "term.open-information"),
    ("am i allowed to look through my opponent's discard pile", "term.open-information"),
    ("what happens if my draw deck runs out", "term.empty-draw-deck"),
    ("where do killed characters go", "term.dead-pile"),
    ("can i play an event in any phase", "term.action-window"),
    ("do duplicates cost gold", "term.duplicate"),
    ("can i use a dupe to save my character", "term.duplicate"),
    ("how much money do i get each round", "term.income"),
    ("is gold on a card still in my pool", "term.gold-pool"),
    ("who decides who goes first", "term.first-player"),
    ("do two versions of the same character count as the same card", "term.copy"),
    ("what is x if the card does not say", "term.letter-x"),
    ("does doubling come before or after bonuses", "term.modifiers"),
    ("what do i lose when i lose a military challenge", "term.claim"),
    ("do i get power if nobody defends", "term.unopposed"),
    ("how much power do i need to win", "term.winning"),
    ("what happens when my plots run out", "term.used-pile"),
    ("can neutral cards go in every deck", "term.neutral"),
    ("can i ambush a card during marshaling", "keyword.ambush"),
    ("does stealth work on a character that has stealth", "keyword.stealth"),
    ("can a character with no attachments have a weapon", "keyword.no-attachments"),
    ("what happens to attachments when the character dies", "keyword.terminal"),
    ("can i intimidate a character with more strength", "keyword.intimidate"),
    ("how much gold can i put on a card with bestow", "keyword.bestow"),
    ("do defenders gain power from renown", "keyword.renown"),
    ("who gets power when a prized plot leaves", "keyword.prized"),
    ("can assault hit an expensive location", "keyword.assault"),
    ("how much does it cost to put a card in shadows", "ruling.shadows.into"),
    ("can my opponent look at my cards in shadows", "term.shadows-area"),
    ("when can i bring a card out of shadows", "ruling.shadows.out"),
    ("can i put a unique in shadows if i already have one in play", "ruling.shadows.unique"),
    ("do i pay if an effect puts a card into play from shadows", "ruling.shadows.put-into-play"),
    ("do tokens stay on a card in shadows", "ruling.shadows.tokens"),
    ("when do my characters stand again", "timing.standing"),
    ("what happens to gold i did not spend", "timing.taxation"),
    ("how many challenges can i make", "timing.challenges"),
    ("who wins dominance if we are equal", "timing.dominance"),
    ("does claim happen before renown", "timing.duck"),
    ("can i mulligan twice", "timing.mulligan"),
    ("how much can i spend in setup", "ruling.setup.gold"),
    ("what phases are there", "timing.round"),
    ("when are plots revealed", "timing.plot"),
    ("do i pay before or after choosing targets", "timing.initiating"),
    ("can i place an event in setup", "ruling.setup.events"),
    ("do i pay for the second copy of a unique in setup", "ruling.setup.duplicates"),
    ("can i use my reducers in setup", "ruling.setup-abilities"),
    ("can i setup an attachment with no character", "ruling.setup.attachments"),
    ("how many limited cards can i setup", "ruling.setup.limited"),
    ("does power on my characters count", "ruling.tokens"),
    ("where is the event while i am playing it", "ruling.playing-events"),
    ("who decides when two effects contradict each other", "ruling.clashing-effects"),
    ("can i choose a character that cannot be killed for claim", "ruling.cannot-be"),
    ("does a character with two military icons count twice", "ruling.challenge-icons"),
    ("can i save a character i sacrificed to pay", "ruling.saving-from-a-cost"),
    ("can i react to a discarded card if someone took it back", "ruling.out-of-play-areas"),
    ("can i run two copies of the same agenda", "ruling.copies-of-agendas"),
    ("how many cards may my deck have at most", "deck-building.draw-deck"),
    ("can i have two agendas", "deck-building.agendas"),
    ("can i use cards from another faction", "deck-building.faction"),
    ("how many restricted cards can i play", "deck-building.restricted-list"),
    ("how big is a draft deck", "deck-building.draft"),
    ("can i swap cards after seeing my opponent's agenda", "deck-building.rookery"),
    ("when can i play with a new pack", "deck-building.release"),
    ("do plots count for fealty", "deck-building.fealty"),
    ("how long does a round take", "regulation.round-time"),
    ("what happens if i drop out of the tournament", "regulation.dropping.2-2"),
    ("can i play with unsleeved cards", "regulation.sleeves"),
    ("can the judge play in the tournament", "regulation.leaders-playing"),
    ("can we agree to a draw", "regulation.intentional-draw"),
    ("can i be paired against the same player twice", "regulation.rematch"),
    ("what if i arrive late", "regulation.late-entry"),
    ("how much more does a card of another house cost", "deck-building.penalty.first"),
    ("how many players can play civil war", "deck-building.civil-war-players"),
    ("what if the common deck is empty", "ruling.civil-war.empty-deck"),
    ("does a tie in a challenge go to the attacker", "timing.duck"),
    ("can i look at my own facedown cards", "term.shadows-area"),
    ("must i show the card i fetched from my deck", "term.search"),
    ("can i discard my duplicate to stop a kill", "term.duplicate"),
    ("is my opponent's dead unique stopping me from playing mine", "ruling.unique-cards"),
    ("which player chooses the first player", "term.first-player"),
    ("how many cards do i discard at the end of the round", "timing.taxation"),
    ("can pillage discard more than one card", "keyword.pillage"),
    ("can two attackers with stealth pick one defender", "answer.two-stealth"),
    ("does a limited location in setup use up my limited for round one", "ruling.setup.limited"),
    ("can i attach something to my opponent during setup", "answer.setup-attachments-own"),
    ("how many neutral cards with fealty", "deck-building.fealty"),
    ("how many banner cards do i need", "deck-building.banners"),
    ("does alliance need a bigger deck", "deck-building.alliance"),
    ("can i have no agenda", "deck-building.agendas"),
    ("are plots with limit 1 allowed twice", "deck-building.plot-limit"),
    ("what counts as a different card", "term.copy"),
    ("does a cancelled event go to the discard pile", "ruling.playing-events"),
    ("can i repeat a combo forever", "ruling.infinite-loops"),
    ("do i have to pay gold for ambush", "keyword.ambush"),
    ("what happens when time runs out", "regulation.time-called.2-2"),
    ("how many points is a loss worth", "regulation.points"),
    ("how are players paired in round two", "regulation.swiss"),
    ("who gets a free win when there is an odd number", "regulation.bye"),
    ("can i concede a game", "regulation.concession"),
    ("what sleeves can i use", "regulation.sleeves"),
    ("is slow play cheating", "regulation.conduct"),
    (
        "what if my power is equal to my opponent's when time is called",
        "regulation.time-called.2-2",
    ),
    ("how many players make the top cut", "regulation.structures"),
    ("can i bestow during setup", "ruling.setup.bestow"),
    ("do characters stand after a challenge", "timing.standing"),
    ("can i use an action in the draw phase", "timing.draw"),
    ("does intrigue claim discard random cards", "term.claim"),
    ("can blank text remove a keyword", "ruling.all"),
    ("when do interrupts happen compared to reactions", "timing.end-of-phase"),
    ("can i use gold from the iron bank to marshal", "ruling.gold.the-iron-bank"),
    ("how much does a shadow card cost in setup", "ruling.shadows.setup"),
    ("can i use king's landing dromond to keep gold", "ruling.gold.kings-landing-dromond"),
    ("can i draw more than 3 extra cards in first edition", "timing.draw.first"),
    ("what does deadly do", "keyword.deadly.first"),
    ("how many cards in a civil war deck for four players", "deck-building.civil-war"),
    ("can i chump block with a character without the right icon", "timing.challenge"),
    ("can i bring back a dead character", "ruling.unique-cards"),
    ("are events limited to one copy", "deck-building.copies"),
    ("who picks the character killed for military claim", "term.claim"),
    ("does unopposed give power to the character", "term.unopposed"),
    ("do attachments go back to my hand when the character is killed", "keyword.terminal"),
    ("if both players run out of cards who wins", "term.empty-draw-deck"),
    ("is a plot with two copies allowed", "deck-building.plot-deck"),
    ("how many agendas with the king's voice", "deck-building.the-kings-voice"),
    ("can a loyal card be in a banner deck", "term.loyal"),
    ("does fealty reduce costs in setup", "ruling.setup-abilities"),
    ("can i play hand's judgment on my own hand's judgment", "answer.the-hands-judgment"),
    ("what is an ongoing effect", "term.lasting-effect"),
    ("is ambushing the same as marshaling", "keyword.ambush"),
    ("do shadow cards count as in play", "term.shadows-area"),
    ("can i put two cards into shadows in one turn", "ruling.shadows.into"),
    ("which list is in force", "deck-building.restricted-list"),
    ("can i play two cards from a pod", "deck-building.restricted-list"),
    ("how many rookery cards may i have", "deck-building.rookery"),
    ("does a bye count for strength of schedule", "regulation.bye"),
    ("how many rounds with 30 players", "regulation.structures"),
    ("is the final timed", "regulation.final-time.2-2"),
    ("must i hand in a decklist", "regulation.deck-lists.2-2"),
    ("can spectators tell me something", "regulation.roles"),
    ("what is infamy", "keyword.infamy.first"),
    (
        "does house stark treaty remove the gold penalty",
        "deck-building.treaty-with-the-north.first",
    ),
    ("can i choose my own character for tears of lys", "term.choose"),
    ("how does the conclave change setup", "ruling.setup.the-conclave"),
    ("may i look at my deck", "term.search"),
    ("does my dead unique come back with an effect", "ruling.unique-cards"),
    ("do i keep unspent gold", "timing.taxation"),
    ("does a limited event count", "keyword.limited"),
)


@pytest.fixture(scope="module")
def search(pools: Pools) -> EntrySearch:
    return EntrySearch(rule_book().entries, pools.values())


def found(search: EntrySearch, text: str) -> list[str]:
    return [entry.id for entry in search.find(text)]


@pytest.mark.parametrize(("question", "answer"), [*QUESTIONS, *LATER_QUESTIONS, *PLAYERS_QUESTIONS])
def test_the_answer_is_among_the_first_three(
    search: EntrySearch, question: str, answer: str
) -> None:
    assert answer in found(search, question)[:3]


@pytest.mark.parametrize("typed", ["mul", "mulli", "mulligan", "MULLIGAN", "Mulligan?"])
def test_it_is_found_while_one_types(search: EntrySearch, typed: str) -> None:
    assert found(search, typed)[0] == "timing.mulligan"


@pytest.mark.parametrize("typed", ["stre", "strength", "strenght", "STR"])
def test_a_synonym_is_found_like_the_word_of_the_rules(search: EntrySearch, typed: str) -> None:
    assert found(search, f"contribute {typed}")[0] == "ruling.contributing-str"


def test_an_id_and_a_number_find_their_entries_alone(search: EntrySearch) -> None:
    assert found(search, "keyword.bestow") == ["keyword.bestow"]
    assert found(search, "1.6") == ["ruling.clashing-effects"]
    assert set(found(search, "1.2")) == {
        "ruling.duplicates",
        "ruling.duplicate-of-limited",
        "ruling.duplicate-of-limited.1-2",
    }


@pytest.mark.parametrize("nothing", ["", " ", "?!", "qqqqzzzz", "\0", "x" * 5000])
def test_what_is_nowhere_finds_nothing(search: EntrySearch, nothing: str) -> None:
    assert found(search, nothing) == []


def test_only_what_is_asked_for_is_found(search: EntrySearch) -> None:
    day = date(2018, 1, 1)
    held = search.find("limited duplicate", lambda entry: entry.holds_on(day))
    assert held[0].id in {"answer.limited-duplicate", "ruling.duplicate-of-limited.1-2"}
    first = search.find("stealth", lambda entry: entry.is_for(Edition.FIRST))
    assert first[0].id == "keyword.stealth.first"
    assert {entry.edition for entry in first} <= {Edition.FIRST, None}
