"""Reads of games.

All code that shows a table gets only what its viewer may know from here (player views).
"""
