"""Tests of cards and how they are stored."""
