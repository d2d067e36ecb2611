"""Tests of games/services."""
