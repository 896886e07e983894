"""Tests of desktop/pages/builder."""
