"""Tests of desktop/pages/hands/board."""
