"""Tests of the tools of the makers."""
