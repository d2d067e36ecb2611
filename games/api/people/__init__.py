"""The endpoints for friends, challenges and vacations."""
