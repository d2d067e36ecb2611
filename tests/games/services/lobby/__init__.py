"""Tests of games/services/lobby."""
