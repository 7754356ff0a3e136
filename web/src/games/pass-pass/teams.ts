import type { PassPassView } from "./view";

export const hasTeams = (view: PassPassView): boolean => view.standings.length < view.seats;

export const teamLetter = (team: number): string => "ABC".charAt(team);
