"""The scheduler's loop, which makes the moves that are due: for bots, and when clocks and pauses end."""
