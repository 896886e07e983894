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
from validators.agenda_row import AgendaRow, ExtraAgendas, NamedPermission, NamedSubject
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


def _plots(trait: str) -> CardTest:
    return (PLOT & with_trait(trait)).labelled(f"{trait} plot")


def _characters(trait: str) -> CardTest:
    return (CHARACTER & with_trait(trait)).labelled(f"{trait} character")


def _banner(slug: str, code: str, faction: Faction) -> AgendaRow:
    test = _draw(of_faction(faction), f"{faction.label} card")
    least = AtLeast("too-few", test, 12)
    return AgendaRow(slug, (code,), (least,), allows=_non_loyal(test))


_NOT_FREE_FOLK_R = (~(NEUTRAL | (CHARACTER & with_trait("Wildling") & ~LOYAL))).labelled(
    "card other than neutral cards and non-loyal Wildling characters"
)
_NOT_TRIDENT = (PLOT & ~(with_trait("Edict") | with_trait("Siege") | with_trait("War"))).labelled(
    "plot other than Edict, Siege and War"
)

AGENDAS = (
    AgendaRow("the-power-of-wealth", ("00001",), names=NamedPermission(NamedSubject.FACTION)),
    AgendaRow(
        "protectors-of-the-realm", ("00002",), allows=_characters("Knight") | _characters("Army")
    ),
    AgendaRow("treaty", ("00003",), names=NamedPermission(NamedSubject.FACTION, 2)),
    AgendaRow("uniting-the-seven-kingdoms", ("00004",), allows=_draw(DRAW_CARD, "draw deck card")),
    AgendaRow(
        "the-kings-voice",
        ("00030",),
        extra=ExtraAgendas(1, AGENDA),
        allows=_non_loyal(_characters("Small Council")),
    ),
    AgendaRow("sealing-the-pact", ("00362",), names=NamedPermission(NamedSubject.FACTION)),
    AgendaRow("unknown-and-unknowable", ("00363",), names=NamedPermission(NamedSubject.FACTION, 2)),
    AgendaRow(
        "pass-beneath-the-shadow", ("00364",), allows=_draw(with_keyword("shadow"), "shadow card")
    ),
    AgendaRow(
        "seeking-fortunes",
        ("00365",),
        allows=_draw(with_keyword("bestow") | LOCATION, "bestow card or location"),
    ),
    AgendaRow("join-forces", ("00366",), names=NamedPermission(NamedSubject.TRAIT)),
    AgendaRow("desperate-hope", ("00367",), allows=ANY),
    AgendaRow("fealty", ("01027",), (AtMost("neutral", _draw(NEUTRAL, "neutral card"), 15),)),
    _banner("banner-of-the-stag", "01198", Faction.BARATHEON),
    _banner("banner-of-the-kraken", "01199", Faction.GREYJOY),
    _banner("banner-of-the-lion", "01200", Faction.LANNISTER),
    _banner("banner-of-the-sun", "01201", Faction.MARTELL),
    _banner("banner-of-the-watch", "01202", Faction.NIGHTS_WATCH),
    _banner("banner-of-the-wolf", "01203", Faction.STARK),
    _banner("banner-of-the-dragon", "01204", Faction.TARGARYEN),
    _banner("banner-of-the-rose", "01205", Faction.TYRELL),
    AgendaRow("kings-of-summer", ("04037",), (NoneOf("winter", _plots("Winter")),)),
    AgendaRow("kings-of-winter", ("04038",), (NoneOf("summer", _plots("Summer")),)),
    AgendaRow(
        "the-rains-of-castamere",
        ("05045",),
        (ExactlyDifferent("schemes", _plots("Scheme"), 5),),
        plots=12,
    ),
    AgendaRow(
        "alliance",
        ("06018",),
        draw_minimum=75,
        extra=ExtraAgendas(2, (AGENDA & with_trait("Banner")).labelled("Banner")),
    ),
    AgendaRow(
        "the-brotherhood-without-banners",
        ("06119",),
        (NoneOf("loyal", (CHARACTER & LOYAL).labelled("loyal character")),),
    ),
    AgendaRow(
        "the-conclave",
        ("09045",),
        (AtLeast("maesters", _characters("Maester"), 12),),
        allows=_non_loyal(_characters("Maester")),
    ),
    AgendaRow("the-wars-to-come", ("10045", "17151"), plots=10, doubled_plots=2),
    AgendaRow(
        "the-free-folk", ("11079",), (NoneOf("faction", (~NEUTRAL).labelled("card of a faction")),)
    ),
    AgendaRow(
        "kingdom-of-shadows",
        ("13079", "17148"),
        allows=_non_loyal((CHARACTER & with_keyword("shadow")).labelled("shadow character")),
    ),
    AgendaRow(
        "the-white-book",
        ("13099",),
        (AtLeastDifferent("kingsguard", _characters("Kingsguard"), 7),),
        allows=_non_loyal(_characters("Kingsguard")),
    ),
    AgendaRow(
        "valyrian-steel",
        ("13118", "17152"),
        (OneOfEachTitle("attachments", ATTACHMENT.labelled("attachment")),),
        draw_minimum=75,
    ),
    AgendaRow(
        "dark-wings-dark-words",
        ("16028",),
        (OneOfEachTitle("events", EVENT.labelled("event")),),
        draw_minimum=75,
    ),
    AgendaRow("the-long-voyage", ("16030",), draw_minimum=100),
    AgendaRow(
        "sea-of-blood-r",
        ("17149",),
        (NoneOf("neutral-events", (EVENT & NEUTRAL).labelled("neutral event")),),
    ),
    AgendaRow(
        "the-free-folk-r",
        ("17150",),
        (NoneOf("faction", _NOT_FREE_FOLK_R),),
        allows=_non_loyal(_characters("Wildling")),
    ),
    AgendaRow("a-mummers-farce", ("20051",), allows=_non_loyal(_characters("Fool"))),
    AgendaRow("the-many-faced-god", ("20052",), (NoneOf("kingdom", _plots("Kingdom")),)),
    AgendaRow("battle-of-the-trident", ("21030",), (NoneOf("plots", _NOT_TRIDENT),), plots=10),
    AgendaRow(
        "banner-of-the-falcon",
        ("23040",),
        (AtLeast("too-few", _draw(with_trait("House Arryn"), "House Arryn card"), 12),),
    ),
    AgendaRow("the-gift-of-mercy", ("25080",), (NoneOf("omen", _plots("Omen")),)),
    AgendaRow(
        "uniting-the-realm",
        ("25120",),
        (FewTitlesOfEachFaction("titles", DRAW_CARD, 3),),
        allows=_non_loyal((CHARACTER | LOCATION | ATTACHMENT).labelled("non-event card")),
    ),
    AgendaRow(
        "the-small-council",
        ("26040",),
        (AtLeastDifferent("small-council", _characters("Small Council"), 7),),
        allows=_non_loyal(_characters("Small Council")),
    ),
    AgendaRow(
        "trading-with-braavos",
        ("26080",),
        (OneOfEachTitle("locations", (LOCATION & ~LIMITED).labelled("non-limited location")),),
        allows=_non_loyal((LOCATION & with_trait("Warship")).labelled("Warship location")),
    ),
    AgendaRow(
        "armed-to-the-teeth",
        ("26120",),
        (
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
