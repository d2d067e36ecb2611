"""Web push (RFC 8030, 8291, 8292): endpoints and their addresses, keys, encryption, transport."""
