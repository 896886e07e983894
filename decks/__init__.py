"""Decks as values, and the formats they are written in."""
