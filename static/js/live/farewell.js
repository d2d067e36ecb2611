/** Why the server closed the connection, in words, and whether this page comes back by itself.
    Pure: a frame in, a reason out. */
import { gettext } from "../text.js";

const LOGGED_OUT = 4001;
/** The page comes back by itself. */
/** @type {Record<number, () => string>} */
const AGAIN = {
  1012: () => gettext("The server is restarting. Nothing is lost."),
  4008: () => gettext("Your connection was too slow. You will see everything you missed."),
  4029: () => gettext("This page sent too many messages at once. Nothing is lost."),
};
/** It does not. */
/** @type {Record<number, () => string>} */
const FOR_GOOD = {
  [LOGGED_OUT]: () => gettext("You have been logged out."),
  4003: () => gettext("You can no longer see this table."),
  4004: () => gettext("This table no longer exists."),
};

/** What a frame says of the connection's end: a farewell's code, or the words of a refusal that answers no
    action; else null.
    @typedef {{ code?: number, detail?: string }} Reason
    @param {Wire.FromServer} frame
    @returns {Reason | null} */
export function reasonOf(frame) {
  if (frame.type === "bye") return { code: frame.code };
  return frame.type === "refused" && !frame.id && frame.detail ? { detail: frame.detail } : null;
}

/** While the page tries to come back. @param {Reason | null} reason */
export const againText = (reason) =>
  `${gettext("Reconnecting…")} ${AGAIN[reason?.code ?? 0]?.() ?? gettext("Nothing is lost.")}`;

/** When it does not try. @param {Reason | null} reason */
export const closedText = (reason) =>
  [gettext("The connection was closed."), reason?.detail ?? FOR_GOOD[reason?.code ?? 0]?.()]
    .filter(Boolean)
    .join(" ");

/** Whether to log in is what helps. @param {Reason | null} reason */
export const loggedOut = (reason) => reason?.code === LOGGED_OUT;
