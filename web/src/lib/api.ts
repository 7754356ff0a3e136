/** HTTP: what happens before one sits down. */
import { m } from "../paraglide/messages";
import { say } from "./i18n.svelte";
import type {
  ChangePerson,
  CreateRoom,
  CreateTable,
  DailyPuzzle,
  FindRoom,
  GameInfo,
  Hint,
  InvitationInfo,
  JoinTable,
  Joined,
  MakePerson,
  Me,
  PersonInfo,
  PersonMade,
  Problem,
  RoomFound,
  TableCreated,
} from "./protocol";
import { Unanswered } from "./unanswered";

/** The server said no, and why, in both languages; or, with no problem at all, nothing. */
export class ServerProblem extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(problem?.text.en ?? "no answer");
  }
}

interface Asking {
  method?: "POST" | "PATCH";
  /** The device's key, where one has to be somebody. */
  key?: string | undefined;
}

async function call<T>(path: string, body?: unknown, { method = "POST", key }: Asking = {}): Promise<T> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  let answer: Response;
  try {
    answer = await fetch(
      path,
      body === undefined
        ? { headers }
        : {
            method,
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new ServerProblem(0, null);
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ServerProblem(answer.status, problem?.text ? problem : null);
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

/** Where no answer comes, or one to come back soon, ask again. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait *= 2) {
    try {
      return await ask();
    } catch (fault) {
      const problem = fault instanceof ServerProblem ? fault.problem : null;
      const soon = 1000 * (problem?.retry_after ?? Infinity) <= LONGEST_WAIT;
      if ((problem && !soon) || wait > LONGEST_WAIT) throw fault;
      await new Promise((done) => setTimeout(done, Math.max(wait, 1000 * (problem?.retry_after ?? 0))));
    }
  }
}

/** A table, or a room, is of the tab that asked for it: asked for next week, it is another one. */
const creating = new Unanswered("sessionStorage");
/** A seat is that of the invitation, wherever its link is opened again. */
const joining = new Unanswered("localStorage");

/** Ask for what must not happen twice: again and again under the same id. */
async function askOnce<T>(
  path: string,
  request: object,
  unanswered: Unanswered,
  asked: string,
  asking: Asking = {},
): Promise<T> {
  const id = unanswered.id(asked);
  try {
    const answer = await insist(() => call<T>(path, { ...request, id }, asking));
    unanswered.answered(asked);
    return answer;
  } catch (fault) {
    if (fault instanceof ServerProblem && fault.problem) unanswered.answered(asked);
    throw fault;
  }
}

let catalogue: Promise<GameInfo[]> | undefined;

/** The catalogue, asked for once. */
export function games(): Promise<GameInfo[]> {
  catalogue ??= call<GameInfo[]>("/api/games").catch((fault: unknown) => {
    catalogue = undefined;
    throw fault;
  });
  return catalogue;
}

export const createTable = (request: CreateTable): Promise<TableCreated> =>
  askOnce("/api/tables", request, creating, JSON.stringify(request));
export const invitation = (invite: string): Promise<InvitationInfo> => call("/api/invitations", { invite });
export const joinTable = (request: JoinTable): Promise<Joined> =>
  askOnce("/api/join", request, joining, request.invite);
/** Whether this browser has asked for the seat of an invitation and not heard whether it has it. */
export const isJoining = (invite: string): boolean => joining.has(invite);
export const recordAddress = (table: string): string => `/api/tables/${encodeURIComponent(table)}/record`;

export const hint = (table: string): Promise<Hint> =>
  call(`/api/tables/${encodeURIComponent(table)}/hint`, {});
export const makePerson = (request: MakePerson): Promise<PersonMade> =>
  insist(() => call("/api/people", request));
export const changePerson = (key: string, changes: ChangePerson): Promise<PersonInfo> =>
  call("/api/people/me", changes, { method: "PATCH", key });
export const readMe = (key: string): Promise<Me> => call("/api/people/me", undefined, { key });
export const createRoom = (key: string, request: CreateRoom): Promise<RoomFound> =>
  askOnce("/api/rooms", request, creating, JSON.stringify(request), { key });
export const findRoom = (request: FindRoom): Promise<RoomFound> => call("/api/rooms/find", request);

export const daily = (): Promise<DailyPuzzle> => call("/api/daily");

/** What went wrong, for people. */
export function faultText(fault: unknown): string {
  return fault instanceof ServerProblem && fault.problem ? say(fault.problem.text) : m.fault_silent();
}
