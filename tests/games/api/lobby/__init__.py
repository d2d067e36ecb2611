"""Tests of games/api/lobby."""
