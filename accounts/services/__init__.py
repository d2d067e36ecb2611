"""What accounts can do: verbs, keyword-only, with the clock as an argument."""
