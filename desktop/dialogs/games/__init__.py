"""Played games: recording one, and the log with its win rates."""
