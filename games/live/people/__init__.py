"""Updates for users on all their sockets: their inbox, and the status of their friends."""
