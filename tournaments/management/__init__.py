"""The commands of the tournaments."""
