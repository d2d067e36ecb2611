// @ts-check
// Asks the browser for a passkey when a form with `data-passkey` is sent, and sends what it got. Its button is served
// disabled: without this script the form would be sent without a passkey.

import { gettext } from "../text.js";

/** @param {string} text base64url, as in WebAuthn's JSON. @returns {ArrayBuffer} */
export function bytesOf(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
}

/** @param {ArrayBuffer} bytes @returns {string} base64url without padding. */
export function textOf(bytes) {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @typedef {{id: string, type: PublicKeyCredentialType, transports?: AuthenticatorTransport[]}} CredentialJson */

/** @param {CredentialJson[]} [credentials] */
const descriptors = (credentials) => credentials?.map((each) => ({ ...each, id: bytesOf(each.id) }));

/** @param {any} options What the server wants, with its bytes as base64url. */
export function creationOptions(options) {
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  };
}

/** @param {any} options What the server wants, with its bytes as base64url. */
export function requestOptions(options) {
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  };
}

/** @param {any} credential What the browser made. @returns {object} The same as JSON. */
export function credentialJson(credential) {
  const response = /** @type {Record<string, unknown>} */ ({});
  for (const name of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ]) {
    const bytes = credential.response[name];
    if (bytes) response[name] = textOf(bytes);
  }
  // Older browsers don't tell the transports.
  if (credential.response.getTransports) response.transports = credential.response.getTransports();
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  };
}

/** @param {HTMLFormElement} form */
async function passkeyFor(form) {
  const data = JSON.parse(document.getElementById(form.dataset.options ?? "")?.textContent ?? "{}");
  if (form.dataset.passkey === "create") {
    return navigator.credentials.create({ publicKey: creationOptions(data.creation_options.publicKey) });
  }
  return navigator.credentials.get({ publicKey: requestOptions(data.request_options.publicKey) });
}

/** @param {unknown} fault @returns {string} */
function explained(fault) {
  if (!globalThis.PublicKeyCredential) {
    return gettext(
      "This browser can't use passkeys here. They need a current browser, and https or localhost.",
    );
  }
  const name = fault instanceof DOMException ? fault.name : "";
  if (name === "InvalidStateError") return gettext("This device has a passkey for your account already.");
  if (name === "SecurityError")
    return gettext("Passkeys need the site's own address, by https or as localhost.");
  return gettext("That did not work, or took too long. Please try again.");
}

/** @param {HTMLFormElement} form */
function listen(form) {
  const alert = /** @type {HTMLElement | null} */ (form.querySelector("[role=alert][hidden]"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const credential = await passkeyFor(form);
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
      field.value = JSON.stringify(credentialJson(credential));
      // `submit()` fires no submit event, so this listener is not called again.
      form.submit();
    } catch (fault) {
      if (alert) {
        alert.textContent = explained(fault);
        alert.hidden = false;
      }
    }
  });
  for (const button of form.querySelectorAll("button")) button.disabled = false;
}

if (globalThis.document) {
  for (const form of document.querySelectorAll("form[data-passkey]"))
    listen(/** @type {HTMLFormElement} */ (form));
}
