/** What the quick match offers, and what a search says of itself. Pure. */
import { gettext, interpolate, ngettext } from "../text.js";

/** @returns {Record<string, { label: string, help: string, wish: string }>} */
export const paces = () => ({
  fast: { label: gettext("Fast"), help: gettext("15 seconds per decision."), wish: gettext("fast pace") },
  normal: {
    label: gettext("Normal"),
    help: gettext("30 seconds per decision."),
    wish: gettext("normal pace"),
  },
  relaxed: {
    label: gettext("Relaxed"),
    help: gettext("A minute per decision."),
    wish: gettext("relaxed pace"),
  },
});

export const WISHES = { size: "", pace: "normal", fill_with_bots: true, bot_level: "journeyman" };

/** The body of the call that looks for a match. @param {typeof WISHES} wishes */
export const searchOf = (wishes) => ({ ...wishes, size: wishes.size ? Number(wishes.size) : null });

/** "4 players · Normal · 30 seconds per decision", what is looked for. @param {Wire.Match} match */
export function wishText({ size, pace }) {
  const players = size
    ? interpolate(ngettext("%(count)s player", "%(count)s players", size), { count: size })
    : gettext("Any number of players");
  return `${players} · ${paces()[pace].wish}`;
}

/** What will happen next: when bots come, or that they don't.
    @param {Wire.Match} match
    @param {number} now the server's time in milliseconds */
export function waitText(match, now) {
  if (match.table) return gettext("Your table is ready.");
  if (!match.fill_at) return gettext("The game starts as soon as enough people are here.");
  const seconds = Math.ceil((Date.parse(match.fill_at) - now) / 1000);
  if (seconds <= 0) return gettext("Bots are sitting down.");
  const text = ngettext(
    "Bots take the free seats in %(seconds)s second.",
    "Bots take the free seats in %(seconds)s seconds.",
    seconds,
  );
  return interpolate(text, { seconds });
}
