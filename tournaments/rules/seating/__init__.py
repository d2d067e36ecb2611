"""The search for a good seating: costs, initial seatings, and swaps that improve a seating."""
