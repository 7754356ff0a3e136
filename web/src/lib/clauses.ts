/** Pages that several games share, by the letters of their clauses; every other clause is on its game's own page. */
const SHARED: { [letters: string]: string } = {
  OB: "over-pass-board",
  SP: "solitaire",
  // The puzzles go by the law of these games.
  OP: "over-pass",
  GT: "groups-of-three",
};

/** Where a clause can be read. */
export function clauseAddress(game: string, clause: string): string {
  return `/rules/${SHARED[clause.split("-")[0] ?? ""] ?? game}#${clause}`;
}
