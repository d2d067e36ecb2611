/** Whom to challenge as soon as a table is open: noted by the lobby, and read by the table's page. */
const WANTED = "wizard-challenge";

export const challengeLater = (table, name) =>
  sessionStorage.setItem(WANTED, JSON.stringify({ table, name }));

/** Returns whom `challengeLater` has noted for this table, once, or null. */
export function wantedAt(table) {
  const wanted = JSON.parse(sessionStorage.getItem(WANTED) ?? "null");
  if (wanted?.table !== table) return null;
  sessionStorage.removeItem(WANTED);
  return wanted.name;
}
