/** The middle of the table: bids, trump, the trick, or the pause, by the status of the game. */
import { html } from "../html.js";
import { mayPrepareBid } from "../sight/prepare.js";
import { mayAct, statusLine } from "../sight/words.js";
import { gettext } from "../text.js";
import { Trick, TrickAgain } from "./board/trick.js";
import { Final } from "./scores/final.js";
import { Summary } from "./scores/summary.js";
import { pendingOf } from "./store.js";
import { BidPanel, PrepareBid } from "./turn/bidpanel.js";
import { TrumpPicker } from "./turn/trumppicker.js";

const Quiet = ({ text }) =>
  html`<p class="quiet-line">${text}<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span></p>`;

/** The trick just taken, small, so that it does not hide what the viewer has to do. */
const Aside = ({ sight, trick }) =>
  html`<div class="held-aside" aria-hidden="true"><${TrickAgain} sight=${sight} trick=${trick} /></div>`;

export function Centre(props) {
  const { state, sight, places } = props;
  if (!state.held) return html`<${Moment} ...${props} />`;
  if (["bidding", "naming_trump"].includes(sight.status) && mayAct(sight))
    return html`<${Moment} ...${props} /><${Aside} sight=${sight} trick=${state.held} />`;
  return html`<${Trick} sight=${sight} trick=${state.held} winner=${state.held.winner} places=${places} />`;
}

function Moment({ state, sight, coach, page, sealed, event, next, act, places, open, showSheet }) {
  const mine = mayAct(sight);
  switch (sight.status) {
    case "naming_trump":
      return mine
        ? html`
          <${TrumpPicker}
            sight=${sight}
            coach=${coach}
            pending=${pendingOf(state, "name_trump")}
            name=${(suit) => act({ type: "name_trump", suit })}
          />`
        : html`<${Quiet} text=${statusLine(sight)} />`;
    case "bidding":
      return mine
        ? html`
          <${BidPanel}
            sight=${sight}
            coach=${coach}
            pending=${pendingOf(state, "bid")}
            shortcuts=${state.preferences.shortcuts}
            bid=${(bid) => act({ type: "bid", bid })}
          />`
        : html`
          <${Quiet} text=${statusLine(sight)} />
          ${
            mayPrepareBid(sight, state.preferences) &&
            html`<${PrepareBid} state=${state} sight=${sight} act=${act} />`
          }`;
    case "playing":
      return html`
        <${Trick}
          sight=${sight}
          places=${places}
          trick=${sight.trick ?? { number: 1, leader: sight.turn[0] ?? 0, plays: [], suit: null }}
        />`;
    case "pause":
      return html`
        <${Summary}
          sight=${sight}
          sheet=${state.sheet}
          offset=${state.offset}
          open=${open}
          pending=${pendingOf(state, "ready")}
          ready=${() => act({ type: "ready" })}
        />`;
    case "finished":
      return html`
        <${Final}
          sight=${sight}
          sheet=${state.sheet}
          page=${page}
          sealed=${sealed}
          event=${event}
          next=${next}
          showSheet=${showSheet}
        />`;
    default:
      return html`<p class="quiet-line">${gettext("This game was abandoned. It does not count.")}</p>`;
  }
}
