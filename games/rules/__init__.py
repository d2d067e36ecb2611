"""The rulebook of Wizard as a pure library: standard library only, no clock, no global randomness, no I/O."""
