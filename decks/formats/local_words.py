"""What deck lists in other languages call sections and factions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from carddb.local_names import Language, local_words, name_key
from carddb.spelling import fold
from carddb.terms import DECK_TYPES, CardType, Edition, Faction

# Besides the words on the cards: plurals, abbreviations and what players write.
_TYPES = {
    CardType.AGENDA: "agenden estrategias desseins 议程",
    CardType.ATTACHMENT: "attach attachs verstarkungen anhang anhange anlagen accesorios"
    " adjuntos vinculos attachements 附件",
    CardType.CHARACTER: "char chars charaktere personen figuren personajes personnages perso"
    " persos 人物",
    CardType.EVENT: "ereignisse eventos acontecimientos sucesos evenements",
    CardType.HOUSE: "haus fraktion casa faccion maison faction 家族 阵营",
    CardType.LOCATION: "locs orte schauplatze lugares localizaciones ubicaciones lieux 地点",
    CardType.PLOT: "strategiekarten strategien komplotte tramas complots intrigues 情节 计谋",
    CardType.TITLE: "titulos titres",
}
_CARD = "牌"
# The headings of lists and sheets, in the order of the types of a deck.
_HEADINGS = {
    Language.GERMAN: ("Strategiekarten", "Charaktere", "Verstärkungen", "Orte", "Ereignisse"),
    Language.SPANISH: ("Tramas", "Personajes", "Accesorios", "Lugares", "Eventos"),
    Language.FRENCH: ("Complots", "Personnages", "Attachements", "Lieux", "Événements"),
    Language.CHINESE: ("战略", "角色", "附属", "地区", "事件"),
}


def heading_in(language: str, card_type: CardType) -> str:
    """Return the heading for cards of a type in the language of a code; English for another."""
    if language in set(Language) and card_type in DECK_TYPES:
        return _HEADINGS[Language(language)][DECK_TYPES.index(card_type)]
    return f"{card_type.value.capitalize()}s"


@cache
def _type_words() -> Mapping[str, CardType]:
    found = {word: kind for kind, listed in _TYPES.items() for word in listed.split()}
    for edition in Edition:
        for english, word in local_words(edition, "type"):
            plain = name_key(fold(word)).removesuffix(_CARD)
            found |= dict.fromkeys((plain, plain + _CARD), CardType(english.lower()))
    return found


def type_of_heading(folded: str) -> CardType | None:
    """Return the type of card that a heading names, with or without a number, or None."""
    return _type_words().get(name_key(folded.strip("0123456789 ")))


@cache
def faction_words() -> Mapping[str, Faction]:
    """Return the factions by their folded names, with and without the word for a House."""
    found: dict[str, Faction] = {}
    factions = {each.label.lower(): each for each in Faction} | {
        each.value: each for each in Faction
    }
    for edition in Edition:
        for english, word in local_words(edition, "faction"):
            if faction := factions.get(english.lower()):
                folded = fold(word)
                house, _, name = folded.partition(" ")
                found[name_key(folded)] = faction
                if house in {"haus", "casa", "maison"}:
                    found[name] = faction
    return found
