"""Tests of the Notes tab."""
