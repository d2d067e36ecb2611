"""Tests of games.mail.outgoing."""
