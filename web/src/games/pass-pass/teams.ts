import type { PassPassView } from "$lib/protocol";

export const hasTeams = (view: PassPassView): boolean => view.standings.length < view.seats;

export const teamLetter = (team: number): string => "ABC".charAt(team);
