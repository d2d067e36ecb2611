/** What can be chosen for a table, in the page's language. Pure. */
import { gettext } from "./text.js";

/** @type {Record<string, { label: string, seats: number[], help: string }>} */
export const PRESETS = {
  standard: {
    get label() {
      return gettext("Standard");
    },
    seats: [3, 4, 5, 6],
    get help() {
      return gettext("The full game: one more card in every round.");
    },
  },
  dm2008: {
    get label() {
      return gettext("Championship 2008");
    },
    seats: [4],
    get help() {
      return gettext(
        "The preliminary round of the German championship: fifteen rounds, bidding fixed by its rules.",
      );
    },
  },
  tournament: {
    get label() {
      return gettext("Tournament");
    },
    seats: [4, 5],
    get help() {
      return gettext(
        "Ten rounds, as in tournaments; the bids must not add up to the tricks unless you choose otherwise.",
      );
    },
  },
  custom: {
    get label() {
      return gettext("Custom rounds");
    },
    seats: [3, 4, 5, 6],
    get help() {
      return gettext("You choose how many cards each round has.");
    },
  },
};
/** @type {Record<string, { label: string, help: string }>} */
export const EDITIONS = {
  base: {
    get label() {
      return gettext("Classic");
    },
    get help() {
      return gettext("The basic game: nothing beats the first Wizard.");
    },
  },
  magic: {
    get label() {
      return gettext("Wizard Magic");
    },
    get help() {
      return gettext(
        "A 1 played where its suit must be followed beats everything, even Wizards. Any other 1 is ordinary.",
      );
    },
  },
};
/** @type {Record<string, { label: string, inLine: string, help: string }>} */
export const RESTRICTIONS = {
  american: {
    get label() {
      return gettext("Free bidding");
    },
    get inLine() {
      return gettext("free bidding");
    },
    get help() {
      return gettext("Any bid is allowed, as in the basic game.");
    },
  },
  notequal: {
    get label() {
      return gettext("Never equal");
    },
    get inLine() {
      return gettext("never equal");
    },
    get help() {
      return gettext(
        "The bids must never add up to the tricks, so the dealer, who bids last, has one bid fewer to choose from.",
      );
    },
  },
  german: {
    get label() {
      return gettext("Never equal after round three");
    },
    get inLine() {
      return gettext("never equal after round three");
    },
    get help() {
      return gettext("The first three rounds are free.");
    },
  },
  canadian: {
    get label() {
      return gettext("Never equal for a leading dealer");
    },
    get inLine() {
      return gettext("never equal for a leading dealer");
    },
    get help() {
      return gettext("Only while the dealer alone has the most points.");
    },
  },
};
/** @type {Record<string, { label: string, inLine: string, help: string }>} */
export const REVEALS = {
  open: {
    get label() {
      return gettext("Open, in turn");
    },
    get inLine() {
      return gettext("open, in turn");
    },
    get help() {
      return gettext("Everyone sees each bid as it is made.");
    },
  },
  hiddentip: {
    get label() {
      return gettext("Secret, shown together");
    },
    get inLine() {
      return gettext("secret, shown together");
    },
    get help() {
      return gettext("Everyone bids at the same time; the bids are shown once all are in.");
    },
  },
  delayed: {
    get label() {
      return gettext("Secret until the end");
    },
    get inLine() {
      return gettext("secret until the end");
    },
    get help() {
      return gettext("Bids are shown after the round. Can't be combined with a restriction.");
    },
  },
};
/** The bank of a game is four decisions long. @type {Record<string, { label: string, help: string }>} */
export const CLOCKS = {
  "": {
    get label() {
      return gettext("No clock");
    },
    get help() {
      return gettext("Everyone can take as long as they need.");
    },
  },
  15: {
    get label() {
      return gettext("15 seconds per decision");
    },
    get help() {
      return gettext("Plus a reserve of one minute for the whole game.");
    },
  },
  30: {
    get label() {
      return gettext("30 seconds per decision");
    },
    get help() {
      return gettext("Plus a reserve of two minutes for the whole game.");
    },
  },
  60: {
    get label() {
      return gettext("A minute per decision");
    },
    get help() {
      return gettext("Plus a reserve of four minutes for the whole game.");
    },
  },
};
/** @type {Record<string, string>} */
export const LEVELS_HELP = {
  get apprentice() {
    return gettext("A beginner, who often misses the bid.");
  },
  get journeyman() {
    return gettext("A good player in a friendly round.");
  },
  get master() {
    return gettext("The strongest: thinks ahead before every card.");
  },
};
/** @type {Record<string, string>} */
export const LEVELS = {
  get apprentice() {
    return gettext("Apprentice");
  },
  get journeyman() {
    return gettext("Journeyman");
  },
  get master() {
    return gettext("Master");
  },
};
