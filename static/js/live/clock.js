/** The server's time, told by its own stamps: the client's clock is never trusted.
    @param {string | null | undefined} serverTime */
export function offsetOf(serverTime, clientNow = Date.now()) {
  return serverTime ? Date.parse(serverTime) - clientNow : 0;
}

/** Milliseconds left until a deadline, never below zero.
    @param {string | null | undefined} deadline
    @param {number} offset */
export function millisLeft(deadline, offset, clientNow = Date.now()) {
  return deadline ? Math.max(0, Date.parse(deadline) - (clientNow + offset)) : 0;
}
