"""The dialog that finishes a deck: which cards are added, why, and what was proven of it."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QListWidget, QListWidgetItem, QSizePolicy, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.terms import CardType
from core.errors import CancelledError
from core.text_format import count_of
from decks.deck import Deck
from desktop.dialogs.repair_all_dialog import StepDelegate
from desktop.dialogs.simple_dialogs import SimpleDialog, push_button
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.session.published_decks import PublishedDecks, PublishedPhase
from desktop.style.fonts import Size
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.form import Field, Form
from desktop.widgets.layouts import label
from desktop.widgets.published_offer import PublishedOffer
from library.owned import copies_owned
from published.remarks import WHAT_THEY_ARE, few_words, refusal
from validators.search_facts import EditionConditions

if TYPE_CHECKING:
    from published.corpus import Corpus
    from published.finish import AddedCard, FinishedDeck

_UNTICK = "Untick a card to exclude it; the deck is then finished without it."


class _FinishRequest(NamedTuple):
    """What the finished deck depends on."""

    deck: Deck
    corpus: Corpus
    side: EditionConditions
    owned: dict[str, int] | None
    excluded: tuple[str, ...]


class FinishDialog(SimpleDialog):
    """Shows the cards that finish the deck on screen; accepting adds them as one step.

    A card that is unticked is excluded, and the deck is finished without it. Where no published
    decks are here, it offers to fetch them; closing it does not stop that.
    """

    def __init__(
        self,
        session: DeckSession,
        published: PublishedDecks,
        collection: CollectionState,
        tasks: TaskRunner,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Finish my deck", "Add the cards", parent)
        self._session, self._published, self._collection = session, published, collection
        self._current = session.current
        self._excluded: dict[str, Card] = {}
        self._query: BackgroundQuery[_FinishRequest, FinishedDeck] = BackgroundQuery(
            tasks, _finished, self, delay_ms=0, remembered=0
        )
        self.message = label(wraps=True)
        self.offer = PublishedOffer(published, self)
        self.stop = push_button("&Stop", self._on_stop_clicked, self)
        self.stop.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.own = QCheckBox("Only cards that I &own", self)
        self.form = self._make_form()
        self.cards = QListWidget(self)
        self.cards.setAccessibleName("Cards to add")
        self.cards.setMouseTracking(True)
        self.cards.setItemDelegate(StepDelegate(self.cards))
        refused, kept = bool(self._refusal), self.cards.sizePolicy()
        kept.setRetainSizeWhenHidden(not refused)  # what is above stays at the top
        self.cards.setSizePolicy(kept)
        watch_cards(self.cards)
        self.proof = label(wraps=True)
        self.source = label(size=Size.SMALL, faint=True, wraps=True)
        before = (self.message, self.offer, self.stop, self.form, self.own)
        after, high = (self.cards, self.proof, self.source), 30 if refused else 145
        self.lay_out(*before, *after, size=(135, high))
        self.cancel.setFocus()  # until there are cards
        self._query.changed.connect(self._show)
        self.form.changed.connect(self._ask)
        self.own.toggled.connect(self._ask)
        self.cards.itemChanged.connect(self._on_item_changed)
        published.changed.connect(self._on_published_changed)
        self.accepted.connect(self._on_accepted)
        if not refused:
            published.load()
        self._on_published_changed()

    def _make_form(self) -> Form:
        """Return the choice of another agenda and list; first are those of the deck."""
        shown = self._session.shown
        agendas, lists = {}, {}
        if shown.deck and shown.pool and shown.conditions:
            names = [each.name for each in shown.deck.agendas]
            others = [each for each in shown.pool if each.type is CardType.AGENDA]
            others = [each for each in others if [each.name] != names]
            agendas[""] = " and ".join(names) or "No agenda"
            others.sort(key=attrgetter("name"))
            agendas |= {each.code: shown.pool.label(each) for each in others}
            current = shown.conditions.restricted_list
            lists[""] = current.name if current else "No list"
            known = shown.pool.lists.items()
            lists |= {code: each.name for code, each in known if each is not current}
        fields = (
            Field("agenda", "A&genda", ComboBox, agendas, characters=12),
            Field("list", "&List", ComboBox, lists, characters=12),
        )
        return Form((fields,), parent=self)

    @property
    def _refusal(self) -> str:
        shown = self._session.shown
        if shown.deck is None or shown.conditions is None:
            return "No deck is open."
        if shown.deck.faction is None:
            return "This deck has no faction. Choose one, then finish the deck."
        refused = refusal(shown.deck, shown.conditions)
        return refused.text if refused else ""

    def _ask(self) -> None:
        """Finish the deck with the chosen options, in the background."""
        shown, corpus = self._session.shown, self._published.corpus
        if corpus is None or self._refusal or not (shown.deck and shown.judge and shown.conditions):
            return
        owned = None
        if self.own.isChecked():
            owned = dict(copies_owned(self._collection.owned, shown.judge.pool))
        conditions, pool, chosen = shown.conditions, shown.judge.pool, self.form.values
        deck = replace(shown.deck, format=conditions.format.name)
        if code := chosen["agenda"]:
            deck = replace(deck, agendas=(pool.card(code),))
        if code := chosen["list"]:
            deck = replace(deck, list_code=code)
            conditions = replace(conditions, restricted_list=pool.lists[code])
        side = EditionConditions(shown.judge, conditions)
        self._query.ask(_FinishRequest(deck, corpus, side, owned, tuple(self._excluded)))

    def _on_published_changed(self) -> None:
        self._ask()
        self._show()

    def _on_item_changed(self, item: QListWidgetItem) -> None:
        card = item.data(Role.CARD)
        if item.checkState() is Qt.CheckState.Checked:
            self._excluded.pop(card.code, None)
        else:
            self._excluded[card.code] = card
        self._ask()

    def _on_stop_clicked(self) -> None:
        if self._query.state is QueryState.COMING:
            self._query.stop()
        else:
            self._query.retry()

    def _on_accepted(self) -> None:
        found, current = self._query.answer, self._session.current
        if found is not None and current is not None and current is self._current:
            deck = replace(found.deck, format=current.deck.format)
            self._session.apply(replace(current.state, deck=deck), "Finish my deck")

    def _show(self) -> None:
        """Show where the work is, and the result once it is here."""
        state, query = self._published.state, self._query
        ready = state.phase is PublishedPhase.READY and not self._refusal
        found = query.answer if ready and query.is_fresh else None
        heading, message = self._words()
        self.heading.setText(heading)
        self.message.setText(message)
        self.message.setVisible(bool(message))
        self.offer.setVisible(not ready and not self._refusal)
        self.stop.setVisible(ready and query.state is not QueryState.FRESH)
        self.stop.setText("&Stop" if query.state is QueryState.COMING else "&Search again")
        has_collection = self._collection.copies is not None
        self.form.setVisible(ready)
        self.own.setVisible(ready)
        self.own.setEnabled(has_collection)
        self.own.setToolTip("" if has_collection else "No cards are in your collection yet.")
        if found is not None:
            self._show_cards(found)
        self.cards.setVisible(ready and self.cards.count() > 0)
        self.proof.setText(found.proof if found and found.added and not found.conflict else "")
        self.proof.setVisible(bool(self.proof.text()))
        self.source.setText(f"{WHAT_THEY_ARE} {state.summary}.")
        self.source.setVisible(ready)
        adds = found is not None and bool(found.added)
        self.accept_button.setEnabled(adds)
        waits = self.focusWidget() is self.cancel
        if waits and state.phase is PublishedPhase.MISSING and not self._refusal:
            self.offer.fetch.setFocus()
        elif waits and adds:
            self.cards.setFocus()
            self.accept_button.setDefault(True)
        self.accept_button.setVisible(not self._refusal)
        self.cancel.setText("Close" if self._refusal else "Cancel")

    def _words(self) -> tuple[str, str]:
        """Return the heading, and the sentences below it."""
        state, query = self._published.state, self._query
        if self._refusal:
            return "This deck cannot be finished", self._refusal
        if state.phase is not PublishedPhase.READY:
            return "Published decks", ""
        if query.state is QueryState.FAILED and query.error is not None:
            return "No deck found", query.error.text
        if query.state is QueryState.STOPPED:
            return "The search was stopped", ""
        found = query.answer if query.is_fresh else None
        if found is not None:
            return self._found_words(found)
        return "Looking for the best deck…", state.reason.text if state.reason else ""

    def _found_words(self, found: FinishedDeck) -> tuple[str, str]:
        few = few_words(found.neighbors, "tell")
        if found.conflict is None:
            copies = sum(each.copies for each in found.added)
            if not copies:
                return "The deck needs no more cards", few
            words = "1 card finishes" if copies == 1 else f"{copies} cards finish"
            return f"{words} the deck", f"{few} {_UNTICK}".strip()
        names = ", ".join(map(self._name, found.conflict.cards))
        sentences = [each.message for each in found.conflict.problems]
        if len(found.conflict.cards) > 1:
            sentences.append(f"These cards cannot be in a legal deck together: {names}.")
        if self.own.isChecked() or self._excluded:
            sentences.append("Allow more cards, or change the deck.")
        return "No legal deck has all of these cards", "\n".join(sentences)

    def _show_cards(self, found: FinishedDeck) -> None:
        row_before, had_focus = self.cards.currentRow(), self.cards.hasFocus()
        with QSignalBlocker(self.cards):
            self.cards.clear()
            for each in found.added:
                words = f"{each.copies} {self._name(each.card.code)}\n{self._why(each, found)}"
                self._add_row(words, each.card, Qt.CheckState.Checked)
            for card in self._excluded.values():
                self._add_row(f"{self._name(card.code)}\nExcluded", card, Qt.CheckState.Unchecked)
            self.cards.setCurrentRow(min(max(row_before, 0), self.cards.count() - 1))
        if had_focus:
            self.cards.setFocus()

    def _add_row(self, words: str, card: Card, state: Qt.CheckState) -> None:
        item = QListWidgetItem(words, self.cards)
        item.setData(Role.CARD, card)
        item.setCheckState(state)

    def _why(self, each: AddedCard, found: FinishedDeck) -> str:
        """Return why copies are added: "In 84 % of 50 decks like yours"."""
        if each.share <= 0:
            return "Needed for a legal deck"
        slots = self._session.deck.slots if self._session.deck else ()
        held = sum(copies for card, copies in slots if card.name == each.card.name)
        of = f"{each.share:.0%} of {count_of(found.neighbors, 'deck')} like yours"
        of = of.replace("%", " %", 1)
        return f"{held + 1} or more in {of}" if held else f"In {of}"

    def _name(self, code: str) -> str:
        return self._session.cards.named(code) if self._session.cards else code

    @override
    def done(self, result: int) -> None:
        self._query.stop()
        super().done(result)


def _finished(question: _FinishRequest, report: Progress) -> FinishedDeck:
    # Numpy and HiGHS are imported in the worker, when they are needed.
    from published.finish import FinishOptions, finish  # noqa: PLC0415

    def is_cancelled() -> bool:
        try:
            report(0, 0)
        except CancelledError:
            return True
        return False

    deck, corpus, side, owned, excluded = question
    options = FinishOptions(owned=owned, excluded=excluded)
    return finish(deck, corpus, side, options, is_cancelled)
