"""The agendas of the second edition: one row for each that changes deck construction."""

from __future__ import annotations

from carddb.card_test import (
    AGENDA,
    ANY,
    ATTACHMENT,
    CHARACTER,
    DRAW_CARD,
    EVENT,
    LIMITED,
    LOCATION,
    LOYAL,
    NEUTRAL,
    PLOT,
    CardTest,
    of_faction,
    with_keyword,
    with_trait,
)
from carddb.terms import Faction
from validators.second_edition.agenda_rules import (
    ExtraAgendas,
    NamedPermission,
    NamedSubject,
    SecondEditionAgendaRules,
)
from validators.shapes import (
    AtLeast,
    AtLeastDifferent,
    AtMost,
    ExactlyDifferent,
    FewTitlesOfEachFaction,
    NoneOf,
    OneOfEachTitle,
)


def _non_loyal(test: CardTest) -> CardTest:
    return (DRAW_CARD & ~LOYAL & test).labelled(f"non-loyal {test.label}")


def _draw(test: CardTest, label: str) -> CardTest:
    return (DRAW_CARD & test).labelled(label)


def _plots(test: CardTest, label: str) -> CardTest:
    return (PLOT & test).labelled(label)


def _characters(trait: str) -> CardTest:
    return (CHARACTER & with_trait(trait)).labelled(f"{trait} character")


def _banner(slug: str, code: str, faction: Faction) -> SecondEditionAgendaRules:
    test = _draw(of_faction(faction), f"{faction.label} card")
    least = AtLeast("too-few", test, 12)
    return SecondEditionAgendaRules(
        slug=slug, codes=(code,), allows=_non_loyal(test), content=(least,)
    )


_ATTACHMENT = ATTACHMENT.labelled("attachment")
_FREE_FOLK_R = NEUTRAL | (CHARACTER & with_trait("Wildling") & ~LOYAL)
_NOT_TRIDENT = ~(with_trait("Edict") | with_trait("Siege") | with_trait("War"))

AGENDAS = (
    SecondEditionAgendaRules(
        slug="the-power-of-wealth", codes=("00001",), names=NamedPermission(NamedSubject.FACTION)
    ),
    SecondEditionAgendaRules(
        slug="protectors-of-the-realm",
        codes=("00002",),
        allows=_characters("Knight") | _characters("Army"),
    ),
    SecondEditionAgendaRules(
        slug="treaty", codes=("00003",), names=NamedPermission(NamedSubject.FACTION, 2)
    ),
    SecondEditionAgendaRules(
        slug="uniting-the-seven-kingdoms",
        codes=("00004",),
        allows=_draw(DRAW_CARD, "draw deck card"),
    ),
    SecondEditionAgendaRules(
        slug="the-kings-voice",
        codes=("00030",),
        extra=ExtraAgendas(1, AGENDA),
        allows=_non_loyal(_characters("Small Council")),
    ),
    SecondEditionAgendaRules(
        slug="sealing-the-pact", codes=("00362",), names=NamedPermission(NamedSubject.FACTION)
    ),
    SecondEditionAgendaRules(
        slug="unknown-and-unknowable",
        codes=("00363",),
        names=NamedPermission(NamedSubject.FACTION, 2),
    ),
    SecondEditionAgendaRules(
        slug="pass-beneath-the-shadow",
        codes=("00364",),
        allows=_draw(with_keyword("shadow"), "shadow card"),
    ),
    SecondEditionAgendaRules(
        slug="seeking-fortunes",
        codes=("00365",),
        allows=_draw(with_keyword("bestow") | LOCATION, "bestow card or location"),
    ),
    SecondEditionAgendaRules(
        slug="join-forces", codes=("00366",), names=NamedPermission(NamedSubject.TRAIT)
    ),
    SecondEditionAgendaRules(slug="desperate-hope", codes=("00367",), allows=ANY),
    SecondEditionAgendaRules(
        slug="fealty",
        codes=("01027",),
        content=(AtMost("neutral", _draw(NEUTRAL, "neutral card"), 15),),
    ),
    _banner("banner-of-the-stag", "01198", Faction.BARATHEON),
    _banner("banner-of-the-kraken", "01199", Faction.GREYJOY),
    _banner("banner-of-the-lion", "01200", Faction.LANNISTER),
    _banner("banner-of-the-sun", "01201", Faction.MARTELL),
    _banner("banner-of-the-watch", "01202", Faction.NIGHTS_WATCH),
    _banner("banner-of-the-wolf", "01203", Faction.STARK),
    _banner("banner-of-the-dragon", "01204", Faction.TARGARYEN),
    _banner("banner-of-the-rose", "01205", Faction.TYRELL),
    SecondEditionAgendaRules(
        slug="kings-of-summer",
        codes=("04037",),
        content=(NoneOf("winter", _plots(with_trait("Winter"), "Winter plot")),),
    ),
    SecondEditionAgendaRules(
        slug="kings-of-winter",
        codes=("04038",),
        content=(NoneOf("summer", _plots(with_trait("Summer"), "Summer plot")),),
    ),
    SecondEditionAgendaRules(
        slug="the-rains-of-castamere",
        codes=("05045",),
        plots=12,
        content=(ExactlyDifferent("schemes", _plots(with_trait("Scheme"), "Scheme plot"), 5),),
    ),
    SecondEditionAgendaRules(
        slug="alliance",
        codes=("06018",),
        draw_minimum=75,
        extra=ExtraAgendas(2, (AGENDA & with_trait("Banner")).labelled("Banner")),
    ),
    SecondEditionAgendaRules(
        slug="the-brotherhood-without-banners",
        codes=("06119",),
        content=(NoneOf("loyal", (CHARACTER & LOYAL).labelled("loyal character")),),
    ),
    SecondEditionAgendaRules(
        slug="the-conclave",
        codes=("09045",),
        allows=_non_loyal(_characters("Maester")),
        content=(AtLeast("maesters", _characters("Maester"), 12),),
    ),
    SecondEditionAgendaRules(
        slug="the-wars-to-come",
        codes=("10045", "17151"),
        plots=10,
        doubled_plots=2,
    ),
    SecondEditionAgendaRules(
        slug="the-free-folk",
        codes=("11079",),
        content=(NoneOf("faction", (~NEUTRAL).labelled("card of a faction")),),
    ),
    SecondEditionAgendaRules(
        slug="kingdom-of-shadows",
        codes=("13079", "17148"),
        allows=_non_loyal((CHARACTER & with_keyword("shadow")).labelled("shadow character")),
    ),
    SecondEditionAgendaRules(
        slug="the-white-book",
        codes=("13099",),
        allows=_non_loyal(_characters("Kingsguard")),
        content=(AtLeastDifferent("kingsguard", _characters("Kingsguard"), 7),),
    ),
    SecondEditionAgendaRules(
        slug="valyrian-steel",
        codes=("13118", "17152"),
        draw_minimum=75,
        content=(OneOfEachTitle("attachments", _ATTACHMENT),),
    ),
    SecondEditionAgendaRules(
        slug="dark-wings-dark-words",
        codes=("16028",),
        draw_minimum=75,
        content=(OneOfEachTitle("events", EVENT.labelled("event")),),
    ),
    SecondEditionAgendaRules(slug="the-long-voyage", codes=("16030",), draw_minimum=100),
    SecondEditionAgendaRules(
        slug="sea-of-blood-r",
        codes=("17149",),
        content=(NoneOf("neutral-events", (EVENT & NEUTRAL).labelled("neutral event")),),
    ),
    SecondEditionAgendaRules(
        slug="the-free-folk-r",
        codes=("17150",),
        allows=_non_loyal(_characters("Wildling")),
        content=(
            NoneOf(
                "faction",
                (~_FREE_FOLK_R).labelled(
                    "card other than neutral cards and non-loyal Wildling characters"
                ),
            ),
        ),
    ),
    SecondEditionAgendaRules(
        slug="a-mummers-farce", codes=("20051",), allows=_non_loyal(_characters("Fool"))
    ),
    SecondEditionAgendaRules(
        slug="the-many-faced-god",
        codes=("20052",),
        content=(NoneOf("kingdom", _plots(with_trait("Kingdom"), "Kingdom plot")),),
    ),
    SecondEditionAgendaRules(
        slug="battle-of-the-trident",
        codes=("21030",),
        plots=10,
        content=(NoneOf("plots", _plots(_NOT_TRIDENT, "plot other than Edict, Siege and War")),),
    ),
    SecondEditionAgendaRules(
        slug="banner-of-the-falcon",
        codes=("23040",),
        content=(AtLeast("too-few", _draw(with_trait("House Arryn"), "House Arryn card"), 12),),
    ),
    SecondEditionAgendaRules(
        slug="the-gift-of-mercy",
        codes=("25080",),
        content=(NoneOf("omen", _plots(with_trait("Omen"), "Omen plot")),),
    ),
    SecondEditionAgendaRules(
        slug="uniting-the-realm",
        codes=("25120",),
        allows=_non_loyal((CHARACTER | LOCATION | ATTACHMENT).labelled("non-event card")),
        content=(FewTitlesOfEachFaction("titles", DRAW_CARD, 3),),
    ),
    SecondEditionAgendaRules(
        slug="the-small-council",
        codes=("26040",),
        allows=_non_loyal(_characters("Small Council")),
        content=(AtLeastDifferent("small-council", _characters("Small Council"), 7),),
    ),
    SecondEditionAgendaRules(
        slug="trading-with-braavos",
        codes=("26080",),
        allows=_non_loyal((LOCATION & with_trait("Warship")).labelled("Warship location")),
        content=(
            OneOfEachTitle("locations", (LOCATION & ~LIMITED).labelled("non-limited location")),
        ),
    ),
    SecondEditionAgendaRules(
        slug="armed-to-the-teeth",
        codes=("26120",),
        content=(
            NoneOf(
                "attachments",
                (ATTACHMENT & ~with_trait("Weapon")).labelled(
                    "attachment without the Weapon trait"
                ),
            ),
        ),
    ),
)

NO_CONSTRUCTION_RULES = (
    ("02060", "The Lord of the Crossing"),
    ("08039", "The House With the Red Door"),
    ("08079", "Greensight"),
    ("08099", "The Faith Militant"),
    ("11039", "Trading With Qohor"),
    ("11118", "Assault from the Shadows"),
    ("12045", "Sea of Blood"),
    ("13039", "Knights of the Hollow Hill"),
    ("14045", "The Prince that was Promised"),
    ("16027", "Aloof and Apart"),
    ("16029", "Knights of the Realm"),
    ("18019", "Free Companies"),
    ("25040", "The Gold Price"),
)
