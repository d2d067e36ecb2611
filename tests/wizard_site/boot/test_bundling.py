"""Files are joined where they are collected: one request brings many."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.servers import ROOT
from wizard_site.boot.bundling import CannotBundle, bundle_files, bundle_script, bundle_style

MODULES = {
    "main.js": """import { shout } from "./words.js";
import {
  NAME as name,
  Greeting,
} from "./parts/greeting.js";

const text = "main";
console.log(JSON.stringify([shout(name), new Greeting().text(), text]));
""",
    "words.js": """/** @import { x } from "./y.js" */
/** @type {string} */ const text =
  // Not the text of main.js.
  "words";
/** Is heard. */
export const shout = (word) => `${word}! ${text}`;
""",
    "parts/greeting.js": """import path from "node:path";
import { sep } from "node:path";
import { shout } from "../words.js";
export const NAME = "ada";
export class Greeting {
  text() {
    return shout(greet());
  }
}
export function greet() {
  return path.join("hello", sep, "again");
}
""",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run(script: Path) -> list[str]:
    answer = subprocess.run(["node", script], capture_output=True, text=True, check=True)
    return list(json.loads(answer.stdout))


def test_a_joined_script_does_what_its_modules_do(tmp_path: Path) -> None:
    root = written(tmp_path, {**MODULES, "package.json": '{"type": "module"}'})
    apart = run(root / "main.js")
    (root / "main.js").write_text(bundle_script(root / "main.js"))
    for name in set(MODULES) - {"main.js"}:
        (root / name).unlink()
    assert run(root / "main.js") == apart == ["ada! words", "hello/again! words", "main"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("export default 1;\n", "export default 1;"),
        ("export let changing = 1;\n", "export let changing"),
        ('import * as all from "./words.js";\n', "import \\* as all"),
        ('import { x } from "./main.js";\n', "main.js imports itself by way of others"),
    ],
)
def test_what_it_cannot_join_it_refuses(tmp_path: Path, text: str, fault: str) -> None:
    main = 'import { one } from "./other.js";\n'
    root = written(tmp_path, {"main.js": main, "other.js": text, "words.js": ""})
    with pytest.raises(CannotBundle, match=fault):
        bundle_script(root / "main.js")


def test_a_style_takes_in_those_it_imports_in_their_order(tmp_path: Path) -> None:
    imports = '@import url("../b.css");\n@import url("../a.css");\n'
    root = written(tmp_path, {"a.css": "a {}\n", "b.css": "b {}\n", "pages/p.css": imports})
    assert bundle_style(root / "pages/p.css") == "b {}\na {}\n"


@pytest.mark.parametrize("text", ["a { background: url(x.png) }", '@import url("c.css");'])
def test_a_style_that_names_other_files_is_refused(tmp_path: Path, text: str) -> None:
    root = written(tmp_path, {"a.css": text, "pages/p.css": '@import url("../a.css");\n'})
    with pytest.raises(CannotBundle, match="names another file"):
        bundle_style(root / "pages/p.css")


def test_all_pages_of_this_site_can_be_joined_and_again(tmp_path: Path) -> None:
    files = [*(ROOT / "static").glob("js/**/*.js"), *(ROOT / "static").glob("css/**/*.css")]
    root = written(tmp_path, {str(f.relative_to(ROOT / "static")): f.read_text() for f in files})
    bundle_files(root)
    table = (root / "js/table/main.js").read_text()
    style = (root / "css/pages/table.css").read_text()
    assert table.count("class LiveSocket") == 1
    assert "export" not in [line.split(" ")[0] for line in table.splitlines()]
    assert "@import" not in style
    bundle_files(root)
    assert (root / "js/table/main.js").read_text() == table
    assert (root / "css/pages/table.css").read_text() == style
