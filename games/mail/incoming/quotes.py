"""Takes from an email's text what its sender wrote: not the quoted email, and not the signature."""

import re

import quotequail

MAX_LINES = 200
"""Lines that are looked at; commands come first, and only those who answer below a quotation need more."""
MAX_LINE_LENGTH = 300
"""As long as a command can be."""
MAX_OWN_LINES = 40
REPLY_MARKER = "##-##"
"""Everything from the line of an outgoing mail that contains it is quoted, whatever a client makes of it."""
ATTRIBUTION = re.compile(
    r"(?:wrote|schrieb|writes|schreibt|geschrieben|a écrit)\b.{0,200}:$"
    r"|^-{2,} ?(?:original|ursprüng|antwort)",
    re.IGNORECASE,
)
SENT_FROM = re.compile(
    r"^(?:sent from|get outlook for|gesendet mit|gesendet von|von meinem|diese nachricht wurde von)\b",
    re.IGNORECASE,
)


def own_lines(text: str) -> tuple[str, ...]:
    """Return the non-empty lines that the sender of an email wrote, in order, at most MAX_OWN_LINES.

    Quoted text and the signature are left out. If the mail program marks quoted lines with ">", the sender's
    lines above, between and below the quotations are included. Only the first MAX_LINES lines of the text are
    read, and long lines are cut.
    """
    text = text[: MAX_LINES * MAX_LINE_LENGTH]
    # Lines are shortened before anything searches in them, for such patterns take quadratic time.
    lines = [line[: MAX_LINE_LENGTH + 1].rstrip() for line in text.split("\n")[:MAX_LINES]]
    lines = _before_signature(_before_attribution(_without_quoted_mail(_before_marker(lines))))
    kept = (line.strip() for line in lines if not line.lstrip().startswith(">"))
    written = (line for line in kept if line and not ATTRIBUTION.search(line) and not SENT_FROM.match(line))
    return tuple(line for line, _ in zip(written, range(MAX_OWN_LINES), strict=False))


def _before_marker(lines: list[str]) -> list[str]:
    """Return the lines above REPLY_MARKER, with which all our emails begin, or all lines if there is none.

    Ignore the marker in lines that begin with ">".
    """
    for index, line in enumerate(lines):
        # Clients that mark each quoted line are dealt with line by line: an answer may stand below.
        if REPLY_MARKER in line and not line.lstrip().startswith(">"):
            return lines[:index]
    return lines


def _without_quoted_mail(lines: list[str]) -> list[str]:
    """Return the lines above and below a quoted or forwarded email, or all lines if there is none."""
    found = quotequail.unwrap("\n".join(lines))
    if found is None:
        return lines
    kept = f"{found.get('text_top', '')}\n{found.get('text_bottom', '')}"
    return kept.split("\n")


def _before_attribution(lines: list[str]) -> list[str]:
    """Return the lines above a line such as "Alice wrote:", which introduces quoted text.

    Return all lines if there is no such line, or if lines below it are marked with ">".
    """
    for index, line in enumerate(lines):
        if ATTRIBUTION.search(line) and not any(later.lstrip().startswith(">") for later in lines[index:]):
            return lines[:index]
    return lines


def _before_signature(lines: list[str]) -> list[str]:
    """Return the lines above the signature, or all lines if there is none.

    The signature begins with the line "--" (RFC 3676, 4.3) or "__".
    """
    for index, line in enumerate(lines):
        if line.rstrip() in ("--", "__"):
            return lines[:index]
    return lines
