"""Long runs that are no part of the tests: `make soak` prints what came of them."""

import os

import django

# What plays here is the tests' own clients, and those bring the models with them.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
django.setup()
