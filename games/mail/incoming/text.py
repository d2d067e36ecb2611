"""Extracts the text of an email: its plain text or, without one, its HTML converted to text."""

import re
import unicodedata
from codecs import getincrementaldecoder, lookup
from email.message import EmailMessage

from lxml import html
from lxml.etree import LxmlError, iterwalk

MAX_CHARACTERS = 100_000
"""Maximum characters of a part that are read. The sender's own text comes first; quoted text can be long."""
NO_CHARSETS = frozenset({"punycode", "idna"})
"""Codecs that Python knows but no mail program uses; decoding with them takes quadratic time."""
NORMALIZED_AT_ONCE = 1_000
"""Characters per normalization, because sorting a run of combining marks takes quadratic time."""
QUOTED_CLASSES = frozenset(
    [
        "gmail_quote",
        "gmail_quote_container",
        "gmail_attr",
        "gmail_signature",
        "moz-cite-prefix",
        "moz-signature",
        "yahoo_quoted",
        "protonmail_quote",
        "protonmail_signature_block",
        "tutanota_quote",
    ]
)
QUOTED_IDS = frozenset(
    {"Signature", "ms-outlook-mobile-signature", "mail-editor-reference-message-container"}
)
"""Elements in which common mail clients and webmail services put quoted emails and signatures."""
QUOTED_BELOW_IDS = frozenset({"divRplyFwdMsg", "appendonsend"})
"""Elements after which Outlook puts the quoted email."""
INVISIBLE = frozenset({"head", "script", "style", "title", "template", "blockquote"})
BLOCKS = frozenset(
    [
        "address",
        "article",
        "br",
        "dd",
        "div",
        "dt",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "header",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "td",
        "th",
        "tr",
        "ul",
    ]
)
INVISIBLE_CHARACTERS = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
)


def extract_text(message: EmailMessage) -> str:
    """Return an email's plain text or, if that is missing or blank, its HTML converted to text.

    Attachments and embedded emails are not read.
    """
    for kind in ("plain", "html"):
        text = _extract_body(message, kind)
        if text.strip():
            return text
    return ""


def _extract_body(message: EmailMessage, kind: str) -> str:
    """Return an email's plain or HTML body as normalized plain text.

    `kind` is "plain" or "html". Return "" if there is no such body, or if it is malformed.
    """
    try:
        part = message.get_body((kind,))
    # The standard library raises various exceptions for malformed multiparts.
    except Exception:
        return ""
    if part is None:
        return ""
    content = _decode_part(part)[:MAX_CHARACTERS]
    return normalize(html_to_text(content) if kind == "html" else content)


def _decode_part(part: object) -> str:
    """Return the text of `part`, an EmailMessage that is a part of an email.

    If the charset is unknown, try UTF-8, then Latin-1. Return "" if the part is a multipart.
    """
    assert isinstance(part, EmailMessage)
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    # No charset has characters of more than four bytes.
    most = 4 * MAX_CHARACTERS
    is_cut, payload = len(payload) > most, payload[:most]
    try:
        charset = str(part.get_param("charset", "ascii"))
        if lookup(charset).name not in NO_CHARSETS:
            return payload.decode(charset, "replace")
    # An unknown or malformed charset.
    except Exception:
        pass
    try:
        # A cut payload may end within a character, which is then left out.
        return getincrementaldecoder("utf-8")().decode(payload, final=not is_cut)
    except UnicodeDecodeError:
        return payload.decode("latin-1")


def html_to_text(source: str) -> str:
    """Convert HTML to text, without signatures, invisible elements and quoted emails.

    Each block element begins a new line. Return "" if the HTML cannot be parsed.
    """
    # lxml refuses a declared encoding in text that is decoded, so it gets bytes.
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = html.document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except (LxmlError, ValueError):
        return ""
    pieces: list[str] = []
    walk = iterwalk(tree, events=("start", "end"))
    for event, element in walk:
        if event == "start" and element.get("id") in QUOTED_BELOW_IDS:
            break
        left_out = _is_left_out(element)
        if event == "start" and left_out:
            walk.skip_subtree()
        elif element.tag in BLOCKS:
            pieces.append("\n")
        text = element.tail if event == "end" else None if left_out else element.text
        pieces.append(" ".join(f"-{text}-".split())[1:-1] if text else "")
    return "".join(pieces)


def _is_left_out(element: html.HtmlElement) -> bool:
    """Return whether `html_to_text` leaves out an element: an invisible one, a signature or quoted text."""
    return (
        element.tag in INVISIBLE
        or element.get("id") in QUOTED_IDS
        or element.get("hidden") is not None
        or not QUOTED_CLASSES.isdisjoint(element.get("class", "").split())
    )


def decode_raw_bytes(header: str) -> str:
    """Decode a header in which surrogate characters represent raw bytes.

    Return "" if the bytes are not UTF-8 or contain NUL.
    """
    # The standard library represents raw bytes by surrogates.
    # Databases refuse surrogates, and PostgreSQL refuses NUL, too.
    try:
        decoded = header.encode("utf-8", "surrogateescape").decode()
    except UnicodeError:
        return ""
    return "" if "\0" in decoded else decoded


def normalize(text: str) -> str:
    """Normalize text to NFKC, remove invisible characters, and separate the lines with LF."""
    starts = range(0, len(text), NORMALIZED_AT_ONCE)
    pieces = (unicodedata.normalize("NFKC", text[start : start + NORMALIZED_AT_ONCE]) for start in starts)
    # Lone surrogates become "?", because neither databases nor emails can contain them.
    storable = "".join(pieces).encode("utf-8", "replace").decode()
    return "\n".join(INVISIBLE_CHARACTERS.sub("", storable).splitlines())
