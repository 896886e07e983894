"""Tests of desktop/pages/builder/deck."""
