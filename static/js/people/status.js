/** What the friends' list says of somebody. Pure: a friend in, words out. */
import { gettext } from "../text.js";

const LAST_SEEN = {
  today: () => gettext("Last online today"),
  this_week: () => gettext("Last online this week"),
  earlier: () => gettext("Not online for more than a week"),
};
const STATUSES = {
  online: () => gettext("Online"),
  waiting: () => gettext("Waiting at a table"),
  playing: () => gettext("Playing"),
  offline: () => gettext("Offline"),
};
const ORDER = ["waiting", "playing", "online", "offline"];

/** "Playing", or when somebody was last online. */
export const statusText = ({ status, last_seen: seen }) =>
  status === "offline" && seen ? LAST_SEEN[seen]() : STATUSES[status]();

/** What the link to a friend's table says. */
export const wayText = ({ table }) => (table.way_in === "join" ? gettext("Join") : gettext("Watch"));

/** The friends with those first who can be joined or challenged; each group keeps its order by name. */
export const sorted = (friends) =>
  [...friends].sort((one, two) => ORDER.indexOf(one.status) - ORDER.indexOf(two.status));

/** The friends with one of them as a frame tells. */
export const withFriend = (friends, { type: _, ...friend }) =>
  friends.map((one) => (one.username === friend.username ? friend : one));
