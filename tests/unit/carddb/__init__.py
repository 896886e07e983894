"""Tests of cards and where they are kept."""
