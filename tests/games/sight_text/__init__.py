"""Tests of games.sight_text."""
