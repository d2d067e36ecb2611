"""Who is there and who is gone, at running tables and in lobbies."""
