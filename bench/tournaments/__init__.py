"""Figures of tournaments: draws, standings, the desk and the hall."""
