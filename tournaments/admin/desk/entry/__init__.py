"""Entrants: check-in, corrections, lists as files."""
