"""Tests of games.services.mail."""
