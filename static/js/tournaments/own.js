/** The block that says what is next for the visitor: shows the one for the step, fills in the table. */
import { gettext, interpolate } from "../text.js";
import { localText } from "./when.js";

const statusTexts = () => ({
  entry: gettext("Entry"),
  check_in: gettext("Check-in"),
  running: gettext("Running"),
  finished: gettext("Finished"),
  cancelled: gettext("Cancelled"),
});

/** Whether a block stands for a step. Pure. */
export const standsFor = (names, step) => names.split(" ").includes(step);

/** The table that has just been opened for this visitor, or null; what was open when the page came stays. Pure. */
export function justOpened(before, after) {
  const id = after.step === "play" ? after.own?.table?.id : null;
  return id && !(before.step === "play" && before.own?.table?.id === id) ? id : null;
}

/** What to say of a change, politely; an empty text if there is nothing. Pure. */
export function saidOf(before, after) {
  const table = after.own?.table;
  if (justOpened(before, after))
    return interpolate(gettext("Table %(table)s is open. Taking you there."), { table: table.number });
  const moved =
    table && (before.own?.table?.number !== table.number || before.own?.table?.stage !== table.stage);
  if (moved)
    return interpolate(gettext("%(stage)s: table %(table)s, seat %(seat)s."), {
      stage: table.title,
      table: table.number,
      seat: table.seat + 1,
    });
  if (before.step === after.step) return "";
  return (
    {
      check_in: gettext("Check-in is open."),
      done: gettext("Your game is over."),
      out: gettext("You did not qualify."),
      over: gettext("The tournament is over."),
      cancelled: gettext("This tournament is cancelled."),
    }[after.step] ?? ""
  );
}

/** The page's title: where to go stands first, for who has another tab before them. Pure. */
export function titleOf(name, { step, own }) {
  if (step === "play")
    return interpolate(gettext("▶ Table %(table)s is open · %(name)s"), { table: own.table.number, name });
  return step === "seat"
    ? interpolate(gettext("Table %(table)s, seat %(seat)s · %(name)s"), {
        table: own.table.number,
        seat: own.table.seat + 1,
        name,
      })
    : `${name} · Wizard`;
}

/** Draws a state into the page. */
export function showOwn(root, page, state) {
  const { step, own, status } = state;
  const box = root.querySelector("#own");
  box.dataset.step = step;
  const left = !own || own.status === "withdrawn" || own.status === "disqualified";
  for (const one of box.querySelectorAll("[data-for]")) {
    one.hidden = !standsFor(one.dataset.for, step) || (one.classList.contains("leave") && left);
  }
  const slot = (name) => root.querySelector(`[data-slot=${name}]`);
  if (status) Object.assign(slot("status"), { textContent: statusTexts()[status] }).dataset.status = status;
  slot("placed").hidden = !own?.place;
  slot("place").textContent = own?.place ?? "";
  if (own?.table) fillTable(slot, page, own.table);
  document.title = titleOf(page.name, state);
}

function fillTable(slot, page, table) {
  slot("title").textContent = table.title;
  slot("number").textContent = table.number;
  slot("seat").textContent = table.seat + 1;
  const others = table.players.filter((player) => player.seat !== table.seat);
  slot("others").replaceChildren(
    // Names are set as text and never as HTML: players choose them.
    ...others.flatMap((player) => [
      Object.assign(document.createElement("b"), { textContent: player.name }),
      " ",
    ]),
  );
  slot("opens_at").dataset.until = table.opens_at ?? "";
  const halted = table.status === "halted";
  slot("closes_at").dataset.until = halted ? "" : (table.closes_at ?? "");
  slot("closes_at").dataset.none = halted
    ? gettext("The organisers have paused your table")
    : gettext("Your game is running");
  slot("opens_at").title = table.opens_at ? localText(table.opens_at) : "";
  slot("link").hidden = !table.id;
  if (table.id) slot("link").href = `${page.tables}${table.id}/`;
}
