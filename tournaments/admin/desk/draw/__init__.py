"""Seats: draws, swaps by hand, pairs that are kept apart."""
