"""What of the Build page is as it was at the last start: panels, piles, filters, order, columns."""

from __future__ import annotations

from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import Settings


def restore_builder(page: BuilderPage, settings: Settings) -> None:
    """Show the page as the settings say."""
    deck, pool = page.deck, page.pool
    page.restore_shape(settings.sizes("build"))
    page.hover.is_wanted = lambda: settings.hover_card
    deck.group(settings.piles_by)
    deck.group_list(settings.list_by)
    if settings.piles:
        deck.toggle_piles()
    pool.views.restore(gallery=settings.gallery, width=settings.gallery_width)
    pool.filters.restore(settings.filters)
    pool.sort.restore(settings.sort)
    pool.table.choose_columns(settings.columns)
    pool.by_title.setChecked(settings.by_title)
    pool.by_title.toggled.connect(lambda on: setattr(settings, "by_title", on))


def save_builder(page: BuilderPage, settings: Settings) -> None:
    """Note in the settings how the page is shown, but for the sizes of its panels."""
    deck, pool = page.deck, page.pool
    settings.piles, settings.piles_by = deck.shows_piles, deck.grouping.code
    settings.list_by = deck.list_grouping.code
    settings.filters, settings.sort = pool.filters.saved, pool.sort.saved
    settings.columns = pool.table.column_choices
    settings.gallery, settings.gallery_width = (
        pool.views.button.isChecked(),
        pool.views.slider.value(),
    )
