"""Tests of desktop/pages/hands/odds."""
