// Tables of four real clients at boardgame.io's server: `node load.js ADDRESS TABLES SECONDS`.
// Prints "begun" and "over" when the seconds that count begin and end, then the figures as JSON.
// A move is over when all four have its update; then the table's next move is made.
"use strict";
const { io } = require("socket.io-client");

const PLAYERS = 4;
const MOVES_OF_A_GAME = 540; // As many as a game of Wizard with four has; then a new match begins.
const [address, tables, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

class Table {
  constructor(number) {
    this.number = number;
    this.match = 0;
    this.moves = [];
    this.running = false;
    this.sockets = Array.from({ length: PLAYERS }, () =>
      io(`http://${address}/cards`, { transports: ["websocket"], forceNew: true }),
    );
    this.states = [];
    this.sockets.forEach((socket, seat) => {
      socket.on("update", (match, state) => this.hear(seat, match, state));
    });
  }

  async begin() {
    this.match += 1;
    this.id = `${this.number}-${this.match}`;
    // One after the other: the first to ask makes the match.
    for (let seat = 0; seat < PLAYERS; seat += 1) {
      this.states[seat] = await new Promise((resolve) => {
        this.sockets[seat].once("sync", (match, { state }) => resolve(state));
        this.sockets[seat].emit("sync", this.id, String(seat), undefined, PLAYERS);
      });
    }
  }

  hear(seat, match, state) {
    if (match !== this.id) return;
    this.states[seat] = state;
    if (seat === this.mover) this.acked = performance.now();
    if (!this.states.every((each) => each._stateID === this.wanted)) return;
    this.moves.push({ sent: this.sent, acked: this.acked, told: performance.now() });
    if (this.running) this.goOn();
  }

  async goOn() {
    if (this.states[0]._stateID >= MOVES_OF_A_GAME) await this.begin();
    this.move();
  }

  move() {
    const state = this.states[0];
    const playerID = state.ctx.currentPlayer;
    this.mover = Number(playerID);
    this.wanted = state._stateID + 1;
    const card = this.states[this.mover].G.players[playerID][0];
    const action = { type: "MAKE_MOVE", payload: { type: "play", args: [card], playerID } };
    this.sent = performance.now();
    this.sockets[this.mover].emit("update", action, state._stateID, this.id, playerID);
  }
}

const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));

function cuts(moves, until) {
  const took = moves.map((move) => move[until] - move.sent).sort((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((part) => took[Math.min(took.length - 1, Math.floor(took.length * part))]);
}

async function main() {
  const all = Array.from({ length: tables }, (_, number) => new Table(number));
  await Promise.all(all.map((table) => table.begin()));
  await sleep(1);
  for (const table of all) {
    table.running = true;
    table.move();
  }
  await sleep(seconds / 4);
  for (const table of all) table.moves = [];
  console.log("begun");
  const began = performance.now();
  await sleep(seconds);
  console.log("over");
  for (const table of all) table.running = false;
  const within = began + seconds * 1000;
  const moves = all.flatMap((table) => table.moves).filter((move) => move.told <= within);
  const figures = { moves: moves.length, seconds, ack: cuts(moves, "acked"), told: cuts(moves, "told") };
  console.log(JSON.stringify(figures));
  process.exit(0);
}

main();
