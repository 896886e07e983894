"""The deck that hands are drawn from, after its faction and agendas are announced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.pattern import CardPattern
from carddb.terms import Faction
from core.errors import AppError
from decks.deck import Deck, Slots, slots_of
from goldfish.setup_rules import AGENDAS, FACE_UP, AgendaSetup, SetupRules, printed_cost, rules_for


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeck:
    """The shuffled deck and its setup rules.

    Cards in `rules.in_play` and `aside` left the deck for an agenda; `remarks` are sentences about
    such choices.
    """

    slots: Slots
    rules: SetupRules
    aside: tuple[Card, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return sum(copies for _, copies in self.slots)

    @property
    def dealt(self) -> int:
        """The number of cards that can be drawn; of a halved deck, those of one half."""
        return self.size // 2 if self.rules.halved else self.size


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningChoices:
    """A player's choices before the opening hand; None leaves a choice to the program.

    `in_play` is the code of the location that an agenda finds, `aside` the codes of the cards set
    aside, `named` the House that Alliance or Conquest names.
    """

    in_play: str | None = None
    aside: tuple[str, ...] | None = None
    named: Faction | None = None


NO_CHOICES = OpeningChoices()


def opening(deck: Deck, choices: OpeningChoices = NO_CHOICES) -> DrawDeck:
    """Return the deck that hands are drawn from; AppError if it cannot fill a hand.

    By default agendas find the costliest location, set the costliest attachments aside (RR, Setup,
    step 3), and name the House with most cards that have a gold penalty. Ties go to the lowest
    codes.
    """
    cards = dict(deck.draw())
    in_play: list[Card] = []
    aside: list[Card] = []
    named: Faction | None = None
    remarks: list[str] = []
    for agenda in deck.agendas:
        setup = AGENDAS.get(agenda.code, AgendaSetup())
        if setup.starts_in_play:
            found = _found(cards, deck.faction, agenda, choices)
            in_play += found
            starting = [f"{card.name} ({card.code}) starts in play." for card in found]
            remarks += starting or [f"{agenda.name} finds no location in this deck."]
        if setup.set_aside:
            aside += _set_aside(cards, agenda, choices)
        if setup.waives_named:
            named = choices.named or _most_of(cards, deck.faction)
            penalty = f"the gold penalty of {named.card_name}" if named else ""
            words = penalty or "no gold penalty: no card costs one"
            remarks.append(f"{agenda.name} waives {words}.")
    for card in (*in_play, *aside):
        cards[card] -= 1
    if aside:
        names = ", ".join(f"{card.name} ({card.code})" for card in aside)
        remarks.append(f"Set aside before the hand is drawn: {names}.")
    rules = rules_for(deck.edition, deck.faction, deck.agendas, named=named, in_play=in_play)
    made = DrawDeck(
        slots=slots_of(cards.items()), rules=rules, aside=tuple(aside), remarks=tuple(remarks)
    )
    if made.dealt < rules.hand_size:
        whole = "half of the draw deck" if rules.halved else "the draw deck"
        raise AppError(
            f"A hand is {rules.hand_size} cards, and {whole} holds {made.dealt}.",
            "Add cards to the deck first.",
        )
    return made


def _found(
    cards: Collection[Card], faction: Faction | None, agenda: Card, choices: OpeningChoices
) -> list[Card]:
    setup = AGENDAS[agenda.code]
    in_house = setup.in_house and faction is not None
    fitting = [
        card
        for card in _fitting(cards, setup.starts_in_play)
        if not in_house or faction in card.factions
    ]
    if choices.in_play is not None:
        return [_named(choices.in_play, fitting, agenda)]
    return fitting[:1]


def _most_of(cards: Mapping[Card, int], faction: Faction | None) -> Faction | None:
    """Return the House with the most copies out of House (ties: the first), or None."""
    count: Counter[Faction] = Counter()
    for card, copies in cards.items():
        if faction and card.type in FACE_UP and faction not in card.factions:
            count.update(dict.fromkeys(card.factions, copies))
    return max(Faction, key=lambda each: count[each]) if count else None


def _set_aside(cards: Collection[Card], agenda: Card, choices: OpeningChoices) -> list[Card]:
    setup = AGENDAS[agenda.code]
    fitting = _fitting(cards, setup.set_aside)
    if choices.aside is None:
        by_title = {card.name: card for card in reversed(fitting)}
        titles = dict.fromkeys(card.name for card in fitting)
        return [by_title[title] for title in titles][: setup.most_aside]
    named_cards = [_named(code, fitting, agenda) for code in choices.aside]
    titles_named = {card.name for card in named_cards}
    if len(titles_named) < len(named_cards) or len(named_cards) > setup.most_aside:
        raise AppError(
            f"{agenda.name} takes up to {setup.most_aside} cards of different titles.",
            "Name each title once.",
        )
    return named_cards


def _fitting(cards: Collection[Card], pattern: CardPattern | None) -> list[Card]:
    """Return the cards that match a pattern, the costliest first."""
    fitting = [card for card in cards if pattern and pattern_matches(pattern, card)]
    return sorted(fitting, key=lambda card: (-printed_cost(card), card.code))


def _named(code: str, fitting: list[Card], agenda: Card) -> Card:
    for card in fitting:
        if card.code == code:
            return card
    codes = ", ".join(card.code for card in fitting) or "no card"
    raise AppError(f"{agenda.name} cannot take {code} from this deck.", f"It may take: {codes}.")
