"""The house's players as a pure library: a sight in, an action out; no clock, no dice of its own, no I/O."""
