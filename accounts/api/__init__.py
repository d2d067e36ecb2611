"""The wire: what clients send and get; translates and makes one call."""
