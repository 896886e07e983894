"""Tests of desktop/style."""
