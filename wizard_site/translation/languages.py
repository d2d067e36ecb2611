"""The available languages: English, the language of the source, and those that have a catalog."""

from pathlib import Path

from django.conf.locale import LANG_INFO

SOURCE = "en"


def catalog_paths(base: Path) -> dict[str, Path]:
    """Return the path of each language's translation catalog, by language code such as `de` or `pt-br`."""
    return {path.stem.lower().replace("_", "-"): path for path in sorted(base.glob("locale/*.po"))}


def languages(base: Path) -> list[tuple[str, str]]:
    """Return the language code and native name of each available language, English first."""
    codes = [SOURCE, *catalog_paths(base)]
    return [(code, LANG_INFO.get(code, {}).get("name_local", code).capitalize()) for code in codes]
