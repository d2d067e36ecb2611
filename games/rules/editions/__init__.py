"""The editions of the game. Each is a module that declares its laws: see `edition.py`.

A new edition is a module here, a line in `EDITIONS`, its words on the pages and its learned weights for bots.
"""

from collections.abc import Mapping

from games.rules.editions import base, magic
from games.rules.editions.edition import Edition

__all__ = ["BASE", "EDITIONS", "Edition"]

EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (base.EDITION, magic.EDITION)}
"""The editions by name; the default one comes first."""
BASE = base.EDITION.name
