"""What is not marked for translation is found, in templates and scripts, and exceptions are explained."""

import pytest

from wizard_site.translation.__main__ import BASE_DIR, check_catalogs, check_translation_marks
from wizard_site.translation.not_translated import NOT_TRANSLATED, Exempt
from wizard_site.translation.unmarked import (
    UnmarkedText,
    iter_unmarked_in_script,
    iter_unmarked_in_template,
    report_unmarked_texts,
)


def in_template(source: str) -> list[str]:
    return [found.text for found in iter_unmarked_in_template(source, "page.html")]


def in_script(source: str) -> list[str]:
    return [found.text for found in iter_unmarked_in_script(source, "page.js")]


def test_all_that_people_read_is_marked_and_translated():
    assert check_catalogs(BASE_DIR, strict=True) + check_translation_marks(BASE_DIR) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Play</p>", ["Play"]),
        ("<p>won</p>", ["won"]),
        ('<p>{% translate "Play" %}</p>', []),
        ("{% blocktranslate trimmed %}<b>Play</b> now{% endblocktranslate %}", []),
        (
            "{% blocktranslate count n=n %}a card{% plural %}{{ n }} cards{% endblocktranslate %} left",
            ["… left"],
        ),
        ("<p>{{ name }} · Wizard</p>", []),
        ("<p>{{ number }} &nbsp; <b>♥</b> A</p>", []),
        ('<img alt="A card" class="large card">', ["alt=A card"]),
        ('<img alt="" title="{% translate \'A card\' %}">', []),
        ('<a class="{% if on %}on{% endif %}" data-none="never">', ["data-none=never"]),
        ("{# Not shown #}<!-- Nor this --><script>const a = 'Nor this';</script>", []),
        ("{% comment %}Nor this{% endcomment %}", []),
        ('{% include "part.html" with heading="My games" %}', ["heading=My games"]),
        ('{{ stage|default:"no stage" }}{{ stage|default:_("no stage") }}', ["no stage"]),
        ("{% block body_class %}at-table{% endblock %}<i>at</i>", ["at"]),
    ],
)
def test_texts_of_templates_outside_of_marks_are_found(source: str, found: list[str]):
    assert in_template(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("html`<p>Play ${name} now</p>`", ["Play … now"]),
        ('html`<p>${gettext("Play")} ${rows.map((row) => html`<i>won ${row}</i>`)}</p>`', ["won …"]),
        ('html`<p title="Your turn" class="large card" aria-label=${text}>${name}</p>`', ["title=Your turn"]),
        ('say("It is your turn");', ["It is your turn"]),
        ("say(`${count} cards left`);", ["… cards left"]),
        ('say(gettext("It is your " + "turn (again)"), "Really?");', ["Really?"]),
        ('button.textContent = "won";', ["won"]),
        ("const first = `${name} (usual)`; say(`bid ${bid}`);", ["… (usual)", "bid …"]),
        ("html`<p class=${`seat ${own}`}></p>`", []),
        ('const names = ["Round", "own"];', ["Round"]),
        ('if (event.key === "Enter" || "Enter Now" === key) return;', []),
        ('const headers = { "Content Type": type };', []),
        ('root.querySelector("#hand button"); throw new TypeError("It is missing here");', []),
        ("// It is your turn\nconst quotes = /['\"] it is/.test(text); /* It is */", []),
        ('const path = n / 2; const text = "It is"; const other = 3 / 4;', ["It is"]),
    ],
)
def test_texts_of_scripts_outside_of_marks_are_found(source: str, found: list[str]):
    assert in_script(source) == found


def test_a_text_is_reported_with_its_line():
    (found,) = iter_unmarked_in_template(
        "{% load i18n %}\n\n<div>\n  <p>{{ name }}\n    plays</p>\n</div>", "a.html"
    )
    assert str(found) == "a.html:5: not marked for translation: … plays"
    (found,) = iter_unmarked_in_script("const a = 1;\nhtml`<p>\n  plays</p>`", "a.js")
    assert str(found) == "a.js:3: not marked for translation: plays"


def test_exceptions_hold_for_a_text_or_a_file_and_are_needed():
    found = [
        UnmarkedText("a.html", 1, "ace"),
        UnmarkedText("a.html", 2, "king"),
        UnmarkedText("b.html", 1, "ace"),
    ]
    some = (Exempt("a.html", "a name", ("ace", "jack")), Exempt("b.html", "names"), Exempt("c.html", "names"))
    assert list(report_unmarked_texts(found, some)) == [
        "a.html:2: not marked for translation: king",
        "a.html: needless exception from translation: jack",
        "c.html: needless exception from translation: the whole file",
    ]
    assert all(each.why for each in NOT_TRANSLATED)
