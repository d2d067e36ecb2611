"""Texts of templates and scripts that need no mark for translation: they are the same in all languages."""

from typing import NamedTuple

NAMES = (
    *("Wizard", "API", "CSV", "JSON", "OpenAPI"),
    *("Firefox", "Chrome", "Edge", "Opera", "Safari", "Samsung Internet"),
    *("Android", "ChromeOS", "Linux", "Macintosh", "Windows"),
)
"""Names of the game, of formats, and of browsers and systems, wherever they stand alone."""


class Exempt(NamedTuple):
    """Strings of a file that need no translation, and why. Without `texts`, the whole file is exempt."""

    path: str
    why: str
    texts: tuple[str, ...] = ()


NOT_TRANSLATED = (
    Exempt("wizard_site/templates/wizard_site/api_docs.html", "the API's description is English"),
    Exempt("wizard_site/templates/wizard_site/_fields.html", "the API's description is English"),
    Exempt("templates/accounts/_deck_choice.html", "the end of a file's name", ("-preview.svg",)),
    Exempt("templates/web/_cards.html", "the end of a file's name", (".svg",)),
    Exempt(
        "templates/admin/tournaments/desk/entry/add.html",
        "lines of a file, whose columns have English names",
        ("placeholder=…user…name,nation&#10;ada,DE&#10;bob,US",),
    ),
    Exempt("static/js/api.js", "a header of HTTP", ("Content-Type",)),
    Exempt(
        "static/js/focus.js",
        "selectors",
        (
            "a[href], button, input, select, textarea, summary, [tabindex]",
            "ul, ol, table, dialog, section, form, .hand, [role=group]",
        ),
    ),
    Exempt(
        "static/js/table/frame/keys.js",
        "a selector, and a key as browsers name it",
        ("input, textarea, select, [contenteditable], dialog[open].dialog", "Escape"),
    ),
    Exempt("static/js/table/frame/dialog.js", "a style", ("--top: …px; --edge: …px",)),
    Exempt(
        "static/js/table/motion.js",
        "styles",
        ("translate(…px, …px) scale(…)", "translate(…px, …px) scale(.3) rotate(…deg)"),
    ),
    Exempt("static/js/table/turn/hand.js", "a query", ("(max-width: 620px) and (orientation: portrait)",)),
)
