"""Tests of desktop/pages/builder/problems."""
