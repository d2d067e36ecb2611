"""The only translator between rows and rules: log entries to state, events to log and rows."""
