"""All reads of tournaments."""
