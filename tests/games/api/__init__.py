"""Tests of games/api."""
