"""The search for a good seating: its costs, initial seatings, and swaps that improve them."""
