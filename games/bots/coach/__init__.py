"""What a coach says of a decision, and how finished games are judged."""
