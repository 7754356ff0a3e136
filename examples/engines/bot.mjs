// A bot for any game, in JavaScript: it knows the engine protocol and nothing of Muscade.
//
//     muscade arena pass-pass --bots normal,"node examples/engines/bot.mjs"
import { createInterface } from "node:readline";

const say = (kind, content) => process.stdout.write(JSON.stringify({ [kind]: content }) + "\n");

/** Yours to write. `view.history` has all that this seat has seen. */
const choose = (view, moves, seed) => moves[seed % moves.length];

let view, moves;
for await (const line of createInterface({ input: process.stdin })) {
  const [[kind, content]] = Object.entries(JSON.parse(line));
  if (kind === "hello") say("hello", { protocol: 1, name: "an example in JavaScript" });
  else if (kind === "view") view = content;
  else if (kind === "moves") moves = content;
  else if (kind === "choose") say("choose", { id: content.id, move: choose(view, moves, content.seed) });
  else if (kind === "fault") console.error(content);
}
