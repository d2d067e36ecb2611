"""The common basis of all apps: refusals, the HTTP toolkit and the real-time toolkit."""
