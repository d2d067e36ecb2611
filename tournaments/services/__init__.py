"""All that changes a tournament: each act goes over the desk, and is written down there."""
