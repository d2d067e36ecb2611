"""`python -m wizard_site.translation update` or `check`: keeps the catalogs in step with the source."""

import argparse
import sys
from pathlib import Path

from babel.messages import Catalog

from wizard_site.translation.catalogs import (
    conflicting_versions,
    extract_header,
    format_catalog,
    merge_catalogs,
    read_catalog,
    update_catalog,
)
from wizard_site.translation.checks import find_errors, find_missing_and_unused_messages, find_untranslated
from wizard_site.translation.extract import extract_catalog
from wizard_site.translation.languages import catalog_paths
from wizard_site.translation.not_translated import NOT_TRANSLATED
from wizard_site.translation.unmarked import find_unmarked_texts, report_unmarked_texts

BASE_DIR = Path(__file__).resolve().parent.parent.parent


def update_catalogs(base_dir: Path, *, prune: bool = False) -> None:
    """Update the translation catalogs of the project in `base_dir` to the messages of its source code.

    With `prune`, drop the translations that are no longer used. If a catalog has a Git merge conflict, merge
    both of its versions.
    """
    marked = extract_catalog(base_dir)
    for code, path in catalog_paths(base_dir).items():
        # After a Git merge conflict, the catalog gets the translations of both sides.
        versions = conflicting_versions(path) or [path.read_text()]
        catalog = read_catalog(versions[-1], code)
        if len(versions) > 1:
            catalog = merge_catalogs(catalog, read_catalog(versions[0], code))
        update_catalog(catalog, marked, keep_unused=not prune)
        path.write_text(format_catalog(catalog, extract_header(versions[-1])))
        print(f"{path.name}: {len(catalog)} sentences, {len(find_untranslated(catalog))} not translated")


def check_catalogs(base_dir: Path, *, strict: bool = False) -> list[str]:
    """Return a description of each error in the translation catalogs of the project in `base_dir`.

    If `strict`, untranslated messages are errors, too.
    """
    marked = extract_catalog(base_dir)
    return [
        f"{path.name}: {error}"
        for code, path in catalog_paths(base_dir).items()
        for error in _catalog_errors(read_catalog(path.read_bytes(), code), marked, strict)
    ]


def check_translation_marks(base_dir: Path) -> list[str]:
    """Return an error message for each visible text that is not marked for translation, unless it is exempt.

    The texts are those of the project in `base_dir`. The exemptions are in NOT_TRANSLATED. Also return an
    error message for each needless exemption.
    """
    return list(report_unmarked_texts(find_unmarked_texts(base_dir), NOT_TRANSLATED))


def _catalog_errors(catalog: Catalog, source_catalog: Catalog, strict: bool) -> list[str]:
    """Return a description of each error in one translation catalog.

    If `strict`, untranslated messages are errors, too.
    """
    missing = [f"not translated: {sentence}" for sentence in find_untranslated(catalog)]
    return [
        *find_missing_and_unused_messages(catalog, source_catalog),
        *find_errors(catalog),
        *(missing if strict else []),
    ]


def main() -> int:
    """Update or check the translation catalogs, as the command line says, and return the exit code.

    The exit code is 1 if a check finds errors, or else 0.
    """
    parser = argparse.ArgumentParser(prog="wizard_site.translation")
    parser.add_argument("task", choices=["update", "check"])
    parser.add_argument("--prune", action="store_true", help="drop translations that are not used")
    parser.add_argument(
        "--strict", action="store_true", help="all that people read needs a mark and a translation"
    )
    chosen = parser.parse_args()
    if chosen.task == "update":
        update_catalogs(BASE_DIR, prune=chosen.prune)
        return 0
    errors = check_catalogs(BASE_DIR, strict=chosen.strict) + (
        check_translation_marks(BASE_DIR) if chosen.strict else []
    )
    print(*errors, sep="\n", end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
