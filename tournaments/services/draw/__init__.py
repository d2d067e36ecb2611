"""Draws: who sits where."""
