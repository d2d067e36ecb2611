"""The search for a good seating: its costs, first seatings, and swaps that improve them."""
