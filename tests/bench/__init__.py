"""The benchmarks' own reckoning."""
