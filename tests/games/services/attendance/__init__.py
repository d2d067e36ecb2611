"""Tests of games/services/attendance."""
