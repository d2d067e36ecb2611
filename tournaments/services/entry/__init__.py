"""Entrants: they enter, check in, leave, and are corrected."""
