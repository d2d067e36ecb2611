"""The bots as a pure library: a sight in, an action out; no clock, no randomness of its own, no I/O."""
