"""The coach's advice on a decision, and the judging of finished games."""
