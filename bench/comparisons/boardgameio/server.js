// boardgame.io's server with a small card game: `node server.js [FOLDER]`; without a folder it stores in memory.
"use strict";
const { FlatFile, Server } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const PLAYERS = 4;
const HAND = 15;

function deal(random) {
  const deck = random.Shuffle(Array.from({ length: PLAYERS * HAND }, (_, card) => card));
  return Object.fromEntries(
    Array.from({ length: PLAYERS }, (_, seat) => [seat, deck.slice(seat * HAND, (seat + 1) * HAND)]),
  );
}

// The whole deck goes to the four; each plays a card in turn; who sees what is as at a real table.
const game = {
  name: "cards",
  setup: ({ random }) => ({ players: deal(random), trick: [], tricks: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, card) => {
        const at = G.players[playerID].indexOf(card);
        if (at < 0) return "INVALID_MOVE";
        G.players[playerID].splice(at, 1);
        G.trick.push(card);
        if (G.trick.length === PLAYERS) {
          G.trick = [];
          G.tricks += 1;
        }
        if (Object.values(G.players).every((hand) => hand.length === 0)) G.players = deal(random);
        return undefined;
      },
    },
  },
};

const folder = process.argv[2];
const server = Server({ games: [game], origins: [], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(`boardgame.io at 127.0.0.1:${appServer.address().port}`);
});
