"""Tests of games/services/scheduler."""
