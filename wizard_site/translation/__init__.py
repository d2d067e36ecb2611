"""The site's languages: a catalog for each in `locale`, kept up to date and compiled with Babel.

A catalog such as `locale/de.po` contains the sentences of pages, scripts, emails and errors, so adding a
language takes one more file. Babel does not need GNU gettext, which minimal systems lack.
"""
