"""Round snapshots: tables' states, stored when a round is dealt, so that loading a table replays one round.

They are a cache of the log, which stays authoritative, and they hold the same secrets.
"""
