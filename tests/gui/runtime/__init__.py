"""Tests of desktop/runtime."""
