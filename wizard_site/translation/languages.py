"""The available languages: English, the language of the source, and those that have a catalog."""

from pathlib import Path

from django.conf.locale import LANG_INFO

SOURCE = "en"


def catalog_paths(base_dir: Path) -> dict[str, Path]:
    """Return the paths of the translation catalogs of the project in `base_dir`, by language code.

    A language code is lower-case, such as `de` or `pt-br`.
    """
    return {path.stem.lower().replace("_", "-"): path for path in sorted(base_dir.glob("locale/*.po"))}


def languages(base_dir: Path) -> list[tuple[str, str]]:
    """Return the language code and native name of each available language, English first.

    A language other than English is available if the project in `base_dir` has a translation catalog for it.
    """
    codes = [SOURCE, *catalog_paths(base_dir)]
    return [(code, LANG_INFO.get(code, {}).get("name_local", code).capitalize()) for code in codes]
