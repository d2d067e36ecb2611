/** What a hall's screen shows in turn. Pure: the server's data in, titled lists of cells out. */
import { gettext, interpolate, pageLanguage } from "../../text.js";
import { eventText } from "../when.js";

const figure = (number) => (number < 0 ? `−${-number}` : `${number}`);

/** One panel after the other: `{title, hint, kind, head, rows}`, each row a list of texts, as the head of the
    columns is. Empty ones are left out. */
export function panelsOf(data, address = "") {
  const running = data.stage && data.stage.status !== "closed";
  const panels =
    data.status === "finished"
      ? [ranking(data)]
      : running
        ? [...(seatsMatter(data.stage) ? [byName(data), byTable(data)] : []), standings(data), results(data)]
        : [there(data, address), standings(data), results(data)];
  const full = panels.filter((panel) => panel.rows.length);
  return full.length ? full : [{ title: gettext("Welcome"), kind: "text", rows: [[data.name]] }];
}

/** Whether people still look for their seats: not when most tables are done. */
const seatsMatter = ({ finished, tables }) => finished * 2 <= tables;

const where = ([name, table, seat]) => [name, `${table}`, `${seat + 1}`];

/** How many cells the longest row has. */
const mostCells = (rows) => Math.max(0, ...rows.map((row) => row.length));

function byName(data) {
  const rows = data.seats.map(where).sort((one, other) => one[0].localeCompare(other[0], pageLanguage()));
  return {
    title: gettext("Seats by name"),
    kind: "seats",
    head: [gettext("Name"), gettext("Table"), gettext("Seat")],
    rows,
  };
}

function byTable(data) {
  const tables = new Map();
  for (const [name, table] of data.seats) tables.set(table, [...(tables.get(table) ?? []), name]);
  const rows = [...tables].map(([table, names]) => [`${table}`, ...names]);
  const seats = Array.from({ length: mostCells(rows) - 1 }, (_, seat) =>
    interpolate(gettext("Seat %(seat)s"), { seat: seat + 1 }),
  );
  return {
    title: gettext("Seats by table"),
    kind: "tables",
    hint: gettext("seat 1 deals first"),
    head: [gettext("Table"), ...seats],
    rows,
  };
}

function standings(data) {
  const rows = data.standings
    .filter((row) => row[4] > 0)
    .map(([place, name, nation, points]) => [
      `${place}`,
      nation ? `${name} ${nation}` : name,
      figure(points),
    ]);
  return {
    title: gettext("Standings"),
    kind: "standings",
    head: ["#", gettext("Name"), gettext("Points")],
    rows,
  };
}

const placeNames = () => [
  gettext("1st"),
  gettext("2nd"),
  gettext("3rd"),
  gettext("4th"),
  gettext("5th"),
  gettext("6th"),
];

function results(data) {
  const rows = data.results.map(({ table, rows: seats }) => [
    `${table}`,
    ...seats.map(([name, score]) => `${figure(score)}\u00a0${name}`),
  ]);
  const places = placeNames().slice(0, Math.max(0, mostCells(rows) - 1));
  return {
    title: gettext("Latest results"),
    kind: "tables",
    hint: gettext("points and name"),
    head: [gettext("Table"), ...places],
    rows,
  };
}

function ranking(data) {
  const rows = (data.ranking ?? []).map(({ place, name, prize }) => [`${place}`, name, prize ?? ""]);
  const head = ["#", gettext("Name"), rows.some(([, , prize]) => prize) ? gettext("Prize") : ""];
  return { title: gettext("Final ranking"), kind: "standings", head, rows };
}

function there(data, address) {
  const { checked_in: checked, entered, stand_by: waiting } = data.counts;
  const rows = [[gettext("Entrants"), `${checked + entered}`]];
  if (data.starts_at && data.status !== "running")
    rows.unshift([gettext("Begins"), eventText(data.starts_at, data.time_zone)]);
  if (address && data.status !== "running") rows.push([gettext("Enter at"), address]);
  if (data.status === "check_in") rows.push([gettext("Checked in"), `${checked}`]);
  if (waiting) rows.push([gettext("Waiting list"), `${waiting}`]);
  return {
    title: data.status === "running" ? gettext("Waiting for the next draw") : gettext("Welcome"),
    kind: "text",
    rows,
  };
}

const LONG = 24;
/** Whether so many names are long that a column less shows them better than small letters do. */
export const longNames = (rows) =>
  rows.filter((row) => row.some((text) => text.length > LONG)).length * 3 > rows.length;

/** The pages of all panels, each with as many rows as fit. */
export function pagesOf(panels, fits) {
  return panels.flatMap((panel) => {
    const most = Math.max(1, fits(panel));
    const count = Math.ceil(panel.rows.length / most);
    return Array.from({ length: count }, (_, page) => ({
      ...panel,
      rows: panel.rows.slice(page * most, (page + 1) * most),
      page: page + 1,
      of: count,
    }));
  });
}
