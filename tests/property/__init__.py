"""Tests of what holds for every input."""
