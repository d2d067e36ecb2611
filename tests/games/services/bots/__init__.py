"""Tests of games/services/bots."""
