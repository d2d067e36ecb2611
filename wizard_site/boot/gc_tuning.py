"""Python's search for objects that only hold each other, which stops everything: here it is made seldom.

A server has some hundred thousand objects that stay, of its modules and its tables. Usually Python searches
the new ones after each 700, and all of them again and again: measured, that is a sixth of the start, a tenth
of reading logs, and a twentieth of a second without an answer at each full search. Moves are no faster now.
"""

import gc

THRESHOLDS = (20_000, 20, 20)
"""New objects before the youngest are searched, and how many such searches before one of older ones."""


def search_seldom() -> None:
    """From now on; what nobody holds at all goes at once, as ever."""
    gc.set_threshold(*THRESHOLDS)


def keep_all() -> None:
    """What there is now stays, and is never searched again."""
    gc.freeze()
