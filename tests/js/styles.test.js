/** What moves is moved by the compositor: nothing that is laid out anew in each frame. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

const FOLDER = new URL("../../static/css/", import.meta.url);
const FREE = new Set([
  ...["transform", "translate", "rotate", "scale", "opacity", "visibility", "filter", "--beyond"],
  ...["color", "background-color", "border-color", "box-shadow", "none"],
]);
/** Properties whose change needs no layout. */

const styles = readdirSync(FOLDER, { recursive: true })
  .filter((name) => String(name).endsWith(".css"))
  .map((name) => ({ name, text: readFileSync(new URL(String(name), FOLDER), "utf8") }));

/** The properties that a style sheet lets change over time. */
function animated(text) {
  const transitions = [...text.matchAll(/\btransition:\s*([^;]+);/g)].flatMap(([, list]) =>
    list.split(/,(?![^(]*\))/).map((each) => each.trim().split(/\s/)[0]),
  );
  const frames = [...text.matchAll(/@keyframes[^{]+\{((?:[^{}]*\{[^{}]*\})*)/g)].flatMap(([, body]) =>
    [...body.matchAll(/([-\w]+):/g)].map(([, property]) => property),
  );
  return [...transitions, ...frames];
}

describe("styles", () => {
  it("animate at all", () => {
    const found = styles.flatMap(({ text }) => animated(text));
    assert.ok(found.includes("transform") && found.includes("translate"));
  });

  for (const { name, text } of styles)
    it(`move nothing that needs a layout: ${name}`, () => {
      assert.deepEqual(
        animated(text).filter((property) => !FREE.has(property)),
        [],
      );
    });
});
