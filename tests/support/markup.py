"""Pages as text: what a test expects of their HTML does not depend on where the template breaks its lines."""

import re


def squeezed(html: str) -> str:
    """HTML with single spaces in its texts and attributes, and with none beside a tag."""
    single = re.sub(r"\s+", " ", html)
    return re.sub(r" ?(<[^>]*?) ?(>) ?", r"\1\2", single)
