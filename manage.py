#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from wizard_site.boot.gc_tuning import postpone_gc

if __name__ == "__main__":
    postpone_gc()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
