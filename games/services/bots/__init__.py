"""What bots do at tables, and the worker processes in which the slow ones search."""
