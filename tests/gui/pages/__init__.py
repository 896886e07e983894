"""Tests of desktop/pages."""
