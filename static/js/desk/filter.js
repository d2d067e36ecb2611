// Narrows a list while one types; without this the form asks the server.
/** @type {NodeListOf<HTMLInputElement>} */
const fields = document.querySelectorAll("[data-filter]");
for (const field of fields) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(`${field.dataset.filter} [data-words]`);
  const rows = [...found];
  const count = document.querySelector("[data-count]");
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = new Map(rows.map((row) => [row, folded(row.dataset.words ?? "")]));
  // What the server has filtered out already isn't here to be found again.
  const whole = field.value === "";
  field.addEventListener("input", () => {
    if (!whole) return;
    const asked = folded(field.value).split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !asked.every((word) => words.get(row)?.includes(word));
    if (count) count.textContent = String(rows.filter((row) => !row.hidden).length);
  });
}
