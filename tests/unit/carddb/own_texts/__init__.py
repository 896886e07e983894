"""Tests of the texts that a player has."""
