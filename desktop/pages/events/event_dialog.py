"""The dialog of what the organizer announces: a new event, or one before its start."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.event_settings import DIALOG, at_tables, changed_settings, is_custom, leaders_play
from app.event_words import TIER_WORDS
from core.errors import AppError
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.pages.events.operation_menu import form_field
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.form import Form
from desktop.widgets.layouts import label
from events.event_values import EventSettings, MeleeForm
from events.plan_steps import checked
from events.regulations import regulations
from events.structure import EventPlan
from events.tiers import KINDS, TIERS

LIST_OF_THE_DAY = "The list in force on the day"
NO_LIST = "No list"
# The fields that are settings as they are.
_SPECIAL = {"rounds", "cut", "cut_wins", "three", "four", "bye"}
_PLAIN = [field.name for row in DIALOG for field in row if field.name not in _SPECIAL]


class EventDialog(SimpleDialog):
    """Asks for everything that is announced; `settings` is what was chosen."""

    def __init__(
        self, settings: EventSettings, cards: LoadedCards, parent: QWidget | None = None
    ) -> None:
        new = not settings.name
        super().__init__("New event" if new else "Event", "Create" if new else "Change", parent)
        self._before, self._cards = settings, cards
        plan, melee = settings.plan or EventPlan(swiss_rounds=4, cut=0), settings.melee
        rows = [[form_field(each) for each in row] for row in DIALOG]
        self.form = Form(rows, {name: getattr(settings, name) for name in _PLAIN}, self)
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
        given = {name: values[name] for name in _PLAIN}
        if not leaders_play(values):
            given["second_leader"] = ""
        if is_custom(values):
            given |= {"rounds": values["rounds"], "cut": values["cut"]}
            given["cut_wins"] = values["cut_wins"] or None
        melee = MeleeForm()
        if at_tables(values):
            points = {name: _points(values[name]) for name in ("three", "four")}
            melee = MeleeForm(**points, bye=values["bye"])
        return replace(changed_settings(self._before, given), melee=melee)

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
        self.asks.setText(f"{TIER_WORDS[values['tier']]}: {' '.join(asks)}")
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
