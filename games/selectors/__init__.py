"""Reads of games.

Every edge that shows a table gets from here only what its viewer may know (player views).
"""
