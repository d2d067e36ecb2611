"""The shapes of answers about tournaments, for the API's description; selectors build the data."""
