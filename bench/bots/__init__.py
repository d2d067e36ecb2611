"""Figures of the bots: how well they play, and what their thinking costs."""
