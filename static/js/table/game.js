/** The table while a game runs and after it: everything is drawn from the sight. */
import { useEffect, useState } from "preact/hooks";
import { Edition } from "../cards/art.js";
import { html } from "../html.js";
import { useSensor } from "../sensor/switch.js";
import { mayQueue } from "../sight/slow.js";
import { mayAct, mayBeReady, statusLine } from "../sight/words.js";
import { gettext } from "../text.js";
import { LastTrick } from "./board/lasttrick.js";
import { Seat, Seats } from "./board/seats.js";
import { Trump } from "./board/trump.js";
import { Centre } from "./centre.js";
import { PauseAsked, Paused, StandInRequests } from "./clocks/pause.js";
import { OwnClock } from "./clocks/seatclock.js";
import { Strip } from "./clocks/strip.js";
import { Help } from "./frame/help.js";
import { useKeys } from "./frame/keys.js";
import { Menu } from "./frame/menu.js";
import { ReadAloud, useReadings } from "./frame/readaloud.js";
import { mayOpenMenu, TopBar } from "./frame/topbar.js";
import { Sheet } from "./scores/sheet.js";
import { pendingOf } from "./store.js";
import { AccuseDialog, CheatHint } from "./turn/accuse.js";
import { useChoice } from "./turn/choice.js";
import { ClaimButton, ClaimDialog, mayClaim } from "./turn/claim.js";
import { CoachSays, useCoach } from "./turn/coach.js";
import { useForced } from "./turn/forced.js";
import { Hand } from "./turn/hand.js";
import { QueueButton, QueueDialog } from "./turn/queue.js";
import { UndoAsked, UndoButton } from "./turn/undo.js";

/** Keeps the place of an empty hand, so that nothing jumps between two rounds. */
const HOLDS_CARDS = ["naming_trump", "bidding", "playing", "pause"];
const Mine = ({ state, sight, coach, choice, forced, queue, open, act }) => {
  const own = sight.players.find((player) => player.seat === sight.viewer);
  const playing = pendingOf(state, "play");
  // While others bid the middle of the table says so already; where moves can be queued the button is here.
  const echo = !mayAct(sight) && !mayQueue(sight) && ["bidding", "naming_trump"].includes(sight.status);
  return html`
    <div class="mine" id="place" tabindex="-1" data-mine=${mayAct(sight)}>
      ${sight.viewer !== null && html`<h2 class="visually-hidden">${gettext("Your place")}</h2>`}
      ${
        own &&
        html`
          <${Seat} sight=${sight} player=${own} mark=${state.marks[own.seat]} offset=${state.offset} own />`
      }
      <p class="status" tabindex="-1" data-testid="status" data-echo=${echo}>
        ${playing ? gettext("Playing…") : forced ? gettext("Playing your only card…") : statusLine(sight)}${" "}
        <${OwnClock} sight=${sight} offset=${state.offset} />
        <${ClaimButton}
          sight=${sight}
          busy=${Boolean(playing || forced || pendingOf(state, "claim"))}
          open=${() => open("claim")}
        />
        <${UndoButton} state=${state} sight=${sight} act=${act} />
        <${QueueButton} sight=${sight} queue=${queue} open=${() => open("queue")} />
      </p>
      <${CoachSays} coach=${coach} />
      ${
        sight.hand &&
        HOLDS_CARDS.includes(sight.status) &&
        html`
          <${Hand}
            sight=${sight}
            coach=${coach}
            pendingCard=${playing?.card}
            busy=${Boolean(playing)}
            order=${state.preferences.hand_order}
            winged=${pendingOf(state, "wing") ? pendingOf(state, "wing")?.card : sight.wing}
            forced=${forced}
            choice=${choice}
          />`
      }
    </div>`;
};

export function Game({ state, page, nextTurn, table, chat, queue, act, say, places, release, again, busy }) {
  const { sight } = state;
  const cheating = Boolean(table?.options.cheating);
  const [popup, setPopup] = useState(/** @type {string | null} */ (null));
  const [sheetOpen, setSheetOpen] = useState(false);
  const [sly, setSly] = useState(/** @type {{ card: Wire.Card, why: string } | null} */ (null));
  const [cover, setCover] = useState(/** @type {{ lux: number, sensed_at: string } | null} */ (null));
  const close = () => {
    setPopup(null);
    setCover(null);
  };
  const open = (name) => (name === "sheet" ? setSheetOpen(!sheetOpen) : setPopup(name));
  const mayAccuse = sight.can_accuse.length > 0;
  const coach = useCoach({ page, sight, say, options: table?.options });
  const ask = (sensed) => {
    if (!mayAccuse || popup === "accuse") return;
    setCover(sensed);
    setPopup("accuse");
  };
  const sensor = useSensor({ onCover: ask, onShake: () => ask(null), over: sight.status === "finished" });
  const play = (card, id = undefined) => {
    setSly(null);
    release();
    act({ type: "play", card }, id);
  };
  const { preferences } = state;
  const cheat = (card, why) => setSly({ card, why });
  const choice = useChoice({ sight, preferences, act, play, cheat, say });
  const forced = useForced({ sight, preferences, table, play });
  const readings = useReadings({ sight, preferences });
  const keys = {
    ...readings.keys,
    a: () => mayAccuse && setPopup("accuse"),
    // Whether the table has a coach is not known before its options are.
    c: (coach.allowed || !table) && coach.ask,
    b: () => setSheetOpen(!sheetOpen),
    w: choice.marking && choice.markFocused,
    k: () => mayClaim(sight) && setPopup("claim"),
    u: () => sight.can_undo && act({ type: "ask_undo" }),
    l: () => sight.last_trick && setPopup("last"),
    r: () => mayBeReady(sight) && !pendingOf(state, "ready") && act({ type: "ready" }),
    t: () => chat.toggle(),
    m: mayOpenMenu(sight) && (() => setPopup("menu")),
    "?": () => setPopup("help"),
    Escape: () => {
      setSheetOpen(false);
      setSly(null);
      choice.clear();
      // Here the chat lies over the table, and does not take the focus with which it would hear the key.
      if (!matchMedia("(hover: hover)").matches) chat.toggle(false);
    },
  };
  useKeys(keys, preferences.shortcuts);
  useEffect(() => setSly(null), [sight.number]);
  // A question about one round is not to be answered in the next.
  useEffect(() => {
    if (popup === "accuse" || popup === "last") close();
  }, [sight.round?.number]);

  // Whether a claim holds is another question with each card.
  useEffect(() => {
    if (popup === "claim" && !mayClaim(sight)) close();
  }, [sight.number]);

  const claim = (tricks) => {
    close();
    act({ type: "claim", tricks });
  };
  const accuse = (accused) => {
    close();
    act({
      type: "accuse",
      accused,
      ...(cover ? { source: "light_sensor", ...cover } : { source: "button" }),
    });
  };

  return html`
    <${Edition.Provider} value=${sight.edition ?? "base"}>
    <${TopBar}
      sight=${sight}
      connection=${state.connection}
      page=${page}
      nextTurn=${nextTurn}
      chat=${chat}
      open=${open}
      ui=${{ sheet: sheetOpen, cheating, coach }}
    />
    <${Strip} sight=${sight} table=${table} offset=${state.offset} />
    <${PauseAsked} state=${state} sight=${sight} act=${act} />
    <${StandInRequests} state=${state} sight=${sight} options=${table?.options} act=${act} />
    <${UndoAsked} state=${state} sight=${sight} act=${act} />
    <${ReadAloud} readings=${readings} />
    <div class="board" data-beside=${sheetOpen || (chat.state.open && "chat")}>
      <div class="felt" aria-hidden="true"></div>
      <${Seats} sight=${sight} table=${table} marks=${state.marks} offset=${state.offset} />
      <div class="middle" data-crowded=${!state.held && ["pause", "finished"].includes(sight.status)}>
        <h2 class="visually-hidden">${gettext("The table")}</h2>
        <${Trump} sight=${sight} />
        <div class="centre">
          <${Centre}
            state=${state}
            sight=${sight}
            coach=${coach}
            page=${page}
            sealed=${Boolean(table?.sealed)}
            event=${table?.caption_url}
            next=${{ table: table?.next, play: again, busy }}
            act=${act}
            places=${places}
            open=${open}
            showSheet=${() => setSheetOpen(true)}
          />
        </div>
        <${Paused} state=${state} sight=${sight} act=${act} />
      </div>
      <${Mine}
        state=${state}
        sight=${sight}
        coach=${coach}
        choice=${choice}
        forced=${forced}
        queue=${queue}
        open=${open}
        act=${act}
      />
    </div>
    ${
      sly &&
      html`
        <${CheatHint}
          card=${sly.card}
          why=${sly.why}
          play=${() => play(sly.card)}
          keep=${() => setSly(null)}
        />`
    }
    ${
      sheetOpen && html`<${Sheet} sight=${sight} sheet=${state.sheet} onClose=${() => setSheetOpen(false)} />`
    }
    ${
      popup === "accuse" &&
      html`<${AccuseDialog} sight=${sight} accuse=${accuse} sensor=${sensor} onClose=${close} />`
    }
    ${
      popup === "queue" &&
      html`<${QueueDialog} sight=${sight} queue=${queue} order=${preferences.hand_order} onClose=${close} />`
    }
    ${popup === "claim" && html`<${ClaimDialog} sight=${sight} claim=${claim} onClose=${close} />`}
    ${
      popup === "menu" &&
      html`
        <${Menu}
          sight=${sight}
          page=${page}
          act=${act}
          leaving=${Boolean(pendingOf(state, "leave"))}
          onClose=${close}
        />`
    }
    ${
      popup === "help" &&
      html`
        <${Help}
          page=${page}
          coach=${coach.allowed}
          edition=${sight.edition}
          cheating=${cheating && sight.viewer !== null}
          sensor=${sensor}
          shortcuts=${preferences.shortcuts}
          onClose=${close}
        />`
    }
    ${
      popup === "last" &&
      sight.last_trick &&
      html`<${LastTrick} sight=${sight} accuse=${mayAccuse && (() => setPopup("accuse"))} onClose=${close} />`
    }
    <//>`;
}
