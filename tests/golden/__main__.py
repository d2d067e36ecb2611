"""`python -m tests.golden`: see `writing.py`."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    django.setup()
    # Only now: the wire's types are made from the models.
    from tests.golden.writing import write_games

    write_games(sys.argv[1:])
