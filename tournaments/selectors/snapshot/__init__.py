"""Snapshots of a tournament's stored data, from which everything else is computed."""
