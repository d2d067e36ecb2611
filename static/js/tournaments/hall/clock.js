/** The hall's clock. Pure: what the server says and the time in, words and a colour out. */
import { spanText } from "../when.js";

const WARN = "warn";
const OVER = "over";
const PAUSED = "paused";

/** `{text, tone}`: the time left of the stage, or until what comes next. */
export function clockOf(data, now) {
  const { clock } = data;
  if (clock?.halted) return { text: `Paused ${spanText(clock.left * 1000)}`, tone: PAUSED };
  if (clock) {
    const left = Date.parse(clock.closes_at) - now;
    if (left <= 0) return { text: "Time!", tone: OVER };
    return { text: spanText(left), tone: left <= clock.warn_seconds * 1000 ? WARN : "" };
  }
  const at = comingAt(data);
  if (!at) return { text: "", tone: "" };
  const left = Date.parse(at) - now;
  return { text: left > 0 ? spanText(left) : "", tone: left <= 60_000 ? WARN : "" };
}

/** The moment that all wait for, or null. */
export function comingAt(data) {
  if (data.status === "check_in") return data.check_in_closes_at ?? data.starts_at;
  if (data.status === "entry") return data.starts_at;
  return data.status === "running" && data.next_title ? data.next_opens_at : null;
}

/** What stands beside the clock. */
export function stageLine(data, now) {
  const { stage } = data;
  const at = comingAt(data);
  const when = at && Date.parse(at) > now ? "in" : "soon";
  if (data.status === "entry") return `Begins ${when}`;
  if (data.status === "check_in") return `Check-in ends ${when}`;
  if (data.status === "cancelled") return "Cancelled";
  if (data.status === "finished") return "Final ranking";
  if (stage?.status === "playing")
    return `${stage.title} · ${stage.finished} of ${stage.tables} tables finished`;
  if (data.next_title) return `${data.next_title} begins ${when}`;
  return stage ? `${stage.title} is over` : "";
}
