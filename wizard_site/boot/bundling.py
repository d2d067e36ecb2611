"""Bundles the files a page loads when static files are collected: on slow lines, each request costs time.

Addresses stay the same: a stylesheet then contains the stylesheets it imports, and a page's main script the
modules it imports. The other files are served alongside. With DEBUG nothing is collected, so the browser
follows the imports.
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
"""A comment on lines of its own. Comments make up a fifth of a page's compressed scripts."""
JOINED = "// Joined when static files were collected.\n"
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.M)


class CannotBundle(ValueError):
    """A file imports or exports in a way that this module does not support."""


class BundlingStorage(CompressedStaticFilesStorage):  # type: ignore[misc]  # It has no types.
    """Bundles files once they have been collected, before they are compressed."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Bundle scripts and stylesheets, and compress all files. Yield a result for each compressed file."""
        if not dry_run:
            bundle_files(Path(self.location))
        yield from super().post_process(paths, dry_run=dry_run, **options)


def bundle_files(root: Path) -> None:
    """Replace each page's stylesheet and each main script in `root` with a bundle that includes its imports.

    Raise CannotBundle for unsupported imports or exports.
    """
    _rewrite_files(root, STYLES, bundle_style)
    _rewrite_files(root, SCRIPTS, bundle_script)


def _rewrite_files(root: Path, pattern: str, rewrite: Callable[[Path], str]) -> None:
    """Replace the content of each file that matches the glob `pattern` with the result of `rewrite(path)`."""
    # All files are read before any is written, so that no bundle contains another bundle.
    texts = {path: rewrite(path) for path in root.glob(pattern)}
    for path, text in texts.items():
        path.write_text(text)


def bundle_style(path: Path) -> str:
    """Return a stylesheet's text with its imports inlined.

    Raise CannotBundle if an imported stylesheet refers to other files.
    """

    def inline_import(match: re.Match[str]) -> str:
        """Return the text of an imported stylesheet.

        `match` is a match of STYLE_IMPORT. Raise CannotBundle if the stylesheet refers to other files.
        """
        imported = (path.parent / match[1]).read_text()
        if re.search(r"url\((?!\"data:)|^@import", imported, re.M):
            raise CannotBundle(f"{match[1]} names another file, which would be looked for elsewhere.")
        return imported

    return STYLE_IMPORT.sub(inline_import, path.read_text())


def bundle_script(path: Path) -> str:
    """Return the text of a JavaScript module bundled with its imports.

    Raise CannotBundle for unsupported imports or exports.
    """
    text = path.read_text()
    return text if text.startswith(JOINED) else _ScriptBundle(path).text()


class _ScriptBundle:
    """A bundle of JavaScript modules in the order in which they run.

    Each module is wrapped in a function that returns its exports.
    """

    def __init__(self, main: Path) -> None:
        """Read and bundle the module `main` and all modules that it imports."""
        self.folder = main.resolve().parent
        self.packages: dict[str, str] = {}
        self.modules: dict[Path, str] = {}
        self.bodies: list[str] = []
        self._add_module(main.resolve())

    def text(self) -> str:
        """Return the bundle's source text, with the imports of packages at the top."""
        packages = [f'import * as {name} from "{package}";\n' for package, name in self.packages.items()]
        return "".join((JOINED, *packages, *self.bodies))

    def _add_module(self, path: Path) -> str:
        """Add a module and its imports to the bundle, unless the bundle already contains them.

        Return the name of the constant that holds the module's exports.
        """
        if path in self.modules:
            if not self.modules[path]:
                raise CannotBundle(f"{path.name} imports itself by way of others.")
            return self.modules[path]
        self.modules[path] = ""
        text = COMMENT.sub("", path.read_text())
        body = IMPORT.sub(lambda found: self._import_declaration(path, found), text)
        names = [found[2] for found in EXPORT.finditer(body)]
        body = EXPORT.sub(r"\1 \2", body)
        if found := LEFT_OVER.search(body):
            raise CannotBundle(f"{path.name}: {found[0]}")
        self.modules[path] = name = f"module{len(self.bodies)}"
        self.bodies.append(f"const {name} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n")
        return name

    def _import_declaration(self, path: Path, found: re.Match[str]) -> str:
        """Return the `const` declaration that replaces an import statement of the module `path`.

        `found` is the statement, as a match of IMPORT.
        """
        default, names, specifier = found.groups()
        taken = f"default: {default}" if default else names.replace(" as ", ": ")
        return f"const {{ {taken} }} = {self._exports_constant(path, specifier)};\n"

    def _exports_constant(self, path: Path, specifier: str) -> str:
        """Return the name of the JavaScript constant that holds the exports of an imported module.

        `specifier` is the module's address in the import statement, and `path` the file with that statement.
        The module is added to the bundle, unless it is a package or in a folder `vendor`.
        """
        if specifier.startswith("."):
            imported = Path(posixpath.normpath(path.parent / specifier))
            # Like packages, files in a folder `vendor` stay imports.
            if imported.parent.name != "vendor":
                return self._add_module(imported)
            specifier = posixpath.relpath(imported, self.folder)
        return self.packages.setdefault(specifier, f"package{len(self.packages)}")
