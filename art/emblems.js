/** The emblems of Medieval's thirteen characters, of its Jesters and its Wizards, each in a square of 100.
    They take the fill that they are used with; the colour is what is cut into them. */
import { circle, group, path, rect, symbol } from "./shapes.js";

const CUT = "currentColor";
const GOLD = "#f0b93a";
const drawn = (d, width, colour = CUT) =>
  path(
    d,
    `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`,
  );

const ear = (x, y, turn) =>
  group(
    `transform="rotate(${turn} ${x} 88)"`,
    rect(x - 1.5, y + 10, 3, 88 - y - 10, 1),
    [0, 1, 2, 3]
      .map((row) => {
        const at = y + 9 + row * 9;
        return path(`M${x} ${at + 7}c-10-1-10-9-9-12 6 1 9 5 9 12 0-7 3-11 9-12 1 3 1 11-9 12Z`);
      })
      .join(""),
    path(`M${x} ${y - 4}c5 5 5 11 0 14-5-3-5-9 0-14Z`),
  );

const hermit =
  drawn("M40 18a10 10 0 0 1 20 0", 4.5, "#fbf1d8") +
  path("M30 36 50 16 70 36ZM33 39h34v38H33Zm-5 41h44v10H28Z") +
  path("M39 44h22v29H39Z", `fill="${CUT}"`) +
  path("M50 45c6 8 9 12 9 18a9 9 0 0 1-18 0c0-6 3-10 9-18Z", `fill="${GOLD}"`);

const peasant =
  path(
    "M24 10h7v24c0 6 3 9 8 9h7V10h8v33h7c5 0 8-3 8-9V10h7v25c0 10-6 15-15 15h-7v44h-8V50h-7c-9 0-15-5-15-15Z",
  ) + path("M44 58h12v6H44Zm0 10h12v6H44Z", `fill="${GOLD}"`);

const farmer =
  ear(50, 14, 0) +
  ear(50, 20, -24) +
  ear(50, 20, 24) +
  path("M32 66c12 5 24 5 36 0l2 9c-13 6-27 6-40 0Z", `fill="${GOLD}"`);

const archer =
  drawn("M26 8c46 12 46 72 0 84", 7, "#fbf1d8") +
  drawn("M26 8v84", 2, "#fbf1d8") +
  drawn("M10 50h70", 4.5, GOLD) +
  path("M76 40 96 50 76 60Z", `fill="${GOLD}"`) +
  path("m4 41 12 9-12 9h12l10-9-10-9Z", `fill="${GOLD}"`);

const blacksmith =
  path("M6 52h22v-7h64c-1 12-11 19-24 20v8l12 10v10H28V83l12-10v-8C24 65 9 62 6 52Z") +
  group(
    `transform="rotate(-24 56 26)" fill="${GOLD}"`,
    rect(34, 10, 34, 18, 3),
    rect(48, 28, 7, 26, 2, 'fill="#fbf1d8"'),
  );

const merchant =
  path("M47 16h6v66h14v9H33v-9h14Z") +
  path("M16 22h68v5H16Z") +
  circle(50, 14, 7, `fill="${GOLD}"`) +
  drawn("M20 27 8 58h24ZM80 27 68 58h24Z", 2.4, "#fbf1d8") +
  path("M5 58h30c-1 9-7 14-15 14S6 67 5 58Zm60 0h30c-1 9-7 14-15 14s-14-5-15-14Z", `fill="${GOLD}"`);

const bard =
  path(
    "M26 10c-10 16-12 36-2 54 5 9 14 14 26 14s21-5 26-14c10-18 8-38-2-54l-8 4c7 14 8 30 1 43-4 " +
      "7-9 10-17 10s-13-3-17-10" +
      "c-7-13-6-29 1-43Z",
  ) +
  path("M24 22h52v6H24ZM42 76h16l5 10h7v7H30v-7h7Z") +
  drawn("M40 28v37M50 28v40M60 28v37", 2.6, GOLD);

const scholar =
  path("M4 34c15-7 32-6 44 3v52c-12-9-29-10-44-3Zm92 0c-15-7-32-6-44 3v52c12-9 29-10 44-3Z") +
  drawn(
    "M12 46c9-3 19-2 28 2M12 57c9-3 19-2 28 2M12 68c9-3 19-2 28 2M60 59c9-4 19-5 28-2M60 70c9-4 19-5 28-2",
    2.6,
  ) +
  path("M58 52C60 30 72 12 92 6c2 20-8 36-26 40l-4 8Z", `fill="${GOLD}"`) +
  drawn("M61 50 84 18", 1.8);

const bishop =
  path("M50 4C30 20 22 40 26 74h48C78 40 70 20 50 4ZM28 78h44v8H28Zm3 9h10v11H31Zm28 0h10v11H59Z") +
  path("M46 24h8v12h10v8H54v20h-8V44H36v-8h10Z", `fill="${GOLD}"`) +
  path("M26 66h48v4H26Z", `fill="${CUT}"`);

const knight =
  path("M24 34c4-16 48-16 52 0l4 46-30 14-30-14Z") +
  path("M26 44h20v7H25.500ZM54 44h20l.5 7H54Z", `fill="${CUT}"`) +
  path("M46.500 32h7v56h-7Z", `fill="${GOLD}"`) +
  drawn("M32 64v10M39 66v12M61 66v12M68 64v10", 3.4) +
  path("M48 24C46 8 62 0 84 6c-8 2-8 6-4 10-8-2-22-2-26 8Z", `fill="${GOLD}"`);

const queen =
  path("M18 84 8 36l22 20L36 24l14 26 14-26 6 32 22-20-10 48Z") +
  group(`fill="${GOLD}"`, circle(8, 32, 6), circle(36, 20, 6), circle(64, 20, 6), circle(92, 32, 6)) +
  path("M20 72h60l-1.500 7h-57Z", `fill="${CUT}"`) +
  path("M50 56c3-6 12-5 12 2 0 5-6 8-12 13-6-5-12-8-12-13 0-7 9-8 12-2Z", `fill="${CUT}"`);

const king =
  path("M18 88 10 44c10-4 20-2 26 6 2-10 7-16 14-20 7 4 12 10 14 20 6-8 16-10 26-6l-8 44Z") +
  path("M46 4h8v8h8v8h-8v9h-8v-9h-8v-8h8Z", `fill="${GOLD}"`) +
  path("M19 74h62l-1.500 8h-59Z", `fill="${CUT}"`) +
  group(
    `fill="${GOLD}"`,
    circle(10, 40, 5),
    circle(90, 40, 5),
    circle(35, 78, 3),
    circle(50, 78, 3),
    circle(65, 78, 3),
  ) +
  drawn("M50 40v26M35 56l2 10M65 56l-2 10", 3);

const dragon =
  path(
    "M6 60C14 51 22 46 33 42 37 27 48 15 66 9l-4 12 18-6-7 13 18-1-12 12 16 5-14 8 14 11-17 " +
      "1c6 12 5 24-3 34H37c12-8 15-18" +
      " 9-25-8 5-18 4-26-1l8-5-9-2-11 1Z",
  ) +
  path("M46 40c5-5 10-6 15-5-1 6-6 9-13 9Z", `fill="${GOLD}"`) +
  circle(54.5, 39, 2, `fill="${CUT}"`) +
  circle(17, 57, 2, `fill="${CUT}"`) +
  drawn("M24 64c8 1 15-1 21-5", 2.4) +
  drawn("M64 60c6 8 8 18 4 28M72 50l8 2M70 40l9-3M66 30l8-5", 2.4) +
  path("M0 70c5-3 9-3 14 0-4 1-5 4-4 9-3-3-8-4-10-9Z", `fill="${GOLD}"`);

const jester =
  path(
    "M50 88C30 88 21 80 19 58c-2 6-6 9-12 9 2-20 15-29 29-27 4-10 9-15 14-19 5 4 10 9 14 19 " +
      "14-2 27 7 29 27-6 0-10-3-12-9" +
      "-2 22-11 30-31 30Z",
  ) +
  path("M50 21c5 4 10 9 14 19-2 16-6 30-14 46-8-16-12-30-14-46 4-10 9-15 14-19Z", `fill="${GOLD}"`) +
  group(`fill="${GOLD}"`, circle(50, 17, 6), circle(7, 70, 6), circle(93, 70, 6)) +
  path("M26 84h48l-4 11H30Z") +
  drawn("m32 86 6 7 6-7 6 7 6-7 6 7 6-7", 2.2);

const wizard =
  path("M56 4c2 20 13 46 24 68H20C30 48 40 20 56 4Z") +
  '<ellipse cx="50" cy="76" rx="42" ry="11"/>' +
  path("M20 74c12 6 48 6 60 0l-4-8c-12 5-40 5-52 0Z", `fill="${CUT}"`) +
  path("M50 30q0 13 13 13-13 0-13 13 0-13-13-13 13 0 13-13Z", `fill="${GOLD}"`);

const EMBLEMS = {
  hermit,
  peasant,
  farmer,
  archer,
  blacksmith,
  merchant,
  bard,
  scholar,
  bishop,
  knight,
  queen,
  king,
  dragon,
  jester,
  wizard,
};

/** In the order of their ranks. */
export const CHARACTERS = Object.keys(EMBLEMS).slice(0, 13);

export const emblems = Object.entries(EMBLEMS).map(([name, body]) => symbol(name, "100 100", body));
