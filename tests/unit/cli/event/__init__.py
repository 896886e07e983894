"""Tests of `sevenplots event`."""
