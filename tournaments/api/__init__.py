"""The HTTP API of tournaments; each view translates the request and makes one call."""
