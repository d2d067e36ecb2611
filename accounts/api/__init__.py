"""The HTTP API of accounts: translates a request and makes one service call."""
