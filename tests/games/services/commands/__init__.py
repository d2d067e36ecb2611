"""Tests of games/services/commands."""
