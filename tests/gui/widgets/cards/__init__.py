"""Tests of desktop/widgets/cards."""
