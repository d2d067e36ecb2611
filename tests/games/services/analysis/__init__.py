"""Tests of games/services/analysis."""
