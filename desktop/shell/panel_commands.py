"""The commands that show and hide panels of the Build page."""

from __future__ import annotations

from functools import partial

from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import Settings
from desktop.shell.actions import Actions


def connect_panels(actions: Actions, page: BuilderPage, settings: Settings) -> None:
    """Have the panels, the commands in the menu and the settings say the same from now on."""
    for name, setting, show, shown in (
        ("show_pool", "pool_hidden", page.show_pool, page.pool_shown),
        ("show_side", "side_hidden", page.show_side, page.side_shown),
    ):
        action = actions[name]
        action.setChecked(not getattr(settings, setting))
        show(action.isChecked())
        action.toggled.connect(show)
        shown.connect(action.setChecked)
        shown.connect(partial(_save, settings, setting))


def _save(settings: Settings, setting: str, shown: bool) -> None:  # noqa: FBT001 - Qt's signal
    setattr(settings, setting, not shown)
