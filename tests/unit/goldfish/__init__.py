"""Tests of goldfish."""
