"""Entrants: entering, checking in, leaving, and corrections."""
