/**
 * The parts of a table, by the names that lessons have for them: `data-part` where a part has a name of its own; places, cards
 * and buttons go by what they are.
 */
const NAMES = ["place", "card", "move"];

export function partsOf(root: ParentNode, names: readonly string[]): Element[] {
  return names.flatMap((name) => {
    const word = CSS.escape(name);
    const quoted = JSON.stringify(name);
    const selectors = [`[data-part~="${word}"]`, ...NAMES.map((kind) => `[data-${kind}=${quoted}]`)];
    return [...root.querySelectorAll(selectors.join(","))];
  });
}

/** What to touch for a move: whatever makes it, else the places, cards and parts that its words name. */
export function touches(root: ParentNode, move: string): Element[] {
  const whole = partsOf(root, [move]);
  return whole.length ? whole : partsOf(root, move.split(/[\s>x-]+/).filter(Boolean));
}
