/** HTTP: what happens before one sits down. */
import { m } from "../paraglide/messages";
import { say } from "./i18n.svelte";
import { noteRefusal } from "./people/exclusion.svelte";
import type {
  Account,
  AnalysisInfo,
  AskFriendLink,
  AskJudge,
  ChangeAccount,
  Coaching,
  Announce,
  Announcement,
  ChangePerson,
  CreateRoom,
  CreateTable,
  DailyPuzzle,
  DealGames,
  DealPlayed,
  DeletePerson,
  Done,
  Draws,
  Export,
  FriendAsked,
  FriendLink,
  FindRoom,
  GameInfo,
  GameQuery,
  GameRecord,
  Hint,
  Ignored,
  IgnorePerson,
  InvitationInfo,
  JoinTable,
  LookAtPosition,
  Joined,
  Ladder,
  LadderInfo,
  KeepVariation,
  LessonSeen,
  MakeAccount,
  MakeBan,
  MakePerson,
  MakeReport,
  MyGames,
  MySeries,
  NoteSolved,
  OperatorView,
  PersonInfo,
  PersonMade,
  PlayDeal,
  PlayOn,
  PositionExample,
  PositionSeen,
  PositionWeighed,
  Problem,
  Profile,
  PushInfo,
  PuzzleSeries,
  ReplayFrames,
  ReplayOutline,
  ReportMade,
  RoomFound,
  RenameVariation,
  Ruling,
  SetPush,
  SignIn,
  SignedIn,
  SignOut,
  SomeRatings,
  Statistics,
  TableCreated,
  TakeLesson,
  Tried,
  TryMoves,
  TryMove,
  UseFriendLink,
  VariationInfo,
  VariationTold,
  TellView,
  Text,
} from "./protocol";
import { patience, Trouble } from "./trouble.svelte";
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
  method?: "POST" | "PATCH" | "DELETE";
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
        ? { headers, method: method === "DELETE" ? method : "GET" }
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
  if (problem?.text) noteRefusal(problem);
  throw new ServerProblem(answer.status, problem?.text ? problem : null);
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
/** No answer at all, or one of somebody who stands between and could not get one. */
const SILENT = [0, 502, 503, 504];

/** In how many milliseconds to ask again after this; null if it is no use. */
function comeBack(fault: unknown, wait: number): number | null {
  if (!(fault instanceof ServerProblem)) return null;
  if (fault.problem) return patience(fault.problem);
  return SILENT.includes(fault.status) ? wait : null;
}

/** Where no answer comes, or one that says when to come back, ask again, until one is told to stop. */
async function insist<T>(ask: () => Promise<T>, canStop = true): Promise<T> {
  let trouble: Trouble | null = null;
  try {
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        return await ask();
      } catch (fault) {
        const due = comeBack(fault, wait);
        if (due === null) throw fault;
        trouble ??= new Trouble(m.fault_silent, canStop);
        const said = fault instanceof ServerProblem ? (fault.problem?.text ?? null) : null;
        if (!(await trouble.wait(due, said))) throw fault;
      }
    }
  } finally {
    trouble?.end();
  }
}

/** Ask for what changes nothing. */
const look = <T>(path: string, body?: unknown, asking?: Asking): Promise<T> =>
  insist(() => call<T>(path, body, asking), false);

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
  catalogue ??= look<GameInfo[]>("/api/games").catch((fault: unknown) => {
    catalogue = undefined;
    throw fault;
  });
  return catalogue;
}

const ofTable = (table: string, what: string): string => `/api/tables/${encodeURIComponent(table)}/${what}`;

export const createTable = (request: CreateTable): Promise<TableCreated> =>
  askOnce("/api/tables", request, creating, JSON.stringify(request));
export const invitation = (invite: string): Promise<InvitationInfo> => look("/api/invitations", { invite });
export const joinTable = (request: JoinTable): Promise<Joined> =>
  askOnce("/api/join", request, joining, request.invite);
/** Whether this browser has asked for the seat of an invitation and not heard whether it has it. */
export const isJoining = (invite: string): boolean => joining.has(invite);
export const readRecord = (table: string): Promise<GameRecord> => call(recordAddress(table));
export const readDraws = (table: string): Promise<Draws> => call(ofTable(table, "draws"));
const replayAddress = (
  table: string,
  more: string,
  asked: Record<string, string | number | undefined>,
): string => {
  const words = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return `/api/${table && `tables/${encodeURIComponent(table)}/`}replay${more}?${words.join("&")}`;
};
/** A game in brief, through the eyes of a seat (`0`), a `spectator`, or with everything `open`. */
export const readOutline = (table: string, seat?: string, key?: string): Promise<ReplayOutline> =>
  look(replayAddress(table, "", { seat }), undefined, { key });
export const readFrames = (
  table: string,
  seat: string | undefined,
  key: string | undefined,
  from: number,
  to: number,
): Promise<ReplayFrames> => look(replayAddress(table, "/frames", { seat, from, to }), undefined, { key });
/** The same of a record that is of no table here. */
export const replayOutline = (record: GameRecord, seat: string): Promise<ReplayOutline> =>
  look(replayAddress("", "", { seat }), record);
export const replayFrames = (
  record: GameRecord,
  seat: string,
  from: number,
  to: number,
): Promise<ReplayFrames> => look(replayAddress("", "/frames", { seat, from, to }), record);
export const recordAddress = (table: string): string => ofTable(table, "record");

/** Asked for again and again while it is at work: whoever gets no answer asks the next time. */
export const readAnalysis = (table: string): Promise<AnalysisInfo> => call(ofTable(table, "analysis"));
export const startAnalysis = (table: string): Promise<AnalysisInfo> =>
  insist(() => call(ofTable(table, "analysis"), {}));
export const tryMoves = (table: string, wanted: TryMoves): Promise<Tried> =>
  insist(() => call(ofTable(table, "try"), wanted));
export const readVariations = (table: string, key: string | undefined): Promise<VariationInfo[]> =>
  call(ofTable(table, "variations"), undefined, { key });
export const readVariation = (table: string, variation: string): Promise<VariationTold> =>
  look(ofVariation(table, variation));
export const keepVariation = (key: string, table: string, wanted: KeepVariation): Promise<VariationInfo> =>
  askOnce(ofTable(table, "variations"), wanted, creating, JSON.stringify([table, wanted]), { key });
const ofVariation = (table: string, variation: string): string =>
  ofTable(table, `variations/${encodeURIComponent(variation)}`);
export const renameVariation = (
  key: string,
  table: string,
  variation: string,
  wanted: RenameVariation,
): Promise<VariationInfo> =>
  insist(() => call(ofVariation(table, variation), wanted, { method: "PATCH", key }));
export const removeVariation = (key: string, table: string, variation: string): Promise<Done> =>
  call(ofVariation(table, variation), undefined, { method: "DELETE", key });
export const playOn = (table: string, wanted: PlayOn): Promise<TableCreated> =>
  askOnce(ofTable(table, "play-on"), wanted, creating, JSON.stringify([table, wanted]));
/** What the referee says of a position. */
export const lookAtPosition = (asked: LookAtPosition): Promise<PositionSeen> =>
  call("/api/positions/look", asked);

/** The same for a page that is nothing without it. */
export const openPosition = (asked: LookAtPosition): Promise<PositionSeen> =>
  insist(() => lookAtPosition(asked));

/** What a move does in it, and why. */
export const tryMove = (asked: TryMove): Promise<PositionSeen> => call("/api/positions/try", asked);

/** What the moves of whoever is to act are worth. */
export const weighPosition = (asked: LookAtPosition): Promise<PositionWeighed> =>
  call("/api/positions/weigh", asked);

/** A step of a game's lesson: what there is to do, and what came of what the learner did. */
export const takeLesson = (asked: TakeLesson): Promise<LessonSeen> => look("/api/lessons", asked);

/** What a coach says in a real game. */
export const readCoaching = (game: string): Promise<Coaching> =>
  call(`/api/lessons/${encodeURIComponent(game)}`);

let examples: Promise<PositionExample[]> | undefined;

/** The worked examples of the rulebooks; the rules can be read without them. */
export const positionExamples = (): Promise<PositionExample[]> =>
  (examples ??= call<PositionExample[]>("/api/positions/examples").catch(() => {
    examples = undefined;
    return [];
  }));

export const hint = (table: string): Promise<Hint> => insist(() => call(ofTable(table, "hint"), {}));
export const makePerson = (request: MakePerson): Promise<PersonMade> =>
  insist(() => call("/api/people", request));
export const changePerson = (key: string, changes: ChangePerson): Promise<PersonInfo> =>
  insist(() => call("/api/people/me", changes, { method: "PATCH", key }));
export const readProfile = (person: string, key: string | undefined): Promise<Profile> =>
  look(`/api/people/${encodeURIComponent(person)}`, undefined, { key });
export const exportPerson = (key: string): Promise<Export> =>
  look("/api/people/me/export", undefined, { key });
export const deletePerson = (key: string, request: DeletePerson): Promise<Done> =>
  insist(() => call("/api/people/me/delete", request, { key }));
export const readAccount = (key: string): Promise<Account> => look("/api/account", undefined, { key });
export const makeAccount = (key: string, request: MakeAccount): Promise<Account> =>
  insist(() => call("/api/account", request, { key }));
export const changeAccount = (key: string, request: ChangeAccount): Promise<Account> =>
  insist(() => call("/api/account", request, { method: "PATCH", key }));
export const signInTo = (key: string | undefined, request: SignIn): Promise<SignedIn> =>
  insist(() => call("/api/account/sign-in", request, { key }));
export const signOutOf = (key: string, request: SignOut): Promise<Done> =>
  insist(() => call("/api/account/sign-out", request, { key }));
export const friendLink = (key: string, request: AskFriendLink): Promise<FriendLink> =>
  insist(() => call("/api/friends/link", request, { key }));
export const askedByFriend = (key: string | undefined, request: UseFriendLink): Promise<FriendAsked> =>
  look("/api/friends/asked", request, { key });
export const agreeToFriend = (key: string, request: UseFriendLink): Promise<FriendAsked> =>
  insist(() => call("/api/friends", request, { key }));
export const unfriend = (key: string, person: string): Promise<Done> =>
  insist(() => call(`/api/friends/${encodeURIComponent(person)}`, undefined, { method: "DELETE", key }));
export const createRoom = (key: string, request: CreateRoom): Promise<RoomFound> =>
  askOnce("/api/rooms", request, creating, JSON.stringify(request), { key });
/** What is asked for, without what is left out. */
function asked(query: object): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (typeof value === "string") words.set(name, value);
  return words.size ? `?${words.toString()}` : "";
}

export const readMyGames = (key: string, query: GameQuery): Promise<MyGames> =>
  look(`/api/people/me/games${asked(query)}`, undefined, { key });
export const readStatistics = (key: string): Promise<Statistics> =>
  look("/api/people/me/statistics", undefined, { key });
export const playDeal = (table: string, request: PlayDeal): Promise<DealPlayed> =>
  askOnce(ofTable(table, "again"), request, creating, JSON.stringify([table, request]));
export const readDeal = (table: string): Promise<DealGames> => call(ofTable(table, "deal"));
/** A view in plain sentences, one a line. */
export const describeView = (request: TellView): Promise<Text> => call("/api/describe", request);
export const judgeTrick = (request: AskJudge): Promise<Ruling> => call("/api/judge", request);
export const readLadders = (): Promise<LadderInfo[]> => look("/api/ratings");
export const readLadder = (game: string, seats: number, key: string | undefined): Promise<Ladder> =>
  look(`/api/ratings/${encodeURIComponent(game)}/${seats}`, undefined, { key });
/** Of those who sit at a table: shown beside their names, so nobody waits for it. */
export const readRatings = (game: string, seats: number, people: string[]): Promise<SomeRatings> =>
  call(`/api/ratings/${encodeURIComponent(game)}/${seats}/${people.map(encodeURIComponent).join(",")}`);
export const pushInfo = (): Promise<PushInfo> => call("/api/push");
export const setPush = (key: string, wanted: SetPush): Promise<PushInfo> =>
  call("/api/people/me/push", wanted, { key });
export const forgetPush = (key: string): Promise<PushInfo> =>
  call("/api/people/me/push", {}, { method: "DELETE", key });
export const leaveRoom = (key: string, room: string): Promise<RoomFound> =>
  call(`/api/rooms/${encodeURIComponent(room)}/leave`, {}, { key });
export const findRoom = (request: FindRoom): Promise<RoomFound> =>
  insist(() => call("/api/rooms/find", request));

export const readIgnored = (key: string): Promise<Ignored> =>
  look("/api/people/me/ignored", undefined, { key });
export const ignorePerson = (key: string, wanted: IgnorePerson): Promise<Ignored> =>
  insist(() => call("/api/people/me/ignored", wanted, { key }));
export const makeReport = (key: string, report: MakeReport): Promise<ReportMade> =>
  insist(() => call("/api/people/me/reports", report, { key }));
/** Asked for now and then: whoever gets no answer waits for the next time. */
export const readAnnouncements = (): Promise<Announcement[]> => call("/api/announcements");

/** What an operator asks for, with the token; the answer is always all there is to see. */
export const readOperator = (token: string): Promise<OperatorView> =>
  call("/api/operator", undefined, { key: token });
export const operate = (
  token: string,
  path: string,
  wanted: MakeBan | Announce | object,
): Promise<OperatorView> => call(`/api/operator/${path}`, wanted, { key: token });

/** The puzzle of a day of the last year, or (null) of today. */
export const daily = (day: string | null = null): Promise<DailyPuzzle> =>
  look(day === null ? "/api/daily" : `/api/daily/${encodeURIComponent(day)}`);

/** The graded puzzles of a game, from easy to hard. */
export const series = (game: string): Promise<PuzzleSeries> =>
  look(`/api/series/${encodeURIComponent(game)}`);

/** What one has solved of all series. Nobody waits for it: it is asked for again at the next occasion. */
export const readMySeries = (key: string): Promise<MySeries> =>
  call("/api/people/me/series", undefined, { key });
export const noteSolvedPuzzles = (key: string, solved: NoteSolved): Promise<MySeries> =>
  call("/api/people/me/series", solved, { key });

/** What went wrong, for people. */
export function faultText(fault: unknown): string {
  return fault instanceof ServerProblem && fault.problem ? say(fault.problem.text) : m.fault_silent();
}
