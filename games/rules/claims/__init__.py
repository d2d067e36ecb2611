"""Claims of all or none of the remaining tricks, proven from what the claimant knows."""
