/** The fields about bids: whether they can add up, when they are shown, and both by round. */

import { RESTRICTIONS, REVEALS } from "../choices.js";
import { html } from "../html.js";
import { gettext, interpolate } from "../text.js";
import { Check, Choice, labels } from "./fields.js";
import { delayedAllowed } from "./request.js";
import { RoundsTable } from "./rounds.js";

export function Bidding({ values, set, errors }) {
  const first = values.preset === "tournament" ? RESTRICTIONS.notequal.label : RESTRICTIONS.american.label;
  const chosen = values.restriction || (values.preset === "tournament" ? "notequal" : "american");
  const usual = values.preset === "tournament" ? "notequal" : "american";
  const byRound = values.preset === "custom";
  const restrictions = [
    ["", interpolate(gettext("%(choice)s (usual)"), { choice: first })],
    ...labels(RESTRICTIONS).filter(([key]) => key !== usual),
  ];
  const reveals = labels(REVEALS).map(([key, text]) => [
    key,
    text,
    key === "delayed" && !delayedAllowed(values),
  ]);
  return html`
    <${Choice}
      name="restriction"
      label=${gettext("Can bids add up to the number of tricks?")}
      value=${values.restriction}
      choices=${restrictions}
      set=${set}
      errors=${errors.restriction}
      help=${RESTRICTIONS[chosen].help}
    />
    <${Choice}
      name="reveal"
      label=${gettext("When are bids shown?")}
      value=${values.reveal || "open"}
      choices=${reveals}
      set=${set}
      errors=${errors.reveal}
      help=${REVEALS[values.reveal || "open"].help}
    />
    ${
      byRound &&
      html`<${Check}
        name="by_round"
        label=${gettext("Choose the bidding for each round")}
        checked=${values.by_round}
        set=${set}
        help=${gettext("A table of the rounds appears; what is chosen above is where all of them begin.")}
      />`
    }
    ${byRound && values.by_round && html`<${RoundsTable} values=${values} set=${set} />`}`;
}
