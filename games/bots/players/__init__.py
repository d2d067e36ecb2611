"""The levels: how the Apprentice, the Journeyman and the Master bid, play, cheat and accuse."""
