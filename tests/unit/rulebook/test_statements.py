"""Every statement of the documents has its entry, and the entry says it."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebook.rule_book import rule_book

INTO_1, OUT_1 = "ruling.shadows.into.first", "ruling.shadows.out.first"
ORDER_1, UNIQUE_1 = "timing.out-of-shadows.first", "ruling.shadows.unique.first"
SHADOWS = "ruling.shadows"

STATEMENTS: tuple[tuple[str, str, str], ...] = (
    ("S0 joust", "keyword.joust.first", "one defender at most"),
    ("S0 melee", "keyword.melee.first", "+1 STR"),
    ("S0.1 crest and s", "ruling.shadows.cards.first", "begins with “s”"),
    ("S0.2 types", "keyword.shadow.first", "locations, attachments and events"),
    ("S0.3 into for 2 gold", INTO_1, "as a player action, for 2 gold"),
    ("S0.4 no penalty", INTO_1, "no penalty for a card of another House"),
    ("S0.5 reducers", INTO_1, "only effects that name the cost"),
    ("S0.6 facedown, apart", INTO_1, "facedown, clearly apart"),
    ("S0.7 one card a phase", OUT_1, "each player may bring out one card"),
    ("S0.8 its price", OUT_1, "the number behind the “s” and any gold penalty"),
    ("S0.9 order of players", ORDER_1, "The others follow, clockwise"),
    ("S0.10 passed", OUT_1, "lets the chance go"),
    ("S0.11 an action of its own", ORDER_1, "an action of its own"),
    ("S0.12 standing", OUT_1, "come out standing"),
    ("S0.13 attachment without host", OUT_1, "finds no card to bear it is discarded"),
    ("S0.14 events", "ruling.shadows.events.first", "in no other way"),
    ("S0.15 unique goes in", UNIQUE_1, "Into Shadows a unique card may go"),
    ("S0.16 dead pile", UNIQUE_1, "dead pile it cannot come out"),
    ("S0.17 becomes a duplicate", UNIQUE_1, "becomes a duplicate at once"),
    ("S0.18 another controls it", UNIQUE_1, "somebody else controls it"),
    ("S0.19 another's copy", UNIQUE_1, "taken control of somebody else's copy"),
    ("S0.20 setup", "ruling.shadows.setup.first", "2 of the 5 gold"),
    ("S0.21 without crest", "ruling.shadows.cards.first", "Cards without crest"),
    ("S0.22 never straight", INTO_1, "never marshalled straight into play"),
    ("S0.23 printed cost", "ruling.shadows.printed-cost.first", "added together"),
    ("S0.24 neither in play nor in hand", "term.in-shadows.first", "neither in play nor in hand"),
    ("S1 bestow", "keyword.bestow", "0 up to X"),
    ("S1 bestow, when", "timing.bestow", "Interrupts to that are resolved"),
    ("S1 bestow, the pool", "term.gold-pool", "Gold that lies on a card is not in the pool"),
    ("S1 bestow, the treasury", "keyword.bestow", "it goes to the treasury"),
    ("S1 shadow X", "keyword.shadow", "come out later for X gold"),
    ("S1.1 player action", f"{SHADOWS}.into", "player action"),
    ("S1.2 any number", f"{SHADOWS}.into", "as often as the gold lasts"),
    ("S1.3 neither playing nor its kind", f"{SHADOWS}.into", "neither playing the card"),
    ("S1.4 by effects", f"{SHADOWS}.by-effects", "needs no earlier stay"),
    ("S1.5 setup", f"{SHADOWS}.setup", "events too"),
    ("S1.6 an area out of play", "term.shadows-area", "out of play and is not the hand"),
    ("S1.7 facedown", "term.shadows-area", "their own cards there"),
    ("S1.8 distinguishable", "term.shadows-area", "stay distinguishable"),
    ("S1.9 comes out", "term.come-out-of-shadows", "being played from there"),
    ("S1.10 tokens", f"{SHADOWS}.tokens", "lost when it moves"),
    ("S1.11 shadow cost", f"{SHADOWS}.cost", "changes this cost"),
    ("S1.12 an action", f"{SHADOWS}.out", "not marshaled and not played"),
    ("S1.13 printed cost", f"{SHADOWS}.printed-cost", "the one in the corner"),
    ("S1.14 a dash", f"{SHADOWS}.no-cost", "never comes from hand"),
    ("S1.15 attachment", f"{SHADOWS}.attachments", "does not enter play"),
    ("S1.16 event", f"{SHADOWS}.events", "whenever its condition holds"),
    ("S1.17 several instances", f"{SHADOWS}.several", "its controller chooses"),
    ("S1.18 put into play", f"{SHADOWS}.put-into-play", "for nothing"),
    ("S1.19 unique", f"{SHADOWS}.unique", "comes out for its cost as a duplicate"),
    ("S1 pictured cards", f"{SHADOWS}.examples", "Ser Robert Strong"),
    ("S3 errata: initiative", "erratum.rules-reference-initiative", "initiative"),
    ("S3 errata: 02063", "erratum.ser-horas-redwyne", "misspelt"),
    ("S3 original printings", "ruling.original-printing", "first English printing"),
    ("S3 choose", "term.choose", "Without this word"),
    ("S3 derived information", "term.derived-information", "must not be misstated"),
    ("S3 hidden information", "term.hidden-information", "need not be true"),
    ("S3 open information", "term.open-information", "removed from the game"),
    ("S3 terminal condition", "term.terminal-condition", "killed if its STR is 0"),
    ("S3 1.1", "ruling.infinite-loops", "names a number"),
    ("S3 1.2 who", "ruling.duplicates", "owns and controls"),
    ("S3 1.2 limited", "ruling.duplicate-of-limited.1-2", "counted as the Limited card"),
    ("S3 1.3", "ruling.unique-cards", "neither marshal the title"),
    ("S3 1.4", "ruling.tokens", "faction card included"),
    ("S3 1.5", "ruling.playing-events", "steps 6 and 7"),
    ("S3 1.6", "ruling.clashing-effects", "said once"),
    ("S3 2.1", "ruling.cannot-be", "cannot be chosen for it"),
    ("S3 2.2", "ruling.delayed-effects", "of the type of card, that made it"),
    ("S3 2.3", "ruling.referential-targets", "Wildfire Assault"),
    ("S3 2.4", "ruling.out-of-play-areas", "comes too late"),
    ("S3 2.5", "ruling.positions", "whatever card lies there"),
    ("S3 2.6", "timing.terminal-burn", "7. Reactions to the kill"),
    ("S3 2.7", "ruling.you", "the player who uses it"),
    ("S3 3.1", "ruling.saving", "Dagmer Cleftjaw"),
    ("S3 3.2", "ruling.choices-at-step-1", "step 1"),
    ("S3 3.3", "ruling.challenge-icons", "works as one"),
    ("S3 legality, premier", "deck-building.release", "from the eleventh day after"),
    ("S3 melee restricted", "deck-building.melee-list-1-2", "14 titles"),
    ("S3 answer 1", "answer.catelyn-stark", "Forced and When Revealed"),
    ("S3 answer 2", "answer.melisandre", "After it."),
    ("S3 answer 3", "answer.the-hands-judgment", "A second copy can"),
    ("S3 answer 4", "answer.nymeria-sand", "Yes."),
    ("S3 answer 5", "answer.setup-attachments-own", "one's own"),
    ("S3 answer 6", "answer.setup-attachments-at-once", "at the same time"),
    ("S3 answer 7", "answer.attacking-alone", "When the card that asks for it is played"),
    ("S3 answer 8", "answer.limited-duplicate", "Under FAQ 1.2 it did"),
    ("S3 answer 9", "answer.two-stealth", "each on its own"),
    ("S3 answer 10", "answer.master-of-whispers", "Vengeance for Elia"),
    ("S3 answer 11", "answer.dragon-sight", "whatever joins later"),
    ("S3 answer 12", "answer.take-control", "the newest of those that remain"),
    ("S3 answer 13", "answer.order-of-pillage", "Their controller."),
    ("S3 answer 14", "answer.keywords-once", "processed once"),
    ("S3 answer 15", "answer.varyss-riddle", "between 2 and 7"),
    ("S3 D.U.C.K.", "timing.duck", "Determine who wins"),
    ("S3 end of phase", "timing.end-of-phase", "already outside it"),
    ("S4.1 players, formats, not sanctioned", "ruling.civil-war.overview", "for 2 to 6 players"),
    ("S4.2 common deck and pile", "ruling.civil-war.overview", "discard and dead pile for all"),
    ("S4.3 15 power", "ruling.civil-war.overview", "15 power win"),
    ("S4.4 size and copies", "deck-building.civil-war", "20 more for each further one"),
    ("S4.5 who builds", "deck-building.civil-war", "One player may build it"),
    ("S4.6 plots", "deck-building.civil-war-plots", "7 plots"),
    ("S4.7 draws", "ruling.civil-war.drawing", "top of the common deck"),
    ("S4.8 draw phase", "timing.civil-war", "the first player draws first"),
    ("S4.9 card effects", "timing.civil-war", "the player of that card does it first"),
    ("S4.10 common pile", "ruling.civil-war.pile", "goes to the one pile"),
    ("S4.11 taking back", "ruling.civil-war.pile", "any card of the kind it asks for"),
    ("S4.12 empty deck", "ruling.civil-war.empty-deck", "shuffled at once"),
    ("S2 Swiss", "regulation.swiss", "paired by lot, from the top down"),
    ("S2 bye", "regulation.bye", "one player has no opponent"),
    ("S2 cut", "regulation.cut", "all but the best-ranked players are out"),
    ("S2 elimination", "regulation.elimination", "who loses is out"),
    ("S2 setup", "regulation.setup", "The steps are those of setup"),
    ("later 1.7", "ruling.costs-paid-later", "need not be payable"),
    ("later 1.8", "ruling.then", "one window for reactions"),
    ("later 1.9", "ruling.setup-abilities", "not active in it"),
    ("later 2.8", "ruling.spending-gold", "gold handed to an opponent"),
    ("later 2.9", "ruling.all", "takes away every instance"),
    ("later 2.10", "ruling.contributing-str", "for one side alone"),
    ("later 3.2", "ruling.saving-from-a-cost", "cannot be saved"),
    ("later 3.5", "ruling.copies-of-agendas", "no two of them are copies"),
    ("rules melee's own card", "deck-building.melee", "one event is for melee alone"),
    ("rules 17166", "ruling.gold.the-iron-bank", "all Lannister cards that its player controls"),
    ("rules 22008", "ruling.gold.casterly-rock", "Lannister cards that its player controls"),
    ("rules 25060", "ruling.gold.city-blockade", "marshaled, played or put into play"),
    ("rules 25097", "ruling.copies.character-and-attachment", "Neither Little Bird is unique"),
    ("rules 26031", "ruling.shadows.x", "and 1 if there are none"),
    ("rules set values", "term.modifiers", "other modifiers of the value do not count"),
    ("rules gold in dominance", "timing.dominance.first", "gold that is left"),
    ("rules crest cards shown", "timing.setup.first", "Cards in Shadows stay facedown"),
    ("rules crest events", "deck-building.penalty.first", "except those with the Shadow crest"),
    ("rules Hizdahr", "ruling.gold.next-card", "marshaled, ambushed or brought out of shadows"),
    ("rules final", "regulation.round-time", "under 1.0.1 it is not timed"),
    ("rules Civil War, printed limits", "deck-building.civil-war", "keeps that limit"),
    ("rules Civil War, melee", "deck-building.civil-war", "three players or more"),
    ("rules doubtful Houses", "deck-building.doubtful-data.first", "refuses the card"),
    ("rules note on duplicates", "ruling.duplicates", "Mplain, who annotated"),
    ("rules note on keywords", "answer.nymeria-sand", "By a note of mplain"),
    ("rules note on abilities", "answer.dragon-sight", "By a note of mplain"),
)


@pytest.mark.parametrize(("statement", "name", "said"), STATEMENTS, ids=lambda each: str(each)[:30])
def test_a_statement_has_its_entry(statement: str, name: str, said: str) -> None:
    assert said in rule_book().entry(name).words, statement


def test_no_statement_is_left_out() -> None:
    """As counted in the documents: 26 + 24 and the pictures, 36 and more, 12."""
    named = [statement for statement, _, _ in STATEMENTS]
    assert len(set(named)) == len(named)
    assert {f"S0.{number}" for number in range(1, 25)} <= {each.split()[0] for each in named}
    assert {f"S1.{number}" for number in range(1, 20)} <= {each.split()[0] for each in named}
    assert {f"S4.{number}" for number in range(1, 13)} <= {each.split()[0] for each in named}
    assert sum(each.startswith("S3 answer") for each in named) == 15
    rulings = {each.split()[1] for each in named if each.startswith("S3 ") and each[3].isdigit()}
    assert rulings == {
        f"{part}.{n}" for part, most in ((1, 6), (2, 7), (3, 3)) for n in range(1, most + 1)
    }
    documents = Counter(each.split()[0].partition(".")[0] for each in named)
    assert documents == {"S0": 26, "S1": 25, "S2": 5, "S3": 44, "S4": 12, "later": 8, "rules": 18}
