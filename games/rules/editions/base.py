"""The base game of 1996: sixty cards, and nothing beats the first Wizard."""

from games.rules.editions.edition import Edition

EDITION = Edition("base")
