"""The dialog of what the organizer announces: a new event, or one before its start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QSpinBox, QWidget

from core.errors import AppError
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.pages.events.event_words import KIND_WORDS, STRUCTURE_WORDS, TIER_WORDS
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.form import Field, Form, Values
from desktop.widgets.layouts import label
from events.event_terms import StructureKind
from events.event_values import EventSettings, MeleeForm
from events.plan_steps import checked
from events.regulations import REGULATIONS, regulations
from events.structure import EventPlan
from events.tiers import KINDS, TIERS

LIST_OF_THE_DAY = "The list in force on the day"
NO_LIST = "No list"
_VERSIONS = {each.version: each.source for each in REGULATIONS}
# The fields that are settings as they are.
_PLAIN = [
    "name",
    "day",
    "kind",
    "edition",
    "tier",
    "regulations",
    "structure",
    "list_code",
    "round_minutes",
    "lists_required",
    "second_leader",
]


def _is_custom(values: Values) -> bool:
    return values["structure"] is StructureKind.CUSTOM


def _at_tables(values: Values) -> bool:
    return KINDS[values["kind"]].at_tables


def _leaders_play(values: Values) -> bool:
    return TIERS[values["tier"]].leaders_may_play


def _number(
    name: str, words: str, most: int, shown: Callable[[Values], bool], spoken: str = ""
) -> Field:
    return Field(name, words, QSpinBox, bounds=(0, most), shown=shown, spoken=spoken)


_FIELDS: Sequence[Sequence[Field]] = (
    (Field("name", "&Name", placeholder="Store championship"), Field("day", "&Day", DateField)),
    (
        Field("kind", "&Kind", ComboBox, KIND_WORDS),
        Field("edition", "&Edition", ComboBox, EDITIONS),
    ),
    (
        Field("tier", "&Tier", ComboBox, TIER_WORDS),
        Field("regulations", "&Regulations", ComboBox, _VERSIONS, characters=30),
    ),
    (
        Field("structure", "&Structure", ComboBox, STRUCTURE_WORDS),
        Field("list_code", "Restricted l&ist", ComboBox),
    ),
    (
        Field("round_minutes", "&Minutes of a round", QSpinBox, bounds=(1, 600)),
        Field("lists_required", "Deck &lists are handed in", QCheckBox),
    ),
    (
        Field(
            "second_leader",
            "Second le&ader",
            placeholder="rules in the games of a leader who plays",
            shown=_leaders_play,
        ),
    ),
    (
        _number("rounds", "S&wiss rounds (0: none)", 30, _is_custom, "Swiss rounds"),
        _number("cut", "&Cut: players (0: none)", 512, _is_custom, "Cut: players"),
    ),
    (
        Field("four", "Points in fo&urs", placeholder="for example 6 4 2 1", shown=_at_tables),
        _number("cut_wins", "&Or all with wins (0: no)", 30, _is_custom, "Cut: wins"),
    ),
    (
        Field("three", "Points in t&hrees", placeholder="for example 5 3 1", shown=_at_tables),
        _number("bye", "Points of a b&ye", 100, _at_tables),
    ),
)


class EventDialog(SimpleDialog):
    """Asks for everything that is announced; `settings` is what was chosen."""

    def __init__(
        self, settings: EventSettings, cards: LoadedCards, parent: QWidget | None = None
    ) -> None:
        new = not settings.name
        super().__init__("New event" if new else "Event", "Create" if new else "Change", parent)
        self._before, self._cards = settings, cards
        plan, melee = settings.plan or EventPlan(swiss_rounds=4, cut=0), settings.melee
        self.form = Form(_FIELDS, {name: getattr(settings, name) for name in _PLAIN}, self)
        self.form.set(rounds=plan.swiss_rounds, cut=plan.cut, cut_wins=plan.cut_wins or 0)
        self.form.set(three=_text(melee.three), four=_text(melee.four), bye=melee.bye)
        self._offer_lists(settings.list_code)
        self.asks = label(size=Size.SMALL, faint=True, wraps=True)
        self.says = label(size=Size.SMALL, faint=True, wraps=True)
        self.wrong = label(wraps=True)
        self.wrong.setAccessibleName("What is wrong")
        self.lay_out(self.form, self.asks, self.says, self.wrong)
        self.setMinimumWidth(space(self, 200))
        self.form.changed.connect(self._on_changed)
        self._update()

    @property
    def settings(self) -> EventSettings:
        """What is chosen; AppError where the points at melee tables are no numbers."""
        values = self.form.values
        plan = EventPlan(
            swiss_rounds=values["rounds"], cut=values["cut"], cut_wins=values["cut_wins"] or None
        )
        melee = MeleeForm(
            three=_points(values["three"]), four=_points(values["four"]), bye=values["bye"]
        )
        leader = " ".join(values["second_leader"].split())
        announced = {name: values[name] for name in _PLAIN} | {
            "name": " ".join(values["name"].split()),
            "plan": plan if _is_custom(values) else None,
            "second_leader": leader if _leaders_play(values) else "",
            "melee": melee if _at_tables(values) else MeleeForm(),
        }
        return replace(self._before, **announced)

    def _offer_lists(self, chosen: str) -> None:
        lists = self._cards.pools[self.form["edition"].chosen].lists.values()
        newest_first = sorted(lists, key=lambda each: each.date, reverse=True)
        named = {each.code: each.name for each in newest_first}
        choices = {"": LIST_OF_THE_DAY, **named, "none": NO_LIST}
        self.form["list_code"].set_choices(choices, chosen)

    def _on_changed(self, name: str) -> None:
        if name == "edition":
            self._offer_lists(self.form["list_code"].chosen)
        self._update()

    def _update(self) -> None:
        values = self.form.values
        kind, tier = KINDS[values["kind"]], TIERS[values["tier"]]
        always = regulations(values["regulations"]).lists_always
        asks = [*tier.asks, *(["These regulations always ask for deck lists."] if always else [])]
        self.asks.setText(f"{TIER_WORDS[tier.tier]}: {' '.join(asks)}")
        self.says.setText(kind.note)
        self.says.setVisible(bool(kind.note))
        wrong = self._what_is_wrong()
        self.wrong.setText(wrong if values["name"] else "")
        self.accept_button.setEnabled(not wrong)

    def _what_is_wrong(self) -> str:
        try:
            checked(self.settings)
        except AppError as error:
            return error.sentence
        return ""


def _text(points: tuple[int, ...]) -> str:
    return " ".join(map(str, points))


def _points(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(each.isascii() and each.isdecimal() and len(each) < 5 for each in words):
        raise AppError("Points are whole numbers with a space between them, for example 5 3 1.")
    return tuple(map(int, words))
