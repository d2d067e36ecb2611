/** Why the server closed the line, in words, and whether this page comes back by itself. Pure: a frame in, a reason out. */
const LOGGED_OUT = 4001;
/** The page comes back by itself. */
const AGAIN = {
  1012: "the server restarts. Nothing is lost.",
  4008: "your line was too slow. You will see all that you missed.",
  4029: "too much came from here at once. Nothing is lost.",
};
/** It does not. */
const FOR_GOOD = {
  [LOGGED_OUT]: "Your log-in here has ended.",
  4003: "This table is not shown to you any more.",
  4004: "There is no such table any more.",
};

/** What a frame says of the line's end: a farewell's code, or the words of a refusal that answers no action; else null. */
export function reasonOf(frame) {
  if (frame.type === "bye") return { code: frame.code };
  return frame.type === "refused" && !frame.id && frame.detail ? { detail: frame.detail } : null;
}

/** While the page tries to come back. */
export const againText = (reason) => `Reconnecting… ${AGAIN[reason?.code] ?? "nothing is lost."}`;

/** When it does not try. */
export const closedText = (reason) => ["The connection was closed.", reason?.detail ?? FOR_GOOD[reason?.code]].filter(Boolean).join(" ");

/** Whether to log in is what helps. */
export const loggedOut = (reason) => reason?.code === LOGGED_OUT;
