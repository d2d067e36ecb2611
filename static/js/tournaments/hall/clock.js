/** The hall's clock. Pure: what the server says and the time in, words and a colour out. */
import { gettext, interpolate, ngettext } from "../../text.js";
import { spanText } from "../when.js";

const WARN = "warn";
const OVER = "over";
const PAUSED = "paused";

/** `{text, tone}`: the time left of the stage, or until what comes next. */
export function clockOf(data, now) {
  const { clock } = data;
  if (clock?.halted) return { text: pausedText(clock.left * 1000), tone: PAUSED };
  if (clock) {
    const left = Date.parse(clock.closes_at) - now;
    if (left <= 0) return { text: gettext("Time!"), tone: OVER };
    return { text: spanText(left), tone: left <= clock.warn_seconds * 1000 ? WARN : "" };
  }
  const at = comingAt(data);
  if (!at) return { text: "", tone: "" };
  const left = Date.parse(at) - now;
  return { text: left > 0 ? spanText(left) : "", tone: left <= 60_000 ? WARN : "" };
}

const pausedText = (left) => interpolate(gettext("Paused %(time)s"), { time: spanText(left) });

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
  // The clock shows how long it is until then.
  const isTimed = at !== null && Date.parse(at) > now;
  if (data.status === "entry") return isTimed ? gettext("Begins in") : gettext("Begins soon");
  if (data.status === "check_in")
    return isTimed ? gettext("Check-in ends in") : gettext("Check-in ends soon");
  if (data.status === "cancelled") return gettext("Cancelled");
  if (data.status === "finished") return gettext("Final ranking");
  if (stage?.status === "playing")
    return interpolate(
      ngettext(
        "%(stage)s · %(finished)s of %(tables)s table finished",
        "%(stage)s · %(finished)s of %(tables)s tables finished",
        stage.tables,
      ),
      { stage: stage.title, finished: stage.finished, tables: stage.tables },
    );
  if (data.next_title)
    return interpolate(isTimed ? gettext("%(stage)s begins in") : gettext("%(stage)s begins soon"), {
      stage: data.next_title,
    });
  return stage ? interpolate(gettext("%(stage)s is over"), { stage: stage.title }) : "";
}
