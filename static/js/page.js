/** What the server has put into the page. */

/** An element that the page's template has. */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}.`);
  return found;
}

/** What the template has written as JSON into a script element. */
export const dataOf = (id) => JSON.parse(part(id).textContent ?? "");
