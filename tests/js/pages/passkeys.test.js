// What is sent to the browser for a passkey, and what it answers: bytes there, base64url in JSON.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bytesOf,
  creationOptions,
  credentialJson,
  requestOptions,
  textOf,
} from "../../../static/js/pages/passkeys.js";

const bytes = (/** @type {number[]} */ ...numbers) => Uint8Array.from(numbers).buffer;

test("bytes become text of base64url without padding, and bytes again", () => {
  for (const each of [bytes(), bytes(255, 239), bytes(251, 255, 254, 0), bytes(1)]) {
    assert.match(textOf(each), /^[A-Za-z0-9_-]*$/);
    assert.deepEqual(bytesOf(textOf(each)), each);
  }
  assert.equal(textOf(bytes(251, 255, 254)), "-__-");
});

test("options for a new passkey have bytes where the browser wants them", () => {
  const options = { rp: { id: "localhost" }, challenge: "AQI", user: { id: "Aw", name: "ada" } };
  assert.deepEqual(creationOptions({ ...options, excludeCredentials: [{ type: "public-key", id: "BA" }] }), {
    rp: { id: "localhost" },
    challenge: bytes(1, 2),
    user: { id: bytes(3), name: "ada" },
    excludeCredentials: [{ type: "public-key", id: bytes(4) }],
  });
  assert.equal(creationOptions(options).excludeCredentials, undefined);
});

test("options to ask for a passkey name those of the account", () => {
  const options = {
    challenge: "AQI",
    rpId: "localhost",
    allowCredentials: [{ type: "public-key", id: "BA" }],
  };
  assert.deepEqual(requestOptions(options), {
    challenge: bytes(1, 2),
    rpId: "localhost",
    allowCredentials: [{ type: "public-key", id: bytes(4) }],
  });
});

test("a credential is sent as JSON, with what it has", () => {
  const credential = {
    id: "BA",
    rawId: bytes(4),
    type: "public-key",
    authenticatorAttachment: "platform",
    getClientExtensionResults: () => ({ credProps: { rk: false } }),
    response: { clientDataJSON: bytes(5), attestationObject: bytes(6), getTransports: () => ["internal"] },
  };
  assert.deepEqual(credentialJson(credential), {
    id: "BA",
    rawId: "BA",
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: { credProps: { rk: false } },
    response: { clientDataJSON: "BQ", attestationObject: "Bg", transports: ["internal"] },
  });
});
