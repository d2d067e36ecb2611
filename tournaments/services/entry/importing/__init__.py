"""Lists of entrants from spreadsheets: read, matched with who has entered, previewed, merged."""
