// A bot of a stranger's, in one file of JavaScript and nothing else: it lays a table at a server, sits down against one of its bots, and plays
// over the same WebSocket as a browser, game after game, until it has won one.
//
//     node examples/bots/stranger.mjs http://127.0.0.1:8000 mono-line random
const [address, game, level = "random", most = "20"] = process.argv.slice(2);

async function ask(path, body) {
  const response = await fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const told = await response.json();
  if (!response.ok) throw new Error(`${told.code}: ${told.text.en}`);
  return told;
}

/** Yours to write: `view` is all that the seat may know, `moves` what it may do. */
const choose = (view, moves) => moves[Math.floor(Math.random() * moves.length)];

/** One game; how it ended, as the server says. */
function play({ table, keys: [{ seat, key }] }) {
  const socket = new WebSocket(`${address.replace(/^http/, "ws")}/ws/${table}`);
  const say = (message) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    socket.onopen = () => say({ type: "hello", keys: [key], look: seat, since: 0 });
    socket.onclose = ({ code }) => reject(new Error(`the server hung up: ${code}`));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "refused") reject(new Error(data));
      if (message.type !== "update") return;
      const { view, moves, version } = message;
      if (view.outcome) {
        resolve({ table, seat, winners: view.outcome.winners });
        socket.close();
      } else if (moves.length) {
        say({ type: "move", id: crypto.randomUUID(), seat, move: choose(view, moves), version });
      }
    };
  });
}

for (let count = 0; count < Number(most); count++) {
  const ended = await play(
    await ask("/api/tables", {
      game,
      seats: [{ kind: "here", name: "Stranger" }, { kind: "bot", level }],
      options: {},
      settings: { pace: 0 },
    }),
  );
  console.log(JSON.stringify(ended));
  if (ended.winners.includes(ended.seat)) process.exit(0);
}
process.exit(1);
