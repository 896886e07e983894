"""Tests of desktop/pages/library/importing."""
