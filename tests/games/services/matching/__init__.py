"""Tests of games/services/matching."""
