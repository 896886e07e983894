"""What every dialog works with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards


@dataclass(frozen=True, slots=True)
class DialogContext:
    """The cards, what runs work in the background, the user's day, and where files were last."""

    cards: LoadedCards
    tasks: TaskRunner
    today: date
    folder: str = ""
