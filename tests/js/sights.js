/** Sights for tests: what a table sends its viewer, with as little in it as a case needs. */

const NAMES = ["Ada", "Bea", "Cid", "Dora"];

export const player = (seat, fields = {}) => ({
  seat,
  name: NAMES[seat],
  kind: "human",
  connected: true,
  away: false,
  away_at: null,
  bid: null,
  has_bid: false,
  tricks: 0,
  cards: 3,
  score: 0,
  score_now: 0,
  bank: null,
  ...fields,
});

export const round = (fields = {}) => ({
  number: 3,
  of: 15,
  cards: 3,
  dealer: 0,
  turned: "R5",
  trump: "R",
  reveal: "open",
  restricted: false,
  ...fields,
});

/** A table of three in the middle of round three; Ada (seat 0) looks at it, and Bea has to play. */
export const sight = (fields = {}) => ({
  number: 40,
  status: "playing",
  viewer: 0,
  players: [player(0), player(1), player(2)],
  round: round(),
  trick: { number: 1, leader: 1, plays: [], suit: null },
  last_trick: null,
  turn: [1],
  ready: [],
  deadline: null,
  halted: false,
  own_pause: false,
  deserted: false,
  pause_asked: [],
  closes_at: null,
  server_time: "2026-03-01T12:00:00Z",
  hand: ["R1", "G7", "W1"],
  wing: null,
  legal: { suits: [], bids: [], cards: [] },
  playable: [],
  can_accuse: [],
  commitment: null,
  result: null,
  ...fields,
});
