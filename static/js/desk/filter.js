// Narrows a list while one types; without this the form asks the server.
for (const field of document.querySelectorAll("[data-filter]")) {
  const rows = [...document.querySelectorAll(`${field.dataset.filter} [data-words]`)];
  const count = document.querySelector("[data-count]");
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = new Map(rows.map((row) => [row, folded(row.dataset.words)]));
  // What the server has filtered out already isn't here to be found again.
  const whole = field.value === "";
  field.addEventListener("input", () => {
    if (!whole) return;
    const asked = folded(field.value).split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !asked.every((word) => words.get(row).includes(word));
    if (count) count.textContent = rows.filter((row) => !row.hidden).length;
  });
}
