"""Tests of games/management."""
