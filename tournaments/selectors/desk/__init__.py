"""The data of the organisers' pages."""
