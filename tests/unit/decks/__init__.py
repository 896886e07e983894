"""Tests of decks and their formats."""
