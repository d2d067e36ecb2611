"""The form of a public name."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_NAME_LENGTH = 2
MAX_NAME_LENGTH = 24
HELP = _("2 to 24 letters, digits, hyphens, underscores and dots.")

# ASCII alone: no two names look alike by script, all databases fold their case alike, and a name stands
# in a URL as it is. A letter or a digit must be in it, since ".." is no place that a URL can name.
PATTERN = rf"(?=[-_.]*[A-Za-z0-9])[A-Za-z0-9._-]{{{MIN_NAME_LENGTH},{MAX_NAME_LENGTH}}}"
SENTENCE = _(
    "A name has 2 to 24 letters, digits, hyphens, underscores and dots, "
    "including at least one letter or digit."
)


def validate_name(name: str) -> None:
    """Raise ValidationError unless the text has the form of a public name."""
    if not re.fullmatch(PATTERN, name):
        raise ValidationError(SENTENCE, code="invalid_name")
