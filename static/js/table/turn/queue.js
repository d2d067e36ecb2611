/** Queued moves at a slow table: the button beside the status, and the dialog that shows and replaces them. */
import { useEffect, useRef, useState } from "preact/hooks";
import { sortHand } from "../../cards/cards.js";
import { nameOf } from "../../cards/names.js";
import { html } from "../../html.js";
import { mayQueue, splitMoves } from "../../sight/slow.js";
import { gettext, interpolate, ngettext } from "../../text.js";
import { Dialog } from "../frame/dialog.js";

export const QueueButton = ({ sight, queue, open }) =>
  mayQueue(sight) &&
  html`
    <button type="button" class="button claim" data-action="queue" onClick=${open}>
      ${
        queue.known.moves.length > 0
          ? interpolate(
              ngettext("%(count)s move queued", "%(count)s moves queued", queue.known.moves.length),
              { count: queue.known.moves.length },
            )
          : gettext("Queue moves…")
      }
    </button>`;

/** The hand's cards as buttons, each of which adds its card to the moves. */
const Cards = ({ cards, add }) => html`
  <div class="queue-cards" role="group" aria-label=${gettext("Add a card of your hand")}>
    ${cards.map(
      (card) => html`
        <button
          type="button"
          class="button quiet"
          key=${card}
          data-card=${card}
          aria-label=${`${card}, ${nameOf(card)}`}
          title=${nameOf(card)}
          onClick=${() => add(card)}
        >
          ${card}
        </button>`,
    )}
  </div>`;

/** Shows the queue in a field in which it can be changed; an empty one drops it. */
export function QueueDialog({ sight, queue, order, onClose }) {
  const { moves, report, busy } = queue.known;
  const stored = moves.join(", ");
  const [text, setText] = useState(stored);
  const shown = useRef(stored);
  // What was made meanwhile leaves the field, unless somebody is typing there.
  useEffect(() => {
    setText((now) => (now === shown.current ? stored : now));
    shown.current = stored;
  }, [stored]);
  const add = (card) => setText((now) => [...splitMoves(now), card].join(", "));
  const submit = async (event) => {
    event.preventDefault();
    const wanted = splitMoves(text);
    if (await (wanted.length ? queue.replace(wanted) : queue.clear())) onClose();
  };
  const clear = async () => {
    if (await queue.clear()) setText("");
  };
  return html`
    <${Dialog} title=${gettext("Queued moves")} onClose=${onClose} testid="queue">
      <p>
        ${gettext(
          "Your next moves, in order: a bid, a card or a trump suit each. Each is made on your turn if it is legal. " +
            "Otherwise it is dropped with those after it, and you are told why. Nobody else sees them.",
        )}
      </p>
      ${report && html`<p class="queue-report" data-testid="queue-report">${report}</p>`}
      <form class="form" onSubmit=${submit}>
        <label for="queued-moves">${gettext("Moves, with commas between them")}</label>
        <input
          id="queued-moves"
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="queue-help"
          value=${text}
          onInput=${(event) => setText(event.currentTarget.value)}
        />
        <p class="help" id="queue-help">${gettext("For example: 2, R7, W")}</p>
        <${Cards} cards=${sortHand(sight.hand ?? [], sight.round?.trump, order)} add=${add} />
        <div class="queue-buttons">
          <button type="submit" class="button primary" disabled=${busy} aria-busy=${busy}>
            ${gettext("Queue these moves")}
          </button>
          ${
            (moves.length > 0 || report) &&
            html`
              <button
                type="button"
                class="button"
                data-action="clear-queue"
                disabled=${busy}
                onClick=${clear}
              >
                ${moves.length > 0 ? gettext("Empty the queue") : gettext("Remove this message")}
              </button>`
          }
        </div>
      </form>
    <//>`;
}
