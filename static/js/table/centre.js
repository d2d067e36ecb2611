/** The middle of the table: whatever the moment asks for. */
import { html } from "../html.js";
import { pendingOf } from "../store.js";
import { mayAct, statusLine } from "../words.js";
import { BidPanel } from "./bidpanel.js";
import { Final } from "./final.js";
import { Summary } from "./summary.js";
import { Trick, TrickAgain } from "./trick.js";
import { TrumpPicker } from "./trumppicker.js";

const Quiet = ({ text }) =>
  html`<p class="quiet-line">${text}<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span></p>`;

/** The trick just taken, small and out of the way: it must not keep anyone from what is to be done. */
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
            bid=${(bid) => act({ type: "bid", bid })}
          />`
        : html`<${Quiet} text=${statusLine(sight)} />`;
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
      return html`<p class="quiet-line">This game was abandoned. It does not count.</p>`;
  }
}
