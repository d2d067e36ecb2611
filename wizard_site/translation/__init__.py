"""The site's languages: a catalog for each in `locale`, kept up to date and compiled with Babel.

A catalog such as `locale/de.po` has the sentences of pages, scripts, mails and errors together, so a further
language is one more file. Babel needs no programs of GNU gettext, which a minimal system lacks.
"""
