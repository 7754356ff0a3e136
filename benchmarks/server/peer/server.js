// A game of the shape of Pass Pass for boardgame.io: four seats, twelve hidden cards each, tricks of four cards,
// and views of the same size. It is not Pass Pass: whoever plays the highest card takes the trick.
//
//     node server.js memory|files FOLDER LOBBY_PORT

const { Server, FlatFile } = require("boardgame.io/server");

const SEATS = 4;
const COLOURS = ["P", "G", "Y", "B"];
const CARDS = COLOURS.flatMap((colour) => Array.from({ length: 12 }, (_, number) => colour + (number + 1)));
const DIAMONDS = COLOURS.flatMap(() => [2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
const seats = Array.from({ length: SEATS }, (_, seat) => seat);

function emptyTrick(number, leader) {
  return { number, leader, cards: [], totals: [0, 0, 0, 0], first: null, second: null, firstTook: [], secondTook: [] };
}

function deal(shuffled) {
  return seats.map((seat) => shuffled.slice(12 * seat, 12 * seat + 12));
}

function setup({ random }) {
  return {
    phase: "play",
    round: 1,
    leader: 0,
    next: 0,
    teams: [0, 1, 2, 3],
    diamonds: DIAMONDS,
    hands: deal(random.Shuffle(CARDS)),
    trick: emptyTrick(1, 0),
    lastTrick: null,
    front: [[], [], [], []],
    discards: [],
    points: [0, 0, 0, 0],
    passes: [0, 0, 0, 0],
    pad: [],
    standings: seats.map((seat) => ({ members: [seat], recordedPoints: 0, recordedPasses: 0, passes: 0 })),
    choice: null,
    settled: [],
  };
}

function value(card) {
  return Number(card.slice(1));
}

function endTrick(G, random) {
  const ranked = [...G.trick.cards].sort((one, other) => value(other.card) - value(one.card));
  const [first, second] = ranked.map((played) => played.seat);
  G.trick.first = first;
  G.trick.second = second;
  G.trick.firstTook = [ranked[0].card, ranked[3].card];
  G.trick.secondTook = [ranked[2].card];
  G.front[first].push(...G.trick.firstTook);
  G.front[second].push(...G.trick.secondTook);
  G.discards.push(ranked[1].card);
  for (const seat of [first, second]) {
    G.points[seat] += DIAMONDS[CARDS.indexOf(ranked[0].card)];
  }
  G.lastTrick = G.trick;
  G.leader = G.next = first;
  G.trick = emptyTrick(G.lastTrick.number + 1, first);
  if (G.hands.every((hand) => hand.length === 0)) {
    endRound(G, random);
  }
}

function endRound(G, random) {
  for (const seat of seats) {
    G.standings[seat].recordedPoints += G.points[seat];
  }
  G.round += 1;
  G.hands = deal(random.Shuffle(CARDS));
  G.trick = emptyTrick(1, G.leader);
  G.front = [[], [], [], []];
  G.discards = [];
  G.points = [0, 0, 0, 0];
}

const game = {
  name: "tricks",
  setup,
  disableUndo: true,
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.next, next: ({ G }) => G.next },
  },
  moves: {
    play: ({ G, playerID, random }, card) => {
      const seat = Number(playerID);
      const place = G.hands[seat].indexOf(card);
      if (place < 0) {
        return "INVALID_MOVE";
      }
      G.hands[seat].splice(place, 1);
      G.trick.cards.push({ seat, card });
      G.trick.totals[seat] += value(card);
      if (G.trick.cards.length === SEATS) {
        endTrick(G, random);
      } else {
        G.next = (seat + 1) % SEATS;
      }
    },
  },
  playerView: ({ G, playerID }) => {
    const { hands, ...open } = G;
    // Of other hands one sees the backs: how many cards there are of each colour.
    const backs = hands.map((hand) => COLOURS.map((colour) => hand.filter((card) => card[0] === colour).length));
    return { ...open, backs, hand: playerID === null ? null : hands[playerID] };
  },
};

const [storage, dir, lobbyPort] = process.argv.slice(2);
const server = Server({ games: [game], origins: [/localhost/], ...(storage === "files" && { db: new FlatFile({ dir }) }) });
// A port of its own for the lobby: on the game's, today's Koa does not find its addresses.
const config = { port: 0, lobbyConfig: { apiPort: Number(lobbyPort) } };
server.run(config).then(({ appServer }) => console.log(`http://localhost:${appServer.address().port}/`));
