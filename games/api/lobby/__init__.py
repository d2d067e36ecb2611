"""The endpoints of the lobby: quick matches, named presets and favourites."""
