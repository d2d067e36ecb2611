"""Tests of games/store."""
