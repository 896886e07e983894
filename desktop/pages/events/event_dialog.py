"""The dialog of what the organizer announces: a new event, or one before its start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from itertools import chain

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLineEdit,
    QWidget,
)

from core.errors import AppError
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.pages.events.event_words import KIND_WORDS, STRUCTURE_WORDS, TIER_WORDS
from desktop.pages.events.fields_dialog import number_box
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox, EditionComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.layouts import buddy_label, column, label
from events.event_terms import EventKind, StructureKind, Tier
from events.event_values import EventSettings, MeleeForm
from events.plan_steps import checked
from events.regulations import REGULATIONS, regulations
from events.structure import EventPlan
from events.tiers import KINDS, TIERS

LIST_OF_THE_DAY = "The list in force on the day"
NO_LIST = "No list"


class EventDialog(SimpleDialog):
    """Asks for everything that is announced; `settings` is what was chosen."""

    def __init__(
        self, settings: EventSettings, cards: LoadedCards, parent: QWidget | None = None
    ) -> None:
        new = not settings.name
        super().__init__("New event" if new else "Event", "Create" if new else "Change", parent)
        self._before, self._cards = settings, cards
        self._labels: dict[QWidget, QWidget] = {}
        self.name = QLineEdit(settings.name, self, placeholderText="Store championship")
        self.day = DateField("Day", self)
        self.day.setDate(settings.day)  # type: ignore[arg-type] # Qt takes a date
        self.edition = EditionComboBox("Edition", settings.edition, self)
        self.kind = _choice("Kind", KIND_WORDS.items(), settings.kind, self)
        self.tier = _choice("Tier", TIER_WORDS.items(), settings.tier, self)
        versions = ((each.version, each.source) for each in REGULATIONS)
        self.regulations = _choice("Regulations", versions, settings.regulations, self)
        self.regulations.setMinimumContentsLength(30)
        self.structure = _choice("Structure", STRUCTURE_WORDS.items(), settings.structure, self)
        self.restricted = ComboBox("Restricted list", self)
        self.second_leader = QLineEdit(settings.second_leader, self)
        self.second_leader.setPlaceholderText("rules in the games of a leader who plays")
        self.lists_required = QCheckBox("Deck &lists are handed in", self)
        self.lists_required.setChecked(settings.lists_required)
        plan = settings.plan or EventPlan(swiss_rounds=4, cut=0)
        self.rounds = number_box("Swiss rounds", 0, 30, plan.swiss_rounds)
        self.cut = number_box("Cut: players", 0, 512, plan.cut)
        self.cut_wins = number_box("Cut: wins", 0, 30, plan.cut_wins or 0)
        self.minutes = number_box("Minutes of a round", 1, 600, settings.round_minutes)
        form = settings.melee
        self.three = QLineEdit(_points_text(form.three), self, placeholderText="for example 5 3 1")
        self.four = QLineEdit(_points_text(form.four), self, placeholderText="for example 6 4 2 1")
        self.melee_bye = number_box("Points of a bye", 0, 100, form.bye)
        self.asks = label(size=Size.SMALL, faint=True, wraps=True)
        self.says = label(size=Size.SMALL, faint=True, wraps=True)
        self.wrong = label(wraps=True)
        self.wrong.setAccessibleName("What is wrong")
        self._lay_out()
        self._connect()
        self._offer_lists()
        self.restricted.setCurrentIndex(max(0, self.restricted.findData(settings.list_code)))
        self._update()
        self.name.setFocus()

    def _connect(self) -> None:
        for box in (self.kind, self.tier, self.regulations, self.structure):
            box.currentIndexChanged.connect(self._update)
        self.edition.currentIndexChanged.connect(self._offer_lists)
        for field in (self.name, self.three, self.four):
            field.textChanged.connect(self._update)
        for number in (self.rounds, self.cut, self.cut_wins):
            number.valueChanged.connect(self._update)

    @property
    def settings(self) -> EventSettings:
        """What is chosen; AppError where the points at melee tables are no numbers."""
        kind, structure = EventKind(self.kind.currentData()), self.structure.currentData()
        custom = structure == StructureKind.CUSTOM
        plan = EventPlan(
            swiss_rounds=self.rounds.value(),
            cut=self.cut.value(),
            cut_wins=self.cut_wins.value() or None,
        )
        tier = Tier(self.tier.currentData())
        leaders_play = TIERS[tier].leaders_may_play
        form = MeleeForm(
            three=_points(self.three.text()),
            four=_points(self.four.text()),
            bye=self.melee_bye.value(),
        )
        return replace(
            self._before,
            name=" ".join(self.name.text().split()),
            day=date.fromisoformat(self.day.date().toString(Qt.DateFormat.ISODate)),
            edition=self.edition.chosen,
            kind=kind,
            tier=tier,
            regulations=self.regulations.currentData(),
            structure=StructureKind(structure),
            plan=plan if custom else None,
            lists_required=self.lists_required.isChecked(),
            second_leader=" ".join(self.second_leader.text().split()) if leaders_play else "",
            list_code=self.restricted.currentData() or "",
            round_minutes=self.minutes.value(),
            melee=form if KINDS[kind].at_tables else MeleeForm(),
        )

    def _lay_out(self) -> None:
        inner = QWidget(self)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, space(self, 1), 0)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        pairs: tuple[tuple[str, QWidget, str, QWidget], ...] = (
            ("&Name", self.name, "&Day", self.day),
            ("&Kind", self.kind, "&Edition", self.edition),
            ("&Tier", self.tier, "&Regulations", self.regulations),
            ("&Structure", self.structure, "Restricted l&ist", self.restricted),
            ("&Minutes of a round", self.minutes, "", self.lists_required),
            ("Second le&ader", self.second_leader, "", QWidget(inner)),
            ("S&wiss rounds (0: none)", self.rounds, "&Cut: players (0: none)", self.cut),
            ("Points in fo&urs", self.four, "&Or all with wins (0: no)", self.cut_wins),
            ("Points in t&hrees", self.three, "Points of a b&ye", self.melee_bye),
        )
        for at, (text, field, other_text, other) in enumerate(pairs):
            for side, (words, part) in enumerate(((text, field), (other_text, other))):
                if words:
                    made = buddy_label(words, part, Size.SMALL)
                    self._labels[part] = made
                    grid.addWidget(made, at, 2 * side)
                grid.addWidget(part, at, 2 * side + 1)
        column(grid, self.asks, self.says, parent=inner, margin=0)
        self.lay_out(inner, self.wrong)
        order = [each for each in chain.from_iterable(pairs) if isinstance(each, QWidget)]
        for one, other_field in zip(order, [*order[1:], self.accept_button], strict=True):
            self.setTabOrder(one, other_field)
        self.setMinimumWidth(space(self, 200))

    def _offer_lists(self) -> None:
        chosen = self.restricted.currentData()
        self.restricted.clear()
        self.restricted.addItem(LIST_OF_THE_DAY, "")
        lists = self._cards.pools[self.edition.chosen].lists.values()
        for each in sorted(lists, key=lambda each: each.date, reverse=True):
            self.restricted.addItem(each.name, each.code)
        self.restricted.addItem(NO_LIST, "none")
        self.restricted.setCurrentIndex(max(0, self.restricted.findData(chosen)))
        self.restricted.widen_list()

    def _update(self) -> None:
        custom = self.structure.currentData() == StructureKind.CUSTOM
        kind = KINDS[EventKind(self.kind.currentData())]
        for field in (self.rounds, self.cut, self.cut_wins):
            self._show_field(field, shown=custom)
        for each in (self.three, self.four, self.melee_bye):
            self._show_field(each, shown=kind.at_tables)
        always = regulations(self.regulations.currentData()).lists_always
        tier = TIERS[Tier(self.tier.currentData())]
        self._show_field(self.second_leader, shown=tier.leaders_may_play)
        asks = [*tier.asks, *(["These regulations always ask for deck lists."] if always else [])]
        self.asks.setText(f"{TIER_WORDS[tier.tier]}: {' '.join(asks)}")
        self.says.setText(kind.note)
        self.says.setVisible(bool(kind.note))
        wrong = self._what_is_wrong()
        self.wrong.setText(wrong if self.name.text() else "")
        self.accept_button.setEnabled(not wrong)

    def _show_field(self, field: QWidget, *, shown: bool) -> None:
        for each in (field, self._labels[field]):
            each.setVisible(shown)

    def _what_is_wrong(self) -> str:
        try:
            checked(self.settings)
        except AppError as error:
            return error.sentence
        return ""


def _choice(name: str, items: Iterable[tuple[str, str]], chosen: str, parent: QWidget) -> ComboBox:
    box = ComboBox(name, parent)
    for value, text in items:
        box.addItem(text, str(value))
    box.setCurrentIndex(box.findData(str(chosen)))
    box.widen_list()
    return box


def _points_text(points: tuple[int, ...]) -> str:
    return " ".join(map(str, points))


def _points(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(each.isascii() and each.isdecimal() and len(each) < 5 for each in words):
        raise AppError("Points are whole numbers with a space between them, for example 5 3 1.")
    return tuple(map(int, words))
