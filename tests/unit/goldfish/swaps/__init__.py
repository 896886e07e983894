"""Tests of goldfish.swaps."""
