"""Friends: asking, answering, and ending a friendship."""
