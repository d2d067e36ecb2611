/** Elements of SVG, as text. */

export const attributes = (rest) => (rest ? ` ${rest}` : "");

export const symbol = (id, box, body, rest = "") =>
  `<symbol id="${id}" viewBox="0 0 ${box}"${attributes(rest)}>${body}</symbol>`;

export const use = (id, x, y, size, rest = "") =>
  `<use href="#${id}" x="${x}" y="${y}" width="${size}" height="${size}"${attributes(rest)}/>`;
export const path = (d, rest = "") => `<path d="${d}"${attributes(rest)}/>`;
export const circle = (x, y, r, rest = "") => `<circle cx="${x}" cy="${y}" r="${r}"${attributes(rest)}/>`;
export const rect = (x, y, width, height, rx, rest = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}"${attributes(rest)}/>`;
export const group = (rest, ...body) => `<g ${rest}>${body.join("")}</g>`;
export const text = (words, x, y, size, fill, rest = "") =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${attributes(rest)}>${words}</text>`;

export const gradient = (id, from, to, rest = 'x2="0" y2="1"') =>
  `<linearGradient id="${id}" ${rest}><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>` +
  `</linearGradient>`;

/** A four-pointed star. */
export const star = (x, y, r) =>
  `M${x} ${y - r}Q${x} ${y} ${x + r} ${y} ${x} ${y} ${x} ${y + r} ${x} ${y} ${x - r} ${y} ${x} ${y} ${x} ${y - r}Z`;
