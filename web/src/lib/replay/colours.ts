/** The colours of the seats, wherever several are drawn in one picture. */
const COLOURS = ["--red", "--blue", "--green", "--gold", "--glass-aubergine", "--ink"];

export const seatColour = (seat: number): string => `var(${COLOURS[seat % COLOURS.length]})`;
