"""The command `python -m wizard_site.translation`."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog

from wizard_site.translation import __main__ as command
from wizard_site.translation.checks import find_errors
from wizard_site.translation.compiling import javascript_catalog


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command line; gives its exit code."""
    monkeypatch.setattr(sys, "argv", ["translation", *arguments])
    return command.main()


def test_the_check_passes_and_says_nothing(monkeypatch, capsys):
    assert run(monkeypatch, "check", "--strict") == 0
    assert capsys.readouterr().out == ""


def test_faults_are_listed_and_fail_the_check(monkeypatch, capsys):
    monkeypatch.setattr(command, "check_catalogs", lambda base_dir, strict: ["de.po: fuzzy: Hand"])
    assert run(monkeypatch, "check") == 1
    assert capsys.readouterr().out == "de.po: fuzzy: Hand\n"


def test_catalogs_are_updated_and_pruned_on_request(monkeypatch):
    asked: list[tuple[Path, bool]] = []
    monkeypatch.setattr(command, "update_catalogs", lambda base_dir, prune: asked.append((base_dir, prune)))
    assert run(monkeypatch, "update", "--prune") == 0
    assert asked == [(command.BASE_DIR, True)]


def test_a_translation_that_is_fuzzy_is_a_fault():
    catalog = Catalog(locale="de")
    catalog.add("Hand", "Hand", flags=["fuzzy"])
    assert list(find_errors(catalog)) == ["fuzzy: Hand"]


def test_a_plural_expression_cannot_be_a_script():
    with pytest.raises(ValueError, match="no expression"):
        javascript_catalog(SimpleNamespace(plural_expr="alert(1)"))
