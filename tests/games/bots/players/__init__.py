"""Tests of games/bots/players."""
