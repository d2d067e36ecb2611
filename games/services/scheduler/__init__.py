"""The loop that does what is due: bots' moves, ends of clocks and pauses."""
