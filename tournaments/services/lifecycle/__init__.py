"""Tournaments as a whole: created, set up, begun, finished."""
