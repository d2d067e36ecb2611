"""Catalogs of a toy site: what is found, kept, merged, compiled, and reported."""

import subprocess
from pathlib import Path

import pytest

from wizard_site.translation.__main__ import BASE_DIR, check_catalogs, update_catalogs
from wizard_site.translation.catalogs import read_catalog
from wizard_site.translation.compiling import compile_catalogs
from wizard_site.translation.extract import UnreadableMark, extract_catalog
from wizard_site.translation.languages import languages

HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
PAGE = """{% load i18n %}
    <p title="{% translate "A title" %}">Isn't it?</p>
  {% blocktranslate count number=rows|length trimmed %}
    {{ number }} row of <b>{{ name }}</b>
  {% plural %}{{ number }} rows of <b>{{ name }}</b>{% endblocktranslate %}
"""
SCRIPT = """
html`<p>don't ${gettext("Play")}
  ${rows.map((row) => html`<i>${ngettext("%(n)s card", "%(n)s cards", 2)}</i>`)}</p>`;
pgettext("verb", "Deal");
gettext(
  "One text " +
    'of two "parts"',
);
"""
PYTHON = "from core.sentence import Sentence\nREFUSED = Sentence('Only %(count)d.', count=3)\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in {
        "locale/de.po": HEADER,
        "templates/page.html": PAGE,
        "static/js/page.js": SCRIPT,
        "core/refusals.py": PYTHON,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def translate(site: Path, **translations: str) -> None:
    """Write translations of English sentences, whose first word is the argument's name, into the file."""
    path = site / "locale/de.po"
    text = path.read_text()
    for word, german in translations.items():
        before, found, after = text.partition(f'msgid "{word}')
        text = before + found + after.replace('msgstr ""', f'msgstr "{german}"', 1)
    path.write_text(text)


def german(site: Path) -> dict[object, object]:
    catalog = read_catalog((site / "locale/de.po").read_bytes(), "de")
    return {message.id: message.string for message in catalog if message.id}


def test_marked_sentences_are_found_in_python_templates_and_scripts(site: Path):
    assert {message.id for message in extract_catalog(site) if message.id} == {
        "A title",
        ("%(number)s row of <b>%(name)s</b>", "%(number)s rows of <b>%(name)s</b>"),
        "Play",
        ("%(n)s card", "%(n)s cards"),
        "Deal",
        'One text of two "parts"',
        "Only %(count)d.",
    }


def test_a_script_that_marks_no_text_is_reported(site: Path):
    (site / "static/js/page.js").write_text("gettext(name)")
    with pytest.raises(UnreadableMark, match=r"page\.js:1"):
        extract_catalog(site)


def test_updating_twice_changes_nothing(site: Path):
    update_catalogs(site)
    first = (site / "locale/de.po").read_text()
    update_catalogs(site)
    assert (site / "locale/de.po").read_text() == first
    assert first.startswith(HEADER)


def test_translations_are_kept_also_while_nothing_uses_them(site: Path):
    update_catalogs(site)
    translate(site, Play="Spielen")
    script = (site / "static/js/page.js").read_text()
    (site / "static/js/page.js").write_text("")
    update_catalogs(site)
    assert "Play" not in german(site)
    (site / "static/js/page.js").write_text(script)
    update_catalogs(site)
    assert german(site)["Play"] == "Spielen"


def test_pruning_drops_what_is_not_used(site: Path):
    update_catalogs(site)
    translate(site, Play="Spielen")
    (site / "static/js/page.js").write_text("")
    update_catalogs(site, prune=True)
    assert "Spielen" not in (site / "locale/de.po").read_text()


def test_a_conflict_gets_the_translations_of_both_sides(site: Path):
    def git(*arguments: str) -> None:
        options = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *options, *arguments], cwd=site, capture_output=True, check=False)

    update_catalogs(site)
    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "first")
    git("checkout", "-b", "other")
    translate(site, Play="Spielen")
    git("commit", "-am", "theirs")
    git("checkout", "main")
    translate(site, Play="Spiele", Deal="Austeilen")
    git("commit", "-am", "ours")
    git("merge", "other")
    assert "<<<<<<<" in (site / "locale/de.po").read_text()
    update_catalogs(site)
    assert german(site)["Deal"] == "Austeilen"
    assert german(site)["Play"] == "Spielen"


def test_faults_are_named(site: Path):
    assert [fault for fault in check_catalogs(site) if "not in the catalog: Play" in fault]
    update_catalogs(site)
    assert check_catalogs(site) == []
    assert len(check_catalogs(site, strict=True)) == 7
    translate(site, Only="Nur %(number)d.")
    assert check_catalogs(site) == ["de.po: other placeholders: Nur %(number)d."]
    translate(site, Play="<b>Spielen")
    assert "de.po: other tags: <b>Spielen" in check_catalogs(site)


def test_compiling_again_is_not_needed_until_a_catalog_changes(site: Path):
    target = site / "var"
    assert compile_catalogs(site, target)
    assert not compile_catalogs(site, target)
    update_catalogs(site)
    translate(site, Play="Spielen")
    assert compile_catalogs(site, target)
    assert (target / "de/LC_MESSAGES/django.mo").exists()
    script = (target / "static/catalogs/de.js").read_text()
    assert '"Play":"Spielen"' in script
    assert "Only" not in script


def test_a_language_is_a_file(site: Path):
    (site / "locale/pt_BR.po").write_text(HEADER)
    assert languages(site) == [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português brasileiro")]


def test_the_sites_catalogs_have_no_faults():
    assert check_catalogs(BASE_DIR) == []
