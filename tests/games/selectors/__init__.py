"""Tests of games/selectors."""
