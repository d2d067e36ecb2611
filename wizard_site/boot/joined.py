"""Joins what one page loads when static files are collected: a request costs a slow line more than its bytes.

Addresses stay: a stylesheet takes in those it imports, and a page's main script the modules it imports. The
other files are served beside them. With DEBUG nothing is collected, so the browser follows the imports.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedStaticFilesStorage  # type: ignore[import-untyped]

STYLES, SCRIPTS = "css/pages/*.css", "js/**/main.js"
STYLE_IMPORT = re.compile(r'^@import url\("([^"]+)"\);\n', re.M)
IMPORT = re.compile(r'^import (?:(\w+)|\{([^}]*)\}) from "([^"]+)";\n', re.M)
EXPORT = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.M)
COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|// [^\n]*)\n", re.M | re.S)
"""A comment with lines of its own. Comments are a fifth of a page's compressed scripts."""
JOINED = "// Joined when static files were collected.\n"
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.M)


class CannotJoin(ValueError):
    """A file imports or exports in a way that this module does not know."""


class JoiningStorage(CompressedStaticFilesStorage):  # type: ignore[misc]  # It has no types.
    """Joins files once they are collected, before they are compressed."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join the collected files, then compress them, and yield what was compressed.

        With `dry_run` no file is joined.
        """
        if not dry_run:
            join_files(Path(self.location))
        yield from super().post_process(paths, dry_run=dry_run, **options)


def join_files(root: Path) -> None:
    """Join the files below `root` in place; doing so again changes nothing.

    Raises CannotJoin for a file that imports or exports in a way that is not supported.
    """
    _rewrite_files(root, STYLES, join_style)
    _rewrite_files(root, SCRIPTS, join_script)


def _rewrite_files(root: Path, pattern: str, joined: Callable[[Path], str]) -> None:
    # All are read before any is written: none may be made of another that is joined already.
    """Replace each file below `root` that matches the pattern by the result of `joined` for its path."""
    texts = {path: joined(path) for path in root.glob(pattern)}
    for path, text in texts.items():
        path.write_text(text)


def join_style(path: Path) -> str:
    """Return the stylesheet with those that it imports in the places of their imports.

    Raises CannotJoin if an imported one refers to further files.
    """

    def text_of(found: re.Match[str]) -> str:
        """Return the text of an imported stylesheet; raises CannotJoin if it refers to other files."""
        imported = (path.parent / found[1]).read_text()
        if re.search(r"url\((?!\"data:)|^@import", imported, re.M):
            raise CannotJoin(f"{found[1]} names another file, which would be looked for elsewhere.")
        return imported

    return STYLE_IMPORT.sub(text_of, path.read_text())


def join_script(path: Path) -> str:
    """Return the module with all modules that it imports by a path; packages are imported at its beginning.

    Returns a module that is joined already as it is. Raises CannotJoin for a circle of imports, and for an
    import or export that is not supported.
    """
    text = path.read_text()
    return text if text.startswith(JOINED) else _Script(path).text()


class _Script:
    """Modules in the order in which they run, each a function that returns what it exports."""

    def __init__(self, main: Path) -> None:
        """Add the module `main` and all that it imports."""
        self.folder = main.resolve().parent
        self.packages: dict[str, str] = {}
        self.modules: dict[Path, str] = {}
        self.bodies: list[str] = []
        self._add(main.resolve())

    def text(self) -> str:
        """Return the text of the joined module, which begins with the imports of packages."""
        packages = [f'import * as {name} from "{package}";\n' for package, name in self.packages.items()]
        return "".join((JOINED, *packages, *self.bodies))

    def _add(self, path: Path) -> str:
        """Add a module after those that it imports, unless it was added before.

        Returns the name of the constant with its exports. Raises CannotJoin for a circle of imports, and for
        an unsupported import or export.
        """
        if path in self.modules:
            if not self.modules[path]:
                raise CannotJoin(f"{path.name} imports itself by way of others.")
            return self.modules[path]
        self.modules[path] = ""
        text = COMMENT.sub("", path.read_text())
        body = IMPORT.sub(lambda found: self._binding(path, found), text)
        names = [found[2] for found in EXPORT.finditer(body)]
        body = EXPORT.sub(r"\1 \2", body)
        if found := LEFT_OVER.search(body):
            raise CannotJoin(f"{path.name}: {found[0]}")
        self.modules[path] = name = f"module{len(self.bodies)}"
        self.bodies.append(f"const {name} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n")
        return name

    def _binding(self, path: Path, found: re.Match[str]) -> str:
        """Return the declaration that replaces an import."""
        default, names, source = found.groups()
        taken = f"default: {default}" if default else names.replace(" as ", ": ")
        return f"const {{ {taken} }} = {self._exports(path, source)};\n"

    def _exports(self, path: Path, source: str) -> str:
        """Return the name of the constant with the exports of an imported module, and add the module.

        Packages and vendored files are not joined but imported from their own addresses.
        """
        if source.startswith("."):
            imported = Path(posixpath.normpath(path.parent / source))
            if imported.parent.name != "vendor":
                return self._add(imported)
            source = posixpath.relpath(imported, self.folder)
        return self.packages.setdefault(source, f"package{len(self.packages)}")
