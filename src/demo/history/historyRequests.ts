// The API requests of the history, written as the request log writes them.
import type { AccountId, KeyId } from "../../accounts/account.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import { apiPrefixes } from "../../contract/limits.ts";
import { utcDay } from "../../day.ts";
import type { Database } from "../../db/database.ts";
import { type ErrorCode, errorCatalogue } from "../../errors.ts";
import { recordKeyUses } from "../../keys/queries.ts";
import type { ApiRequest, RequestDetails } from "../../requests/apiRequest.ts";
import { insertLatency } from "../../requests/latencyQueries.ts";
import { countLatency, type LatencyTally } from "../../requests/latencyTally.ts";
import { addRequest, createBatch } from "../../requests/requestBatch.ts";
import { requestMoment } from "../../requests/requestId.ts";
import { insertUnmetDemand } from "../../requests/unmetDemandQueries.ts";
import { countUnmetDemand, type UnmetDemandTally } from "../../requests/unmetDemandTally.ts";
import { insertRequests, maintainPartitions } from "../../requests/writeQueries.ts";
import type { DemoRandom } from "../demoRandom.ts";
import { demoShowcase } from "../demoShowcase.ts";
import type { History } from "./history.ts";
import type { PlacedByKey } from "./historyOrders.ts";
import { addHours, historyDays, isWeekend, requestIdAt, startOfDay } from "./historyTimes.ts";

const [prefix] = apiPrefixes;
/** The log stores requests for this long; unmet demand is older. */
const loggedDays = 30;
/** `maintainPartitions` creates those of a week ahead. */
const partitionStep = 8;

/** A key and when its system sends requests: from one day to another, so many per working day. */
export type Sender = {
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
    "DA27845-3: packs of 5, min. 5. Nearest quantities: 5 and 10.",
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
    const { status } = errorCatalogue[code];
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
export async function writeRequests(
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
export function describePlacement(
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
