"""The Events page: an event from sign-up to the cut, and the dialogs of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtWidgets import QDialog

from app.phones.reports import games_now
from benchmarks.events import played
from carddb.terms import Faction
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.event_view import BRACKET, LOG, PLAYERS, ROUND, STANDINGS
from desktop.pages.events.page import EventsPage
from desktop.pages.events.phones_switch import AddressDialog
from desktop.pages.events.projector_window import Slide
from desktop.shell.main_window import EVENTS
from events import operations as ops
from events.event_terms import EventStage, GameResult, StructureKind
from events.event_values import EventSettings
from events.plan_steps import plan_of
from events.structure import EventPlan
from library.library import Library
from library.phone_values import Report
from library.phones import PhoneRepository
from tools.screenshots.album import SIZES, Album, wait_until
from tools.screenshots.lists import TODAY

HOUSES = ("Stark", "Tully", "Arryn", "Tyrell")
GIVEN = ("Arya", "Bran", "Catelyn", "Edmure", "Lysa", "Margaery")
RESULTS = (GameResult.WIN, GameResult.WIN, GameResult.DRAW)


def scenes(album: Album) -> None:
    """Take every scene of the Events page."""
    window = album.window
    window.show_page(EVENTS)
    page = album.shown(EventsPage)
    wait_until(lambda: page.session.loaded)
    album.take("events-none", SIZES[:1])
    dialog = page.new()
    if dialog is not None:
        album.take_over("event-new", album.shown(EventDialog))
    sign_up(page, "Winterfell Open", TODAY)
    album.take("event-players", SIZES[:1])
    play(page, rounds=3)
    page.timer.toggle()
    for tab, scene in (
        (ROUND, "event-round"),
        (STANDINGS, "event-standings"),
        (PLAYERS, "event-roster"),
        (LOG, "event-log"),
    ):
        page.view.tabs.setCurrentIndex(tab)
        page.view.round.table.select([9])
        album.take(scene, SIZES[:1])
    report_by_phone(page)
    page.view.tabs.setCurrentIndex(ROUND)
    album.take("event-phones", SIZES[:1])
    dialog_of_phones = AddressDialog(
        "http://192.168.1.20:8615/", page, page.session.state, page.session.notes
    )
    dialog_of_phones.open()
    album.take_over("event-phones-dialog", dialog_of_phones)
    dialog_of_phones.close()
    projector = page.view.show_projector()
    projector.resize(1280, 720)
    album.take_over("event-projector", projector)
    while projector.slide is not Slide.STANDINGS:
        projector.next_slide()
    album.take_over("event-projector-standings", projector)
    _enter(page, half=False)
    page.view.take_next_step()
    for each in page.view.findChildren(QDialog):
        if each.isVisible():
            album.take_over("event-cut", each)
            each.accept()
    wait_until(lambda: _stage(page) is EventStage.ELIMINATION)
    page.view.tabs.setCurrentIndex(BRACKET)
    album.take("event-bracket", SIZES[:1])
    page.session.close()
    wait_until(lambda: len(page.session.events) == 1)
    album.take("events", SIZES[:1])
    if (library := window.library_worker.library) is not None:
        add_finished(page, library)
    page.list.tabs.setCurrentIndex(1)
    wait_until(lambda: bool(page.list.season.load().season.lines))
    album.take("event-season", SIZES[:1])


def add_finished(page: EventsPage, library: Library) -> None:
    """Add two finished events of the same players, and list them."""
    players = [f"{given} {house}" for house in HOUSES for given in GIVEN]
    for title, rounds in (("Oldtown Cup", 3), ("Harvest Joust", 4)):
        log, state = played(len(players), rounds)
        names = iter(players)
        named = [
            replace(each, name=next(names)) if isinstance(each, ops.Registered) else each
            for each in log[1:]
        ]
        created = ops.Created(at=log[0].at, settings=replace(state.settings, name=title))
        finished = ops.Finished(at=log[0].at)
        library.events.create([created, *named, finished])
    page.session.reload()
    wait_until(lambda: sum(each.finished for each in page.session.events) == 2)


def _stage(page: EventsPage) -> EventStage | None:
    return page.session.state.stage if page.session.state else None


def sign_up(page: EventsPage, name: str, day: date) -> None:
    """Make an event of 24 players."""
    plan = EventPlan(swiss_rounds=3, cut=8, cut_wins=None)
    structure = StructureKind.CUSTOM
    page.session.create(EventSettings(name=name, day=day, seed=7, structure=structure, plan=plan))
    wait_until(lambda: page.session.current is not None)
    names = [f"{given} {house}" for house in HOUSES for given in GIVEN]
    factions = [each.value for each in Faction if each is not Faction.NEUTRAL]
    players = [
        {"player": each, "name": each, "faction": factions[at * 5 % len(factions)]}
        for at, each in enumerate(names)
    ]
    page.session.do_all(lambda _: [(ops.Registered, each) for each in players])
    wait_until(lambda: not page.session.busy)


def play(page: EventsPage, rounds: int) -> None:
    """Play rounds; of the last, half of the tables."""
    session = page.session
    if session.state is not None:
        session.do(ops.Started, plan=plan_of(session.state))
        wait_until(lambda: not session.busy)
    for number in range(1, rounds + 1):
        page.view.take_next_step()
        wait_until(lambda: not session.busy)
        _enter(page, half=number == rounds)


def report_by_phone(page: EventsPage) -> None:
    """Report results and call a judge, as players do on their phones."""
    state = page.session.state
    if state is None:
        return
    *_, agreed, denied = (each for each in games_now(state) if not each.over)

    def send(phones: PhoneRepository, event: str) -> None:
        results = ((agreed, GameResult.WIN), (denied, GameResult.WIN))
        for game, first in results:
            for player, result in zip(game.players, (first, _SECOND[game is denied]), strict=True):
                report = Report(
                    round=game.round,
                    game=game.number,
                    player=player,
                    pairing=game.key(state),
                    result=result,
                )
                phones.report(event, report, "")
        phones.call(event, denied.players[0], denied.number, "We cannot agree", "")

    page.session.note(send)
    wait_until(lambda: len(page.view.sent.lines) == 3)


# What the second player says of a game that the first has won: the same, or otherwise.
_SECOND = (GameResult.WIN, GameResult.LOSS)


def _enter(page: EventsPage, *, half: bool) -> None:
    state = page.session.state
    if state is None:
        return
    playing = state.rounds[-1].playing
    for game in playing[: len(playing) // 2] if half else playing:
        result = RESULTS[game.table % len(RESULTS)]
        page.session.do(ops.ResultEntered, round=len(state.rounds), table=game.table, result=result)
    wait_until(lambda: not page.session.busy)
