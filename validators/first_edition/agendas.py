"""The agendas of the first edition: one row for each that changes deck construction."""

from __future__ import annotations

from carddb.card_test import EVENT, CardTest
from carddb.terms import Crest
from validators.agenda_row import AgendaRow, Company
from validators.shapes import OneOfEachTitle

AGENDAS = (
    AgendaRow(
        "city-of-shadows",
        ("kl_20",),
        waives_house_for=CardTest("Shadow crest", lambda card: Crest.SHADOW in card.crests),
    ),
    AgendaRow("defiance", ("cad_2",), plots=10),
    AgendaRow("the-long-voyage", ("asots_60",), draw_minimum=85),
    AgendaRow(
        "dark-wings-dark-words",
        ("cad_80",),
        (OneOfEachTitle("events", EVENT.labelled("event")),),
        draw_minimum=75,
    ),
    AgendaRow("the-rangers", ("dotn_19",), company=Company.NIGHTS_WATCH),
    AgendaRow("the-builders", ("dotn_59",), company=Company.NIGHTS_WATCH),
    AgendaRow("the-stewards", ("dotn_99",), company=Company.NIGHTS_WATCH),
    AgendaRow("the-free-folk", ("dotn_39",), company=Company.WILDLING),
    AgendaRow("the-last-giants", ("dotn_79",), company=Company.WILDLING),
    AgendaRow("blood-of-the-first-men", ("dotn_119",), company=Company.WILDLING),
)

# House of Dreams and The Maester's Path make no deck illegal: a warning and a note, in rule_set.py.
NO_CONSTRUCTION_RULES = (
    ("low_39", "Treaty with the North"),
    ("kl_11", "Treaty with the Isles"),
    ("kl_15", "Treaty with the South"),
    ("qod_47", "Alliance"),
    ("cad_1", "Conquest"),
    ("soo_19", "The Maester's Path"),
    ("btns_119", "House of Dreams"),
    ("asots_18", "Black Sails"),
    ("bwb_59", "Knights of the Hollow Hill"),
    ("low_48", "The Siege of Winterfell"),
    ("lotr_48", "The Power Behind the Throne"),
    ("qod_48", "Heir to the Iron Throne"),
    ("kr_98", "A Noble Cause"),
    ("kr_99", "The Old Way"),
    ("kr_119", "Bloodthirst"),
    ("kotst_39", "Knights of the Realm"),
    ("ator_1", "Kings of Summer"),
    ("ator_21", "Kings of Winter"),
    ("kl_79", "The White Book"),
    ("bwb_39", "The Brotherhood Without Banners"),
    ("kr_39", "A Song of Fire"),
    ("kr_40", "A Song of Ice"),
    ("w_18", "Aloof and Apart"),
)
