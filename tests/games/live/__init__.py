"""Tests of games/live."""
