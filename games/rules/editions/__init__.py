"""The editions of the game; each edition is a module that declares its laws (see `edition.py`).

A new edition takes a module here, an entry in `EDITIONS`, texts on the pages, and learned weights for bots.
"""

from collections.abc import Mapping

from games.rules.editions import base, magic
from games.rules.editions.edition import Edition

__all__ = ["BASE", "EDITIONS", "Edition"]

EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (base.EDITION, magic.EDITION)}
"""The editions by name; the default edition comes first."""
BASE = base.EDITION.name
