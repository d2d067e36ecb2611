"""Monte Carlo search: samples deals that agree with what was seen, and plays many out at a time."""
