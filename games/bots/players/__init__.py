"""The bots' levels: how each bids, plays, cheats and accuses."""
