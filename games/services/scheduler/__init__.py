"""The scheduler's loop, which makes moves that are due: for bots, and at the end of clocks and pauses."""
