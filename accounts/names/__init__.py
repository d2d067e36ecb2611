"""The pattern of public names."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_NAME_LENGTH = 2
MAX_NAME_LENGTH = 24
HELP = _("2 to 24 letters, digits, hyphens, underscores and dots.")

# Only ASCII: scripts cannot be mixed to imitate a name, all databases fold case alike, and a name needs no
# escaping in a URL. A letter or a digit is required, because ".." is not a usable segment of a URL's path.
PATTERN = rf"(?=[-_.]*[A-Za-z0-9])[A-Za-z0-9._-]{{{MIN_NAME_LENGTH},{MAX_NAME_LENGTH}}}"
SENTENCE = _(
    "A name has 2 to 24 letters, digits, hyphens, underscores and dots, "
    "including at least one letter or digit."
)


def validate_name(name: str) -> None:
    """Raise ValidationError if the name is too short, too long or has forbidden characters.

    A name needs at least one letter or digit.
    """
    if not re.fullmatch(PATTERN, name):
        raise ValidationError(SENTENCE, code="invalid_name")
