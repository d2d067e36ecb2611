/** Writes types/wire.d.ts, the types of all frames, from docs/socket.schema.json: `node types/wire.js`. */
import { readFileSync, writeFileSync } from "node:fs";

const SCHEMA = new URL("../docs/socket.schema.json", import.meta.url);
const TYPES = new URL("wire.d.ts", import.meta.url);
const BASIC = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };

const nameOf = (key) => key.replace(/(^|_)(\w)/g, (_, _start, letter) => letter.toUpperCase());
const either = (types) => [...new Set(types)].join(" | ");

function typeOf(schema) {
  if (schema.$ref) return nameOf(schema.$ref.split("/").at(-1));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.oneOf) return either(told(schema.oneOf).map(typeOf));
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === "array") return `Array<${schema.items ? typeOf(schema.items) : "unknown"}>`;
  if (schema.type === "object") return objectOf(schema);
  if (schema.type in BASIC) return BASIC[schema.type];
  throw new Error(`No type is known for ${JSON.stringify(schema)}`);
}

/** Where all but one of a choice's objects have a `type`, it has none: so that asking for it tells them apart. */
const told = (choices) =>
  choices.some((choice) => choice.properties?.type)
    ? choices.map((choice) => (choice.properties?.type ? choice : { ...choice, hidden: true }))
    : choices;

function objectOf({ properties, required = [], additionalProperties, hidden }) {
  if (!properties) return `Record<string, ${additionalProperties ? typeOf(additionalProperties) : "unknown"}>`;
  const fields = Object.entries(properties).map(
    ([key, schema]) => `${key}${required.includes(key) ? "" : "?"}: ${typeOf(schema)};`,
  );
  if (hidden) fields.push("type?: undefined;");
  return `{ ${fields.join(" ")} }`;
}

const { $defs } = JSON.parse(readFileSync(SCHEMA, "utf8"));
const lines = Object.entries($defs).map(([key, schema]) => `  type ${nameOf(key)} = ${typeOf(schema)};`);
writeFileSync(TYPES, `// Written by types/wire.js from docs/socket.schema.json.\ndeclare namespace Wire {\n${lines.join("\n")}\n}\n`);
