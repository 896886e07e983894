"""Tests of desktop/shell."""
