"""Tests of desktop/pdf."""
