"""The commands of the menu that are about the selected cards."""

from __future__ import annotations

from collections.abc import Callable

from carddb.card import Card
from desktop.pages.builder.card_commands import CardCommands
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.category_commands import CategoryCommands
from desktop.widgets.card_delegate import Role


class SelectionCommands:
    """Does what a command says to the selected cards of a list, which `chosen_list` returns."""

    def __init__(
        self,
        chosen_list: Callable[[], CardListView],
        commands: CardCommands,
        categories: CategoryCommands,
    ) -> None:
        self._list, self._commands, self._categories = chosen_list, commands, categories

    def consider(self) -> None:
        """Move the cards to the considered ones, or back."""
        self._commands.consider(self._list().chosen_rows())

    def categorize(self) -> None:
        """Ask for the categories of the cards."""
        self._categories.open_dialog(self.cards)

    @property
    def cards(self) -> list[Card]:
        """The selected cards of the list, each once."""
        return list(dict.fromkeys(card for card, _ in self._list().chosen_rows()))

    @property
    def card(self) -> Card | None:
        """The current card of the list."""
        card = self._list().currentIndex().data(Role.CARD)
        return card if isinstance(card, Card) else None
