"""The coach's advice on decisions, and the analysis of finished games."""
