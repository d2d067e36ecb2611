"""All queries about tournaments."""
