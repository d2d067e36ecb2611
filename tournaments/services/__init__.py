"""All that changes a tournament: each change is made in a unit of work, with its audit entries."""
