"""What may be placed in setup, and for how much gold: the rules of both editions as one value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition, Faction

# War Elephants: neither setup nor marshaling brings it into play.
NEVER_PLACED = frozenset({"26113"})

FACE_UP = frozenset({CardType.CHARACTER, CardType.LOCATION, CardType.ATTACHMENT})

OUT_OF_HOUSE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AgendaSetup:
    """Changes by an agenda before and during setup; None leaves a number unchanged.

    `starts_in_play` is a location to search for, `set_aside` matches cards that leave the deck, at
    most `most_aside` different titles. `under` cards of the deck go under the agenda after the
    mulligan. Houses in `waives` have no gold penalty.
    """

    gold: int | None = None
    hand_size: int | None = None
    placing: bool = True
    starts_in_play: CardPattern | None = None
    in_house: bool = False
    set_aside: CardPattern | None = None
    most_aside: int = 0
    under: int = 0
    waives: tuple[Faction, ...] = ()
    waives_named: bool = False
    halves: bool = False


_LOCATION = CardPattern(types=(CardType.LOCATION,), unique=True, without_keywords=("limited",))
_WEAPON = CardPattern(types=(CardType.ATTACHMENT,))
_CHAIN = CardPattern(types=(CardType.ATTACHMENT,), traits=("Chain",))

AGENDAS = {
    # The House With the Red Door
    "08039": AgendaSetup(gold=4, starts_in_play=replace(_LOCATION, cost_at_most=3)),
    # The Conclave
    "09045": AgendaSetup(under=7),
    # Knights of the Hollow Hill, of either edition
    "13039": AgendaSetup(placing=False),
    "bwb_59": AgendaSetup(placing=False),
    # Armed to the Teeth
    "26120": AgendaSetup(set_aside=_WEAPON, most_aside=5),
    # Desperate Hope
    "00367": AgendaSetup(gold=6),
    # Treaties with the North, the Isles and the South
    "low_39": AgendaSetup(waives=(Faction.STARK,)),
    "kl_11": AgendaSetup(waives=(Faction.GREYJOY,)),
    "kl_15": AgendaSetup(waives=(Faction.MARTELL,)),
    # Alliance, Conquest
    "qod_47": AgendaSetup(waives_named=True),
    "cad_1": AgendaSetup(waives_named=True),
    # House of Dreams
    "btns_119": AgendaSetup(gold=3, hand_size=6, starts_in_play=_LOCATION, in_house=True),
    # Black Sails
    "asots_18": AgendaSetup(halves=True),
    # The Maester's Path
    "soo_19": AgendaSetup(set_aside=_CHAIN, most_aside=12),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupRules:
    """How a hand is drawn and set up; made by `rules_for`.

    `gold` is the budget, `limited` the most Limited cards face up (duplicates count), `waived`
    Houses have no penalty. Cards in `in_play` are on the table before setup. `under` cards are out
    of reach after the mulligan; a `halved` deck is dealt from one half.
    """

    edition: Edition
    gold: int = 8
    hand_size: int = 7
    refill_to: int = 7
    draw: int = 2
    limited: int = 1
    shadow_price: int = 2
    duplicates_free: bool = True
    placing: bool = True
    faction: Faction | None = None
    waived: frozenset[Faction] = frozenset()
    in_play: tuple[Card, ...] = ()
    under: int = 0
    halved: bool = False

    def price(self, card: Card) -> int | None:
        """Return the gold that the card costs face up, None if it may not be placed so.

        Printed costs count, X is 0: abilities are inactive during setup (FAQ 4.1, 1.9). In the
        first edition shadow cards go only into Shadows, attachments need the keyword Setup, and
        cards out of House cost a penalty (core rules, p. 9).
        """
        if not self._may_be_placed(card) or card.type not in FACE_UP or card.cost is None:
            return None
        cost = printed_cost(card)
        if self.edition is Edition.SECOND:
            return cost
        if card.keyword("shadow") or (
            card.type is CardType.ATTACHMENT and not card.keyword("setup")
        ):
            return None
        return cost + self.penalty(card)

    def into_shadows(self, card: Card) -> int | None:
        """Return the gold that the card costs into shadows, None without the keyword."""
        if not self._may_be_placed(card) or not card.keyword("shadow"):
            return None
        return self.shadow_price

    def penalty(self, card: Card) -> int:
        """Return the gold penalty of a first-edition card that belongs to no House of the deck: 2.

        The Neutral Faction pays 1 less for characters.
        """
        mine = set(self.waived) | ({self.faction} if self.faction else set(card.factions))
        if self.edition is Edition.SECOND or card.neutral or not mine.isdisjoint(card.factions):
            return 0
        spared = self.faction is Faction.NEUTRAL and card.type is CardType.CHARACTER
        return OUT_OF_HOUSE - spared

    def _may_be_placed(self, card: Card) -> bool:
        return self.placing and card.code not in NEVER_PLACED


def printed_cost(card: Card) -> int:
    """Return the printed cost, 0 for a dash or an X."""
    return card.cost if isinstance(card.cost, int) else 0


_PLAIN = {
    Edition.SECOND: SetupRules(edition=Edition.SECOND),
    Edition.FIRST: SetupRules(edition=Edition.FIRST, gold=5, duplicates_free=False),
}


def rules_for(
    edition: Edition,
    faction: Faction | None = None,
    agendas: Iterable[Card] = (),
    *,
    named: Faction | None = None,
    in_play: Iterable[Card] = (),
) -> SetupRules:
    """Return the rules of setup for a faction and its agendas; the lowest of several budgets holds.

    `named` is the House of Alliance or Conquest, `in_play` a location that an agenda found. Without
    a faction no card is out of House.
    """
    rules = replace(_PLAIN[edition], faction=faction, in_play=tuple(in_play))
    for agenda in agendas:
        setup = AGENDAS.get(agenda.code)
        if setup is None:
            continue
        waives = {*setup.waives, *([named] if named and setup.waives_named else [])}
        rules = replace(
            rules,
            gold=rules.gold if setup.gold is None else min(rules.gold, setup.gold),
            hand_size=setup.hand_size or rules.hand_size,
            placing=rules.placing and setup.placing,
            waived=rules.waived | waives,
            under=rules.under + setup.under,
            halved=rules.halved or setup.halves,
        )
    return rules
