"""What docs/ promises, done by the letter: its commands run, its examples play."""
