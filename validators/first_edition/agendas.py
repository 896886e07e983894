"""The agendas of the first edition: one row for each that changes deck construction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from carddb.card_test import EVENT, CardTest
from carddb.terms import Crest
from validators.shapes import OneOfEachTitle, RuleShape


class Company(StrEnum):
    """Agendas of one company may be run together, each once."""

    NIGHTS_WATCH = "Night's Watch"
    WILDLING = "Wildling"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstEditionAgendaRules:
    """The construction rules of an agenda; numbers are None where it leaves the usual ones alone.

    `waives_house_for` are the cards whose "House X only" it lifts. The House that an agenda is
    bound to is a fact of the card (`house_only`), not of this table.
    """

    slug: str
    code: str
    draw_minimum: int | None = None
    plots: int | None = None
    company: Company | None = None
    waives_house_for: CardTest | None = None
    content: tuple[RuleShape, ...] = ()


AGENDAS = (
    FirstEditionAgendaRules(
        slug="city-of-shadows",
        code="kl_20",
        waives_house_for=CardTest("Shadow crest", lambda card: Crest.SHADOW in card.crests),
    ),
    FirstEditionAgendaRules(slug="defiance", code="cad_2", plots=10),
    FirstEditionAgendaRules(slug="the-long-voyage", code="asots_60", draw_minimum=85),
    FirstEditionAgendaRules(
        slug="dark-wings-dark-words",
        code="cad_80",
        draw_minimum=75,
        content=(OneOfEachTitle("events", EVENT.labelled("event")),),
    ),
    FirstEditionAgendaRules(slug="the-rangers", code="dotn_19", company=Company.NIGHTS_WATCH),
    FirstEditionAgendaRules(slug="the-builders", code="dotn_59", company=Company.NIGHTS_WATCH),
    FirstEditionAgendaRules(slug="the-stewards", code="dotn_99", company=Company.NIGHTS_WATCH),
    FirstEditionAgendaRules(slug="the-free-folk", code="dotn_39", company=Company.WILDLING),
    FirstEditionAgendaRules(slug="the-last-giants", code="dotn_79", company=Company.WILDLING),
    FirstEditionAgendaRules(
        slug="blood-of-the-first-men", code="dotn_119", company=Company.WILDLING
    ),
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
