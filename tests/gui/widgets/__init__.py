"""Tests of desktop/widgets."""
