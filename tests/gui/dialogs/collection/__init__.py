"""Tests of desktop/dialogs/collection."""
