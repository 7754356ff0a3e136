/** How one did with the puzzle of a day, to show others: nothing in it helps anybody to solve it. */
import { m } from "../../paraglide/messages";
import type { Entry } from "../daily";

export interface Card {
  date: string;
  game: string;
  grade: number;
  figure: string;
  minimum: string;
  entry: Entry;
  streak: number;
}

const MOST_GRADE = 5;
const WIDTH = 640;
const HEIGHT = 360;

const lines = (card: Card): string[] => [
  m.card_solved({ figure: card.figure, minimum: card.minimum }),
  ...(card.entry.hints ? [m.card_hints({ count: card.entry.hints })] : []),
  ...(card.streak > 1 && !card.entry.late ? [m.card_streak({ count: card.streak })] : []),
];

export function cardText(card: Card, address: string): string {
  const grade = "◆".repeat(card.grade) + "◇".repeat(MOST_GRADE - card.grade);
  return [
    `${m.app_title()} · ${m.puzzle_daily()} · ${card.date}`,
    `${card.game} ${grade}`,
    ...lines(card),
    address,
  ].join("\n");
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

/** The same as a drawing that needs nothing but itself. */
export function cardDrawing(card: Card): string {
  const lozenges = Array.from({ length: MOST_GRADE }, (_, place) => {
    const fill = place < card.grade ? "#b5432e" : "none";
    return `<path transform="translate(${60 + place * 34} 168)" d="M0-14L14 0L0 14L-14 0Z" fill="${fill}" stroke="#2b2320" stroke-width="2"/>`;
  });
  const words = lines(card).map(
    (line, place) => `<text x="46" y="${232 + place * 36}" font-size="26">${escaped(line)}</text>`,
  );
  const band = Array.from(
    { length: 16 },
    (_, place) =>
      `<path d="M${place * 40 + 20} 328L${place * 40 + 36} 344L${place * 40 + 20} 360L${place * 40 + 4} 344Z" fill="${place % 4 === 1 ? "#c9962f" : place % 4 === 3 ? "#5f7a4d" : "none"}" stroke="#2b2320"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Georgia, serif" fill="#2b2320"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f6efe0"/><rect x="8" y="8" width="${WIDTH - 16}" height="${HEIGHT - 16}" fill="none" stroke="#2b2320" stroke-width="3"/><text x="46" y="62" font-size="24" fill="#b5432e">${escaped(`${m.app_title()} · ${m.puzzle_daily()}`)}</text><text x="46" y="118" font-size="44">${escaped(card.game)}</text><text x="${WIDTH - 46}" y="62" font-size="24" text-anchor="end">${card.date}</text>${lozenges.join("")}${words.join("")}${band.join("")}</svg>`;
}

/** And as a picture. */
export async function cardPicture(card: Card): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(cardDrawing(card))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * WIDTH;
  canvas.height = 2 * HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
