/** The end of the game: the ranking, what broke a tie, the analysis, the record, and the way to the next game. */
import { html } from "../../html.js";
import { cheatsText } from "../../sight/verdicts.js";
import { aheadText, figure, seatName, tieBreakText, waitingText, winnerText } from "../../sight/words.js";
import { gettext, interpolate } from "../../text.js";
import { Avatar } from "../board/seats.js";

const playerAt = (sight, seat) => sight.players.find((player) => player.seat === seat);

const metText = (place, rounds) =>
  interpolate(gettext("%(met)s of %(rounds)s bids met"), { met: place.correct_bids, rounds });

const Place = ({ sight, places, place, rounds }) => html`
  <li data-rank=${place.rank} data-own=${place.seat === sight.viewer}>
    <span class="rank">${place.rank}</span><${Avatar} player=${playerAt(sight, place.seat)} />
    <span class="name">
      <b>${seatName(sight, place.seat)}</b>
      ${" "}${aheadText(places, place) && html`<small>${aheadText(places, place)}</small>`}
    </span>
    <span class="correct">${metText(place, rounds)}</span>
    <b class="points">${figure(place.score)}</b>
  </li>`;

const analysisUrl = (page) =>
  page.invite ? `${page.analysis_url}?invite=${encodeURIComponent(page.invite)}` : page.analysis_url;

/** The same game once more, for those who played it: the others of them are waited for, or are waiting. */
function Again({ sight, next }) {
  if (sight.viewer === null)
    return html`<button type="submit" form="quick-play" class="button primary">${gettext(
      "Play against bots",
    )}</button>`;
  const waiting = waitingText(sight, next.table);
  return html`
    ${waiting && html`<p class="waiting-next" role="status" data-testid="next-game">${waiting}</p>`}
    <button
      type="button"
      class="button primary"
      data-action="again"
      disabled=${next.busy}
      aria-busy=${next.busy}
      onClick=${next.play}
    >
      ${waiting ? gettext("Join the next game") : gettext("Play again")}
    </button>`;
}

export function Final({ sight, sheet, page, sealed, event, next, showSheet }) {
  const places = [...(sight.result ?? [])].sort((a, b) => a.rank - b.rank);
  return html`
    <section class="final" data-testid="final" aria-label=${gettext("Final ranking")}>
      <p class="kicker">${gettext("The game is over")}</p>
      <h2 tabindex="-1">${winnerText(sight)}</h2>
      <ol>
        ${places.map(
          (place) => html`
            <${Place} key=${place.seat} sight=${sight} places=${places} place=${place} rounds=${sheet.length} />`,
        )}
      </ol>
      ${places.length > 0 && tieBreakText(places) && html`<p class="tie">${tieBreakText(places)}</p>`}
      ${cheatsText(sheet) && html`<p class="tie" data-testid="cheats">${cheatsText(sheet)}</p>`}
      <footer>
        ${
          event
            ? html`<a class="button primary" href=${event}>${gettext("Back to the tournament")}</a>`
            : html`<${Again} sight=${sight} next=${next} />`
        }
        <div class="pair">
          <button type="button" class="button" onClick=${showSheet}>${gettext("Scores")}</button>
          ${
            !sealed &&
            html`
              <a class="button" data-testid="analysis" href=${analysisUrl(page)}>
                ${sight.viewer === null ? gettext("Analysis") : gettext("How well did I play?")}
              </a>`
          }
        </div>
        <p class="further">
          ${
            !sealed &&
            html`<a href=${`${page.api}tables/${page.table_id}/record`}>${gettext("Game record (JSON)")}</a>`
          }
          <a href=${page.lobby_url}>${gettext("Lobby")}</a>
        </p>
      </footer>
    </section>`;
}
