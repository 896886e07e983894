"""Tests of desktop/session."""
