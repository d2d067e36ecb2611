"""Tests of games/web."""
