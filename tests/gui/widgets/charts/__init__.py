"""Tests of desktop/widgets/charts."""
