"""Every dialog of the program, opened over a window with two decks in its library."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from importlib import import_module

from PySide6.QtWidgets import QDialog

import desktop
from carddb.terms import Edition
from decks.diff import Outline
from decks.report import Reading
from desktop.app import Application
from desktop.dialogs.card_data_dialog import CardDataDialog, OwnTextsDialog
from desktop.dialogs.collection_dialogs import CollectionDialog, MissingDialog
from desktop.dialogs.compare_dialog import CompareDialog, DeckTableDialog, MergeDialog
from desktop.dialogs.crash_dialog import CrashDialog
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.export_dialog import ExportDialog, ShareDialog
from desktop.dialogs.finish_dialog import FinishDialog
from desktop.dialogs.games_dialogs import GamesDialog, RecordGameDialog
from desktop.dialogs.help_dialogs import AboutDialog, GuideDialog, LicencesDialog
from desktop.dialogs.list_editor import ListEditor
from desktop.dialogs.own_data_dialogs import OwnCardsDialog, OwnListsDialog
from desktop.dialogs.preferences_dialog import PreferencesDialog
from desktop.dialogs.proxies_dialog import ProxiesDialog, proxies_of_cards
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.dialogs.simple_dialogs import (
    CategoriesDialog,
    ConfirmDialog,
    DialogContext,
    NameDialog,
    NewDeckDialog,
    TagsDialog,
)
from desktop.pages.events.deck_check_dialog import DeckCheckDialog
from desktop.pages.events.deck_lists import DeckListsDialog
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.operation_menu import FieldsDialog
from desktop.pages.events.phones_switch import AddressDialog, LinkDialog
from desktop.pages.events.players_panel import SignUpDialog
from desktop.pages.events.season_panel import SamePlayersDialog
from desktop.pages.events.time_dialogs import AtTimeDialog, MeleePowerDialog
from desktop.pages.hands.odds.comparison_dialog import ComparisonDialog, comparison_choices
from desktop.pages.library.deck_search import TwoDecksDialog
from desktop.pages.library.import_dialog import ImportDialog
from desktop.pages.library.study_dialog import StudyDialog
from desktop.runtime.crash_reporting import crash_report
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.shortcuts_dialog import ShortcutsDialog
from desktop.widgets.charts.chart_view import ChartSaveDialog
from desktop.widgets.form import Field
from desktop.widgets.rule_view import RuleWindow
from events.deck_lists import handed_in
from events.event_values import EventPlayer
from events.papers import LinkCard
from events.regulations import regulations
from events.season import SeasonPeople
from library.deck_values import LibraryDeck, StoredDeck
from library.game_report import PlayedGame, Result
from tests.event_samples import NAMES, played_event
from tests.gui.samples import deck_of, library_of, present
from validators.repairs import RepairedDeck

TODAY = date(2026, 7, 1)
LONG = "The decks could not be saved: No space is left on the disk. " * 4


def dialog_classes() -> Iterator[type[QDialog]]:
    """Yield the classes of dialogs that the program opens; those that others extend are bases."""
    for module in pkgutil.walk_packages(desktop.__path__, "desktop."):
        import_module(module.name)
    waiting: list[type[QDialog]] = [QDialog]
    while waiting:
        found = waiting.pop()
        waiting += found.__subclasses__()
        if found.__module__.startswith("desktop.") and not found.__subclasses__():
            yield found


def open_dialog(app: Application, kind: type[QDialog]) -> QDialog:
    """Open the dialog of a class."""
    dialog = OPENINGS[kind](app)
    dialog.open()
    return dialog


def stored(app: Application) -> tuple[StoredDeck, ...]:
    """Return the decks of the library."""
    return library_of(app).decks.all()


def cards_of(app: Application) -> LoadedCards:
    """Return the cards of a window."""
    return present(app.session.cards)


def decks_of(app: Application) -> Sequence[LibraryDeck]:
    """Return the decks of the library with their cards."""
    return [library_of(app).decks.open(each.id, cards_of(app).pools) for each in stored(app)]


def outlines(app: Application) -> Sequence[Outline]:
    """Return the decks of the library as texts."""
    return [library_of(app).decks.outline(each.id) for each in stored(app)]


def context_of(app: Application) -> DialogContext:
    """Return what dialogs work with."""
    return DialogContext(cards_of(app), app.tasks, TODAY)


def deck_check(app: Application) -> QDialog:
    judge = cards_of(app).judges[Edition.SECOND]
    deck = handed_in(Reading(deck_of(app), ()), played_event(8).state.settings, judge)
    return DeckCheckDialog(
        context_of(app), EventPlayer(id="1", name=NAMES[1], deck=deck), deck, app.window
    )


def merge(app: Application) -> QDialog:
    plans = library_of(app).plans
    plan = plans.begin(stored(app)[0].id, "A plan")
    return MergeDialog(plans.look(plan.id), app.window)


def comparison(app: Application) -> QDialog:
    session = app.session
    samples = cards_of(app).samples
    choices = comparison_choices(present(session.current), (), stored(app), samples)
    return ComparisonDialog(choices, cards_of(app), app.window.library_worker, app.window)


def rule(app: Application) -> QDialog:
    window = RuleWindow(app.window)
    window.show_rule("regulation.bye")
    return window


OPENINGS: dict[type[QDialog], Callable[[Application], QDialog]] = {
    AboutDialog: lambda app: AboutDialog(cards_of(app), app.window),
    LinkDialog: lambda app: LinkDialog(
        LinkCard(
            name=NAMES[1],
            address="http://192.168.100.100:8000/me/abcdefghijklmnopqrstuv",
            code="ABCD EFGH",
            sign_in="http://192.168.100.100:8000/sign-in",
        ),
        app.window,
        served=True,
    ),
    AddressDialog: lambda app: AddressDialog("http://192.168.100.100:8000/", app.window),
    AtTimeDialog: lambda app: AtTimeDialog(regulations("2.2"), (NAMES[1], NAMES[2]), app.window),
    CardDataDialog: lambda app: CardDataDialog(
        app.card_sync_controller.card_sync, app.session, app.window
    ),
    CategoriesDialog: lambda app: CategoriesDialog(
        [card for card, _ in deck_of(app).slots], deck_of(app), ("Economy",), app.window
    ),
    ChartSaveDialog: lambda app: ChartSaveDialog("Gold", "", app.window),
    CollectionDialog: lambda app: CollectionDialog(
        app.window.collection_state, context_of(app), parent=app.window
    ),
    CompareDialog: lambda app: CompareDialog(
        outlines(app)[0], outlines(app)[1], cards_of(app), app.window
    ),
    ComparisonDialog: comparison,
    ConfirmDialog: lambda app: ConfirmDialog("Really?", LONG, "Delete", app.window),
    CrashDialog: lambda app: CrashDialog(crash_report(ValueError("no")), None, app.window),
    DeckCheckDialog: deck_check,
    DeckListsDialog: lambda app: DeckListsDialog(
        context_of(app), played_event(24).state, None, stored(app), app.window
    ),
    DeckSheetDialog: lambda app: DeckSheetDialog(decks_of(app), context_of(app), app.window),
    DeckTableDialog: lambda app: DeckTableDialog(outlines(app), cards_of(app), app.window),
    EventDialog: lambda app: EventDialog(played_event(8).state.settings, cards_of(app), app.window),
    ExportDialog: lambda app: ExportDialog(decks_of(app), context_of(app), app.window),
    FieldsDialog: lambda app: FieldsDialog(
        "Enter late", "Enter", LONG, app.window, [Field("name", "Name")]
    ),
    GamesDialog: lambda app: GamesDialog(
        app.window.library_worker, cards_of(app), parent=app.window
    ),
    GuideDialog: lambda app: GuideDialog(app.window),
    ImportDialog: lambda app: ImportDialog(context_of(app), app.window),
    LicencesDialog: lambda app: LicencesDialog(app.window),
    MeleePowerDialog: lambda app: MeleePowerDialog(NAMES[:4], app.window),
    MergeDialog: merge,
    MissingDialog: lambda app: MissingDialog(
        stored(app), app.window.library_worker, context_of(app), app.window
    ),
    NameDialog: lambda app: NameDialog("New folder", "Add", parent=app.window),
    NewDeckDialog: lambda app: NewDeckDialog(cards_of(app), Edition.SECOND, app.window),
    FinishDialog: lambda app: FinishDialog(
        app.session, app.window.published, app.window.collection_state, app.tasks, app.window
    ),
    OwnTextsDialog: lambda app: OwnTextsDialog(
        app.card_sync_controller.own_texts,
        app.card_sync_controller.card_sync,
        cards_of(app),
        app.settings,
        app.window,
    ),
    OwnListsDialog: lambda app: OwnListsDialog(
        app.card_sync_controller.own_data, app.settings, app.window
    ),
    OwnCardsDialog: lambda app: OwnCardsDialog(
        app.card_sync_controller.own_data, app.settings, app.window
    ),
    ListEditor: lambda app: ListEditor(
        cards_of(app),
        TODAY,
        cards_of(app).pools[Edition.SECOND].lists["gotstandard2.1"],
        app.window,
    ),
    PreferencesDialog: lambda app: PreferencesDialog(
        app.settings, library_of(app).home, app.tasks, app.window
    ),
    ProxiesDialog: lambda app: ProxiesDialog(
        proxies_of_cards([card for card, _ in deck_of(app).slots]), context_of(app), app.window
    ),
    RecordGameDialog: lambda app: RecordGameDialog(
        PlayedGame(played=TODAY, result=Result.WIN), cards_of(app).pools[Edition.SECOND], app.window
    ),
    RepairAllDialog: lambda app: RepairAllDialog(
        RepairedDeck(deck_of(app), (), LONG), lambda _: (), app.window
    ),
    RuleWindow: rule,
    SamePlayersDialog: lambda app: SamePlayersDialog(NAMES[:4], SeasonPeople(), app.window),
    ShareDialog: lambda app: ShareDialog(deck_of(app), parent=app.window),
    ShortcutsDialog: lambda app: ShortcutsDialog(app.window),
    SignUpDialog: lambda app: SignUpDialog(NAMES, app.window),
    StudyDialog: lambda app: StudyDialog(
        library_of(app).home, decks_of(app), context_of(app), app.window
    ),
    TagsDialog: lambda app: TagsDialog(stored(app), ("league", "melee"), app.window),
    TwoDecksDialog: lambda app: TwoDecksDialog(stored(app), "", app.window),
}
