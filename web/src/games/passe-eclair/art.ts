/** What pictures of the library show too: each drawing lies in a file, and is the same there and here. */
const FILES = import.meta.glob<string>("../../../../src/muscade/games/passe_eclair/art/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A drawing by its name, to be put into an `svg`. */
export const art = (name: string): string =>
  FILES[`../../../../src/muscade/games/passe_eclair/art/${name}.svg`] ?? "";
