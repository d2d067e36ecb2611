"""Tests of slow tables."""
