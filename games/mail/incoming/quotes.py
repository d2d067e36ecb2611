"""Extracts the lines that an email's sender wrote, without quoted text and without the signature."""

import re

import quotequail

MAX_LINES = 200
"""Maximum lines that are read; commands come first, and only an answer below a quotation needs more."""
MAX_LINE_LENGTH = 300
"""Longer lines are cut; no command is longer."""
MAX_OWN_LINES = 40
REPLY_MARKER = "##-##"
"""Outgoing emails begin with this line, so it and everything below it are quoted text in every client."""
ATTRIBUTION = re.compile(
    r"(?:wrote|schrieb|writes|schreibt|geschrieben|a écrit)\b.{0,200}:$"
    r"|^-{2,} ?(?:original|ursprüng|antwort)",
    re.IGNORECASE,
)
SENT_FROM = re.compile(
    r"^(?:sent from|get outlook for|gesendet mit|gesendet von|von meinem|diese nachricht wurde von)\b",
    re.IGNORECASE,
)


def extract_sender_lines(text: str) -> tuple[str, ...]:
    """Return the lines that an email's sender wrote, up to a maximum of MAX_OWN_LINES.

    Quoted text and the signature are left out.
    """
    text = text[: MAX_LINES * MAX_LINE_LENGTH]
    # Lines are cut before they are searched, because the patterns take quadratic time.
    lines = [line[: MAX_LINE_LENGTH + 1].rstrip() for line in text.split("\n")[:MAX_LINES]]
    lines = _lines_before_signature(
        _lines_before_attribution(_remove_quoted_email(_lines_before_marker(lines)))
    )
    # Answers between quoted lines are kept, and empty lines are left out.
    kept = (line.strip() for line in lines if not line.lstrip().startswith(">"))
    written = (line for line in kept if line and not ATTRIBUTION.search(line) and not SENT_FROM.match(line))
    return tuple(line for line, _ in zip(written, range(MAX_OWN_LINES), strict=False))


def _lines_before_marker(lines: list[str]) -> list[str]:
    """Return the lines above the line with REPLY_MARKER, or all lines if there is no such line.

    Every email from this site begins with that line.
    """
    for index, line in enumerate(lines):
        # Where the client marks each quoted line, quotations are removed line by line: an answer may follow.
        if REPLY_MARKER in line and not line.lstrip().startswith(">"):
            return lines[:index]
    return lines


def _remove_quoted_email(lines: list[str]) -> list[str]:
    """Remove a quoted or forwarded email, and return the lines above and below it.

    Return all lines if there is no such email.
    """
    found = quotequail.unwrap("\n".join(lines))
    if found is None:
        return lines
    kept = f"{found.get('text_top', '')}\n{found.get('text_bottom', '')}"
    return kept.split("\n")


def _lines_before_attribution(lines: list[str]) -> list[str]:
    """Return the lines above a line that introduces quoted text, such as "Alice wrote:".

    Ignore such a line if it, or any line after it, begins with ">". Return all lines if no such line is left.
    """
    for index, line in enumerate(lines):
        # Answers may stand between quoted lines that begin with ">", so these are removed one by one.
        if ATTRIBUTION.search(line) and not any(later.lstrip().startswith(">") for later in lines[index:]):
            return lines[:index]
    return lines


def _lines_before_signature(lines: list[str]) -> list[str]:
    """Return the lines above the signature, which begins with a line "--" or "__".

    Return all lines if there is no signature.
    """
    # The separator "-- " is described in RFC 3676, 4.3.
    for index, line in enumerate(lines):
        if line.rstrip() in ("--", "__"):
            return lines[:index]
    return lines
