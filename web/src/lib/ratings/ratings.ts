/** Ratings as they are read, and those of the people and bots at a table. */
import type { AnyClock } from "../clocks";
import type { GameInfo, RatingInfo, RoomSeat, SomeRatings } from "../protocol";

export type AnyRating = Pick<RatingInfo, "rating" | "provisional">;

/** "1612", or "1612?" while it is not sure. */
export const shownRating = ({ rating, provisional }: AnyRating): string =>
  `${rating}${provisional ? "?" : ""}`;

/** May such a game count? Nobody is to escape by going away. */
export const isRatable = (game: GameInfo, seats: number, clock: AnyClock): boolean =>
  seats > 1 && (clock !== null || game.real_time);

/** Of whoever sits there, or of such bots. */
export const ratingAt = (ratings: SomeRatings | null, seat: RoomSeat | undefined): RatingInfo | undefined =>
  seat && ratings
    ? seat.person !== null
      ? ratings.people[seat.person]
      : ratings.levels[seat.level ?? ""]
    : undefined;
