// Loads 60 days of history into the demo: the functions of the product replay it with past times.
// Invariant: the same on every machine, except for its dates, ids and keys.
import type { AccountId, KeyId } from "../../accounts/account.ts";
import { selectAccount } from "../../accounts/queries.ts";
import type { OperatorActor, OperatorIdentity } from "../../audit/actor.ts";
import { createPartIds } from "../../catalog/partId.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { Database } from "../../db/database.ts";
import type { KeyRequestContext } from "../../keyRequests/requestKey.ts";
import { notifyKeyChange } from "../../keys/notifyKeyChange.ts";
import { hashKey, type PlainKey } from "../../keys/plainKey.ts";
import { recordKeyUses, selectKeyByHash } from "../../keys/queries.ts";
import { apiPrefixes } from "../../kit/contract/limits.ts";
import { utcDay } from "../../kit/day.ts";
import { allErrors, type ErrorCode, errorCatalogue } from "../../kit/errors.ts";
import type { ApiRequest, RequestDetails } from "../../requests/apiRequest.ts";
import { insertLatency } from "../../requests/latencyQueries.ts";
import { countLatency, type LatencyTally } from "../../requests/latencyTally.ts";
import { addRequest, createBatch } from "../../requests/requestBatch.ts";
import { requestMoment } from "../../requests/requestId.ts";
import { insertUnmetDemand } from "../../requests/unmetDemandQueries.ts";
import { countUnmetDemand, type UnmetDemandTally } from "../../requests/unmetDemandTally.ts";
import { insertRequests, maintainPartitions } from "../../requests/writeQueries.ts";
import type { SessionId, SignedIn } from "../../signIn/signedIn.ts";
import { selectUserByEmail } from "../../signIn/userQueries.ts";
import { demoLogins, demoOperator } from "../demoLogins.ts";
import { createDemoRandom, type DemoRandom } from "../demoRandom.ts";
import { demoShowcase, listShowcaseNumbers } from "../demoShowcase.ts";
import { createAgenda } from "./agenda.ts";
import type { Customer, History } from "./history.ts";
import { toEmail } from "./historyKeys.ts";
import { sendQueuedMails } from "./historyMails.ts";
import { createOnSite, type PlacedByKey, placeByKey, planDraft } from "./historyOrders.ts";
import {
  backdateImports,
  hasOrders,
  selectEmptyNumbers,
  selectHistoryOffers,
  settlePastJobs,
} from "./historyQueries.ts";
import {
  addHours,
  atHour,
  drawBusinessTime,
  historyDays,
  isWeekend,
  requestIdAt,
  startOfDay,
  startOfHistory,
} from "./historyTimes.ts";
import {
  type Buyers,
  issueRepairKey,
  openHelicopters,
  planEvents,
  planTestKey,
} from "./planEvents.ts";

// The API requests of the history, written as the request log writes them.

const [prefix] = apiPrefixes;
/** The log stores requests for this long; unmet demand is older. */
const loggedDays = 30;
/** `maintainPartitions` creates those of a week ahead. */
const partitionStep = 8;

/** A key and when its system sends requests: from one day to another, so many per working day. */
type Sender = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly fromDay: number;
  readonly untilDay: number;
  readonly perDay: number;
  readonly network: string;
};

/** Numbers that the catalog does not have, the most requested first. */
const unknownNumbers = [
  demoShowcase.notInCatalog,
  "DA90417-3",
  "DA11862-20",
  "DA77120-1",
  "DA55031-9",
  "DA20984-11",
  "DA66302-4",
];

type ErrorChoice = readonly [
  weight: number,
  route: string,
  ErrorCode,
  path?: string,
  message?: string,
];

const errors: readonly ErrorChoice[] = [
  [9, "catalog", "VALIDATION_FAILED", "part_numbers[3]", "part_numbers[3] must be a string."],
  [5, "orders", "VALIDATION_FAILED", "items[0].quantity", "items[0].quantity is missing."],
  [6, "catalog", "RATE_LIMITED"],
  [4, "orders", "PART_ID_EXPIRED", "items[2].part_id", errorCatalogue.PART_ID_EXPIRED.message],
  [4, "orders", "INSUFFICIENT_STOCK", "items[1].quantity", "DA40310-2: 12 requested, 8 in stock."],
  [
    3,
    "orders",
    "QUANTITY_NOT_ALLOWED",
    "items[0].quantity",
    "DA27845-3: packs of 5. Nearest quantities: 5 and 10.",
  ],
  [1, "catalog", "UPSTREAM_ERROR"],
  [1, "orders", "UNAVAILABLE"],
];
const errorChoices = errors.map(([weight, route, code, errorPath, errorMessage]) => ({
  weight,
  route,
  code,
  error: { errorPath: errorPath ?? null, errorMessage: errorMessage ?? null },
}));

function drawDuration(random: DemoRandom, route: string): number {
  const usual = route === "orders" ? 14 : 5;
  const slow = random.chance(0.04) ? random.between(4, 25) : 1;
  return Math.round(usual * (0.6 + random.unit() * random.unit() * 4) * slow * 10) / 10;
}

/** The earlier a number is in a list, the more often it is chosen. */
function pickFirst(random: DemoRandom, numbers: readonly string[]): string {
  const place = Math.floor(random.unit() * random.unit() * numbers.length);
  return numbers[place] ?? "";
}

function drawLookup({ random, offers }: History, empty: readonly string[]): RequestDetails {
  const inStock = random.chance(0.2);
  const count = random.chance(0.3) ? 1 : random.between(2, 14);
  const entries = Array.from({ length: count }, () => {
    if (random.chance(0.06)) {
      const number = partNumberKey(pickFirst(random, unknownNumbers));
      return { number, outcome: inStock ? "s" : "n" };
    }
    if (random.chance(0.07)) return { number: pickFirst(random, empty), outcome: "o" };
    return { number: random.pick(offers).partNumberKey, outcome: "f" };
  });
  return {
    partNumbers: entries.map(({ number }) => number),
    partNames: [],
    inStock,
    outcomes: entries.map(({ outcome }) => (inStock && outcome === "o" ? "s" : outcome)).join(""),
  };
}

type Known = Pick<ApiRequest, "requestId" | "accountId" | "keyId">;

/** A request that was not an order: a lookup, a read of orders, or an error. */
function drawRequest(history: History, known: Known, empty: readonly string[]): ApiRequest {
  const { random } = history;
  if (random.chance(0.035)) {
    const { route, code, error } = random.pickWeighted(errorChoices);
    const { status } = allErrors[code];
    const durationMs = status >= 500 ? random.between(900, 5_000) : drawDuration(random, "") / 4;
    const request = { method: "POST", route: `${prefix}/${route}`, status, durationMs };
    return { ...known, ...request, errorCode: code, ...error };
  }
  const base = { ...known, status: 200, errorCode: null } as const;
  if (random.chance(0.12)) {
    const durationMs = drawDuration(random, "orders");
    return { ...base, method: "GET", route: `${prefix}/orders`, durationMs };
  }
  const durationMs = drawDuration(random, "catalog");
  const details = drawLookup(history, empty);
  return { ...base, ...details, method: "POST", route: `${prefix}/catalog`, durationMs };
}

/** A moment of a day: systems also send requests at night, but fewer. */
function drawMoment(random: DemoRandom, day: Date): Date {
  const hour = random.chance(0.85) ? 6 + 12 * random.unit() : 24 * random.unit();
  return new Date(addHours(day, hour).getTime() + random.between(0, 59_999));
}

/** The requests of a day: those of each sender, and a few with a wrong key. */
function drawDay(
  history: History,
  day: Date,
  ago: number,
  senders: readonly Sender[],
  empty: readonly string[],
): ApiRequest[] {
  const { random, now } = history;
  const share = isWeekend(day) ? 0.22 : 0.8 + 0.4 * random.unit();
  const requests = senders
    .filter(({ fromDay, untilDay }) => ago <= fromDay && ago >= untilDay)
    .flatMap(({ accountId, keyId, perDay }) =>
      Array.from({ length: Math.round(perDay * share) }, () => {
        const requestId = requestIdAt(drawMoment(random, day), random);
        return drawRequest(history, { requestId, accountId, keyId }, empty);
      }),
    );
  const unknown = Array.from({ length: random.between(0, isWeekend(day) ? 1 : 2) }, () => ({
    requestId: requestIdAt(drawMoment(random, day), random),
    accountId: null,
    keyId: null,
    method: "POST",
    route: `${prefix}/catalog`,
    status: errorCatalogue.INVALID_API_KEY.status,
    errorCode: "INVALID_API_KEY",
    durationMs: 0.4,
  }));
  return [...requests, ...unknown].filter(({ requestId }) => requestMoment(requestId) < now);
}

async function storeDay(db: Database, day: Date, requests: readonly ApiRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const batch = createBatch(day);
  for (const request of requests) addRequest(batch, request);
  await insertRequests(db, batch);
}

function findLastUse(senders: readonly Sender[], requests: readonly ApiRequest[]) {
  return senders.flatMap(({ keyId, network }) => {
    const moments = requests
      .filter((request) => request.keyId === keyId)
      .map(({ requestId }) => requestMoment(requestId).getTime());
    if (moments.length === 0) return [];
    const at = new Date(moments.reduce((last, moment) => Math.max(last, moment), 0));
    return [{ keyId, network, at }];
  });
}

/** Writes the requests of the senders and `placed`, the orders that their keys placed. */
async function writeRequests(
  history: History,
  senders: readonly Sender[],
  placed: readonly ApiRequest[],
  empty: readonly string[],
): Promise<void> {
  const { now } = history;
  const { db } = history.context;
  for (let ago = loggedDays - 1; ago > 0; ago -= partitionStep) {
    await maintainPartitions(db, utcDay(startOfDay(now, ago)));
  }
  await maintainPartitions(db, utcDay(now));
  const latency: LatencyTally = new Map();
  const unmetDemand: UnmetDemandTally = new Map();
  const all: ApiRequest[] = [];
  for (let ago = historyDays - 1; ago >= 0; ago -= 1) {
    const day = startOfDay(now, ago);
    const orders = placed.filter(
      ({ requestId }) => utcDay(requestMoment(requestId)) === utcDay(day),
    );
    const requests = [...drawDay(history, day, ago, senders, empty), ...orders];
    for (const request of requests) countUnmetDemand(unmetDemand, request);
    all.push(...requests);
    if (ago >= loggedDays) continue;
    for (const request of requests) countLatency(latency, request);
    await storeDay(db, day, requests);
  }
  await insertLatency(db, latency);
  await insertUnmetDemand(db, unmetDemand);
  await recordKeyUses(db, findLastUse(senders, all));
}

/** The request that placed an order. */
function describePlacement(
  { random }: History,
  { accountId, keyId }: Pick<Sender, "accountId" | "keyId">,
  { orderId, requestId, poNumber }: PlacedByKey,
): ApiRequest {
  return {
    requestId,
    accountId,
    keyId,
    method: "POST",
    route: `${prefix}/orders`,
    status: 201,
    errorCode: null,
    durationMs: drawDuration(random, "orders"),
    orderId,
    poNumber,
  };
}

/** How many orders a customer places per working day, and since when. */
type Ordering = {
  readonly customer: Customer;
  readonly fromDay: number;
  readonly byKey: number;
  readonly onSite: number;
};

const weekendShare = 0.15;
const firstPoNumber = 4_120;

/** A number of events with this mean, at most one more than its whole part. */
function drawCount({ random }: History, mean: number): number {
  return Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);
}

/** Plans the orders of all days; adds the requests that placed them to `placed`. */
function planOrders(history: History, orderings: readonly Ordering[], placed: ApiRequest[]): void {
  const { agenda, random, now } = history;
  let poNumber = firstPoNumber;
  const plan = ({ customer, fromDay, ...rates }: Ordering, ago: number): void => {
    const day = startOfDay(now, ago);
    const share = isWeekend(day) ? weekendShare : 1;
    const { keyId, signedIn } = customer;
    if (ago > fromDay) return;
    for (let count = drawCount(history, rates.byKey * share); count > 0; count -= 1) {
      agenda.add(drawBusinessTime(day, random), async (at) => {
        poNumber += random.between(1, 4);
        const order = await placeByKey(history, customer, poNumber, at);
        if (keyId !== null) {
          placed.push(describePlacement(history, { ...customer, keyId }, order));
        }
        planDraft(history, customer, order.orderId, at);
      });
    }
    if (signedIn === null) return;
    for (let count = drawCount(history, rates.onSite * share); count > 0; count -= 1) {
      agenda.add(drawBusinessTime(day, random), async (at) => {
        poNumber += random.between(1, 4);
        const orderId = await createOnSite(history, { ...customer, signedIn }, poNumber, at);
        planDraft(history, customer, orderId, at);
      });
    }
  };
  for (let ago = historyDays - 1; ago >= 0; ago -= 1) {
    for (const ordering of orderings) plan(ordering, ago);
  }
}

/** No session of the database: the history signs nobody in. */
const noSession = "" as SessionId;

/** The admin of a demo account, as if signed in. */
export async function findBuyer(
  db: Database,
  login: { readonly account: string; readonly email: string },
): Promise<SignedIn> {
  const account = await selectAccount(db, login.account);
  const user = await selectUserByEmail(db, "buyers", toEmail(login.email));
  if (account === undefined || user === undefined) {
    throw new Error(`The demo has no login ${login.email}.`);
  }
  const { userId, name, email } = user;
  return { sessionId: noSession, user: { userId, name, email, role: "admin" }, account };
}

export async function findOperator(db: Database): Promise<OperatorIdentity> {
  const user = await selectUserByEmail(db, "operators", toEmail(demoOperator.email));
  if (user === undefined) throw new Error("The demo has no operator.");
  const { userId: operatorId, name, email, role } = user;
  return { operatorId, name, email, role };
}

const seed = 60_117;
const emptyNumbers = 40;
/** Days before today on which the keys of the other accounts are issued. */
const repairDay = 44;
const helicoptersDay = 30;

/** Where Example Air has orders shipped to. */
const airHangars = [
  "Example Air, Hangar 4\n4200 Airport Road\nMiami, FL 33166, USA",
  "Example Air, Line Maintenance\nGate B12, Airside\nOrlando, FL 32827, USA",
];

async function openHistory(
  context: KeyRequestContext,
  secret: Buffer,
  now: Date,
): Promise<History> {
  const operator = await findOperator(context.db);
  const random = createDemoRandom(seed);
  const actorAt = (at: Date): OperatorActor => {
    return { kind: "operator", operator, requestId: requestIdAt(at, random) };
  };
  const offers = await selectHistoryOffers(context.db, listShowcaseNumbers());
  const partIds = createPartIds(secret);
  return {
    context,
    partIds,
    random,
    agenda: createAgenda(),
    offers,
    drafts: { count: 0 },
    actorAt,
    now,
  };
}

async function findDemoKey({ context, now }: History, plain: PlainKey): Promise<KeyId> {
  const key = await selectKeyByHash(context.db, hashKey(plain));
  if (key === undefined) throw new Error("The key of the demo is missing.");
  const { keyId } = key;
  await notifyKeyChange(context, { keyId, what: { change: "issued" } }, startOfHistory(now));
  return keyId;
}

/** Plans the accounts with keys; adds a sender of requests for each key once it is issued. */
function planKeys(
  history: History,
  buyers: Buyers,
  airKey: KeyId,
  senders: Sender[],
  placed: ApiRequest[],
): void {
  const { agenda, now } = history;
  const { air, repair } = buyers;
  const airId = air.account.accountId;
  const always = { fromDay: historyDays - 1, untilDay: 0 };
  const order = (customer: Customer, fromDay: number, byKey: number, onSite: number): void =>
    planOrders(history, [{ customer, fromDay, byKey, onSite }], placed);
  const site = { keyId: null, poNumbers: "ERS-#", accountId: repair.account.accountId };
  senders.push({ ...always, accountId: airId, keyId: airKey, perDay: 64, network: "192.0.2.0/24" });
  const airSite = { poNumbers: "PO-#", shipTos: airHangars };
  order({ ...airSite, accountId: airId, keyId: airKey, signedIn: air }, 59, 1.3, 0.4);
  order({ ...site, signedIn: repair }, 59, 0, 0.6);
  planTestKey(history, buyers, (keyId) => {
    const test = { accountId: airId, keyId, perDay: 9, network: "198.51.100.0/24" };
    senders.push({ ...test, fromDay: 51, untilDay: 26 });
  });
  agenda.add(atHour(startOfDay(now, repairDay), 9.7), async (at) => {
    const keyId = await issueRepairKey(history, buyers, at);
    const { accountId } = repair.account;
    const erp = { accountId, keyId, perDay: 31, network: "203.0.113.0/24" };
    senders.push({ ...erp, fromDay: repairDay - 1, untilDay: 0 });
    order({ ...site, keyId, signedIn: repair }, repairDay - 1, 0.6, 0);
  });
  agenda.add(atHour(startOfDay(now, helicoptersDay), 8.2), async (at) => {
    const opened = await openHelicopters(history, at);
    const network = "203.0.113.0/24";
    senders.push({ ...opened, network, fromDay: helicoptersDay - 1, untilDay: 0, perDay: 12 });
    order({ ...opened, signedIn: null, poNumbers: "SH-#" }, 13, 0.3, 0);
  });
}

/**
 * Loads the history until `now`. It needs the catalog, accounts and logins of the demo, loaded at
 * `startOfHistory`, and the demo's key. Does nothing if there are orders; returns whether it loaded
 * the history.
 */
export async function loadDemoHistory(
  context: KeyRequestContext,
  { secret, key }: { readonly secret: Buffer; readonly key: PlainKey },
  now: Date,
): Promise<boolean> {
  const { db } = context;
  if (await hasOrders(db)) return false;
  const history = await openHistory(context, secret, now);
  const [air, repair] = await Promise.all([
    findBuyer(db, demoLogins[0]),
    findBuyer(db, demoLogins[1]),
  ]);
  const buyers = { air, repair };
  const senders: Sender[] = [];
  const placed: ApiRequest[] = [];
  planKeys(history, buyers, await findDemoKey(history, key), senders, placed);
  planEvents(history, buyers);
  await history.agenda.run(now);
  await writeRequests(history, senders, placed, await selectEmptyNumbers(db, emptyNumbers));
  await sendQueuedMails(history);
  await backdateImports(db);
  await db.transaction(settlePastJobs);
  return true;
}
