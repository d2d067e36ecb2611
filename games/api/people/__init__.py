"""The calls about friends and challenges."""
