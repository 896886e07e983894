"""Tests of desktop/pages/builder/statistics."""
