"""Tests of games/models."""
