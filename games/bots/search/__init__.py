"""The search: deals that agree with what was seen, played out many at a time."""
