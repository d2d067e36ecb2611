"""Schedulers: when what is due, who does it, who is alive, and how a loop waits for the next moment."""
