import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { abilityOf, nameOf, textOf, within } from "../../../static/js/notifications/browser.js";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

const around = (more) => ({
  hasPush: true,
  permission: "default",
  agent: CHROME,
  touchPoints: 0,
  installed: false,
  ...more,
});

describe("what a browser can do about notifications", () => {
  it("is ready, or blocked", () => {
    assert.equal(abilityOf(around({})), "ready");
    assert.equal(abilityOf(around({ permission: "granted" })), "ready");
    assert.equal(abilityOf(around({ permission: "denied" })), "denied");
  });
  it("needs the home screen on phones of Apple's", () => {
    assert.equal(abilityOf(around({ hasPush: false, agent: PHONE, touchPoints: 5 })), "install");
    assert.equal(abilityOf(around({ hasPush: false, agent: MAC, touchPoints: 5 })), "install", "an iPad");
    assert.equal(abilityOf(around({ hasPush: true, agent: PHONE, installed: true })), "ready");
    assert.equal(abilityOf(around({ hasPush: false, agent: PHONE, installed: true })), "unsupported");
  });
  it("is nothing without push messages", () => {
    assert.equal(abilityOf(around({ hasPush: false })), "unsupported");
    assert.equal(abilityOf(around({ hasPush: false, agent: MAC })), "unsupported");
  });
});

it("a device is named after its browser and system", () => {
  assert.equal(nameOf(CHROME), "Chrome · Linux");
  assert.equal(nameOf(FIREFOX), "Firefox · Android");
  assert.equal(nameOf(PHONE), "Safari · iPhone");
  assert.equal(nameOf("something new"), "");
});

it("keys are compared in base64url", () => {
  assert.equal(textOf(new Uint8Array([251, 255, 254]).buffer), "-__-");
  assert.equal(textOf(null), "");
});

describe("waiting for the push service", () => {
  it("ends when it never answers", async () => {
    await assert.rejects(within(new Promise(() => {}), 1), /too late/);
  });
  it("gives what came in time, and what went wrong", async () => {
    assert.equal(await within(Promise.resolve(7), 60_000), 7);
    await assert.rejects(within(Promise.reject(new Error("refused")), 60_000), /refused/);
  });
});
