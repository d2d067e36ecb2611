"""The real-time toolkit: the message bus, hubs that fan changes out to sockets, and connection health."""
