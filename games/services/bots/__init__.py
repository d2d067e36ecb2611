"""The bots' moves at tables, and the worker processes of the slow ones."""
