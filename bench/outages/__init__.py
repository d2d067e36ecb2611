"""Figures of servers that die: how long until all is as it was."""
