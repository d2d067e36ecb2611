"""How the admin writes dates and times: as the rest of the site does."""
