"""Tests of games/bots/coach."""
