"""Lists of entrants from spreadsheets: reading, matching with existing entrants, previewing and merging."""
