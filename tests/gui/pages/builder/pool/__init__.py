"""Tests of desktop/pages/builder/pool."""
