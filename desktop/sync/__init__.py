"""Newer cards in the window: how it goes, what is new, and what becomes of open decks."""
