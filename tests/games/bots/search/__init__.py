"""Tests of games/bots/search."""
