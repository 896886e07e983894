"""Tests of desktop/dialogs."""
