"""The documents' links to files of the repository lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "static/vendor/README.md"])
LINK = re.compile(r'\]\((?!https?://|#|mailto:)([^)#\s]+)|(?:src|href)="(?!https?://|#)([^"#]+)"')


def targets(document: Path) -> list[str]:
    return [markdown or html for markdown, html in LINK.findall(document.read_text())]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(document: Path) -> None:
    assert [each for each in targets(document) if not (document.parent / each).exists()] == []


def test_every_screenshot_is_shown() -> None:
    shown = {Path(target).name for document in DOCUMENTS for target in targets(document)}
    assert {path.name for path in (ROOT / "docs/screenshots").iterdir()} <= shown
