"""The rulebook of Wizard as a pure library: standard library only, no clock, no dice of its own, no I/O."""
