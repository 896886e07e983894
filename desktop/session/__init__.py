"""The state behind the window, without a widget: open decks, undo, autosave, the library worker."""
