import { hash } from "node:crypto";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId, OpenedPartId, PartIds } from "../catalog/partId.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { isLockTimeout, UnknownOutcomeError } from "../db/databaseErrors.ts";
import { newId } from "../db/newId.ts";
import { lineCodes } from "../kit/contract/errorAnswer.ts";
import { utcDay } from "../kit/day.ts";
import { type ErrorCode, Failure, type FaultDetail } from "../kit/errors.ts";
import type { Money } from "../kit/money.ts";
import type { Agreement } from "../prices/agreement.ts";
import { insertOrder } from "./changeQueries.ts";
import { checkLines, type LineFault, type LineToCheck } from "./checkLines.ts";
import {
  firstNeededDay,
  noInstructions,
  readWritten,
  type Written,
  writtenFacts,
  writtenNames,
} from "./lineInstructions.ts";
import {
  type Order,
  type OrderContent,
  type OrderId,
  type OrderLine,
  type OrderPlacement,
  pickOrderTexts,
  sumLineTotals,
} from "./order.ts";
import type { KeyRequest } from "./orderEvent.ts";
import { writePlacedAnswer } from "./orderJson.ts";
import {
  type BoundOrder,
  isKeyLocked,
  lockKey,
  lockOrderFacts,
  type SentRequest,
  selectBoundOrder,
} from "./placementQueries.ts";
import { retryIfOfferDeleted, runOrderTransaction } from "./runOrderTransaction.ts";

/** The time in which work may still commit, shared by the work and the deadline of its request. */
export type CommitWindow = {
  /** Called immediately before a commit is sent. Throws UNAVAILABLE once the window is closed. */
  enter(): void;
  /** Closes the window. True if nothing was committed and nothing will be. */
  close(): boolean;
};

export function openCommitWindow(): CommitWindow {
  let state: "open" | "entered" | "closed" = "open";
  return {
    enter() {
      if (state === "closed") throw new Failure("UNAVAILABLE");
      state = "entered";
    },
    close() {
      if (state === "open") state = "closed";
      return state === "closed";
    },
  };
}

// Placing a draft order (decisions 29 and 40). Invariant: an Idempotency-Key is bound only to the
// one order it created.

// Plans an order from its part ids and quantities (decision 29). Pure. Invariant: either every line
// is planned or every fault is listed, never a part of an order.

/** A requested line; `opened` is undefined if its part_id is not valid for this account. */
export type RequestedLine = Written & {
  readonly opened: OpenedPartId | undefined;
  readonly quantity: number;
};

/**
 * What a plan is checked against. `part_id`s minted before `oldestMintS` (seconds) are expired, and
 * nothing can be needed before `firstNeededDay`.
 */
export type OrderFacts = {
  readonly offers: ReadonlyMap<OfferId, Offer>;
  readonly agreement: Agreement;
  readonly oldestMintS: number;
  readonly firstNeededDay: string;
};

export type OrderPlan =
  | { readonly outcome: "planned"; readonly lines: OrderLine[]; readonly subtotal: Money }
  | { readonly outcome: "refused"; readonly code: ErrorCode; readonly faults: FaultDetail[] };

/** Why a `part_id` is not accepted; `opened` is undefined if it is not of an offer. */
export function findPartIdFault(
  opened: OpenedPartId | undefined,
  path: string,
  oldestMintS: number,
): LineFault | undefined {
  if (opened === undefined) {
    const message = "This part_id is not valid for this account. Look up the part again.";
    return { path, code: "PART_NOT_FOUND", message };
  }
  if (opened.mintedAtS >= oldestMintS) return undefined;
  const message =
    "This part_id has expired. Look up the part again and order with its new part_id.";
  return { path, code: "PART_ID_EXPIRED", message };
}

function toLineToCheck(
  { opened, quantity }: RequestedLine,
  index: number,
  facts: OrderFacts,
): LineToCheck {
  const offer = opened && facts.offers.get(opened.offerId);
  const fault = findPartIdFault(offer && opened, `items[${index}].part_id`, facts.oldestMintS);
  return { offer, quantity, ...(fault && { fault }) };
}

export function findPassedDay(
  neededBy: string | null,
  path: string,
  firstDay: string,
): FaultDetail[] {
  if (neededBy === null || neededBy >= firstDay) return [];
  return [{ path, code: "minimum", message: `${path} must be today or later.` }];
}

/**
 * Plans an order of at least one line, or lists every fault of every line, in the order of the
 * lines.
 */
export function planOrder(lines: readonly RequestedLine[], facts: OrderFacts): OrderPlan {
  const passed = lines.flatMap(({ neededBy }, index) =>
    findPassedDay(neededBy, `items[${index}].needed_by`, facts.firstNeededDay),
  );
  if (passed.length > 0) return { outcome: "refused", code: "VALIDATION_FAILED", faults: passed };
  const toCheck = lines.map((line, index) => toLineToCheck(line, index, facts));
  const checked = checkLines(toCheck, { agreement: facts.agreement, currency: null });
  const faults = checked.flatMap((line) => line.faults);
  const code = lineCodes.find((candidate) => faults.some((fault) => fault.code === candidate));
  if (code !== undefined) return { outcome: "refused", code, faults };
  const planned = checked.flatMap(({ line }, index) => {
    const sent = lines[index] ?? noInstructions;
    const written = readWritten((name) => sent[name]);
    return line === null ? [] : [{ ...line, ...noInstructions, ...written }];
  });
  return { outcome: "planned", lines: planned, subtotal: sumLineTotals(planned) };
}

/** Settings of the service. Times are in seconds. */
export type OrderingRules = {
  readonly partIds: PartIds;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
  /** Renders the response body, which every replay returns byte for byte. */
  readonly renderAnswer: (order: Order) => string;
};

/** `part_id`s minted before are expired. In seconds. */
export function findOldestMint(
  { partIdTtlS, partIdGraceS }: Pick<OrderingRules, "partIdTtlS" | "partIdGraceS">,
  now: Date,
): number {
  return Math.floor(now.getTime() / 1000) - partIdTtlS - partIdGraceS;
}

/** `replayed`: an earlier request with the same key and content placed the order. */
export type PlacedOrder = {
  readonly orderId: OrderId;
  readonly answer: string;
  readonly replayed: boolean;
};

/** A request with its parts as it names them: `part_id`s, or the offers that they open to. */
type WrittenRequest = readonly [items: readonly (readonly unknown[])[], ...texts: unknown[]];

const itemFields = ["part_id", "quantity", ...writtenNames.map((one) => writtenFacts[one].name)];
const textFields = ["po_number", "notes", "ship_to"] as const;

/**
 * Writes equal requests equally: ignores key order, white space and unknown fields. Without what
 * was added later as before, because requests of older versions are repeated, too.
 */
function writeRequest(content: OrderContent, parts: readonly (OfferId | string)[]): string {
  const { items, poNumber, notes, shipTo } = content;
  const written: WrittenRequest = [
    items.map(({ quantity, ...item }, index) => {
      const written = writtenNames.map((name) => item[name]);
      const last = written.findLastIndex((text) => text !== null);
      // Older versions wrote the first two together.
      const length = last === -1 ? 0 : Math.max(last + 1, 2);
      return [parts[index], quantity, ...written.slice(0, length)];
    }),
    ...(shipTo === null ? [poNumber, notes] : [poNumber, notes, shipTo]),
  ];
  return JSON.stringify(written);
}

/** The fields of a written request by their paths. */
function listFields(text: string): ReadonlyMap<string, unknown> {
  const [items, ...texts]: WrittenRequest = JSON.parse(text);
  const ofItems = items.flatMap((item, index) =>
    itemFields.map((field, place) => [`items[${index}].${field}`, item[place] ?? null] as const),
  );
  const others = textFields.map((field, place) => [field, texts[place] ?? null] as const);
  return new Map<string, unknown>([...ofItems, ...others]);
}

/** The first field that differs between two written requests. */
function nameDifference(firstText: string, secondText: string): string {
  const [first, second] = [listFields(firstText), listFields(secondText)];
  const paths = (first.size > second.size ? first : second).keys();
  return paths.find((path) => first.get(path) !== second.get(path)) ?? "";
}

/** `stored` has no row if a request that this one waited for has bound the key. */
type Placement = {
  readonly placed: PlacedOrder;
  readonly stored?: Promise<readonly unknown[]>;
};

type KeyOfAccount = Pick<OrderPlacement, "accountId" | "idempotencyKey">;

/** The lock timed out. If it was the lock of the key, the first request is still in progress. */
async function throwIfInProgress(
  db: Database,
  { accountId, idempotencyKey }: KeyOfAccount,
  error: unknown,
): Promise<never> {
  if (!isLockTimeout(error) || idempotencyKey === null) throw error;
  if (!(await isKeyLocked(db, accountId, idempotencyKey))) throw error;
  throw new Failure("IDEMPOTENCY_IN_PROGRESS", { retryAfterS: 1, cause: error });
}

function findBound(
  db: Queryable,
  { accountId, idempotencyKey }: KeyOfAccount,
): Promise<BoundOrder | undefined> {
  if (idempotencyKey === null) return Promise.resolve(undefined);
  return selectBoundOrder(db, accountId, idempotencyKey);
}

/**
 * The same body gets the response of its order, and so does one with the same offers, quantities
 * and texts: the `part_id` of an offer is another text in each second.
 */
function replay(bound: BoundOrder | undefined, sent: SentRequest): PlacedOrder {
  if (bound === undefined) throw new Error("The order of an Idempotency-Key does not exist.");
  const { orderId, request, answer } = bound;
  if (sent.requestHash.equals(bound.requestHash) || sent.request === request) {
    return { orderId, answer, replayed: true };
  }
  const code = "IDEMPOTENCY_KEY_REUSED";
  // Orders of older versions have no request.
  const path = request && sent.request && nameDifference(request, sent.request);
  const difference = path ? `with a different ${path}` : "with a different body";
  throw new Failure(code, {
    message: `This Idempotency-Key belongs to order ${orderId}, which was placed ${difference}.`,
    details: [
      {
        path: path ?? "",
        code,
        message: `Order ${orderId} was placed ${difference}. Check that order.`,
        order_id: orderId,
      },
    ],
  });
}

/** A replay confirms an order, so the order must be as safe as a new one (decision 150). */
async function awaitReplication(db: Database): Promise<void> {
  await db.awaitReplication().catch((cause: unknown) => {
    throw new UnknownOutcomeError({ cause });
  });
}

type PlannedOrder = Extract<OrderPlan, { readonly outcome: "planned" }>;

function toOrder(
  { accountId, newOrderId, content, now }: OrderPlacement,
  plan: PlannedOrder,
  orderNumber: string,
): Order {
  return {
    orderId: newOrderId ?? (newId() as OrderId),
    orderNumber,
    accountId,
    status: "draft",
    ...pickOrderTexts(content),
    lines: plan.lines,
    subtotal: plan.subtotal,
    createdAt: now,
  };
}

/**
 * Places a draft order, or replays the response of the order that its Idempotency-Key is bound to
 * and writes nothing. Reserves no stock. Throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS,
 * VALIDATION_FAILED for a day that has passed, the codes of refused orders with one detail per
 * fault, and UnknownOutcomeError. Does not validate the shape of the content.
 */
export async function placeOrder(
  db: Database,
  placement: OrderPlacement,
  rules: OrderingRules,
  window: CommitWindow,
): Promise<PlacedOrder> {
  const { accountId, content, idempotencyKey, now } = placement;
  const day = utcDay(now);
  const lines = content.items.map((item) => ({
    opened: rules.partIds.open(accountId, item.partId),
    ...item,
  }));
  const asSent = lines.map(({ partId }) => partId);
  const opened = lines.map((line) => line.opened?.offerId ?? line.partId);
  const sent: SentRequest = {
    requestHash: hash("sha256", writeRequest(content, asSent), "buffer"),
    request: idempotencyKey && writeRequest(content, opened),
  };
  const offerIds: OfferId[] = [...new Set(lines.flatMap(({ opened }) => opened?.offerId ?? []))];
  const oldestMintS = findOldestMint(rules, now);

  const replayBound = (bound: BoundOrder): Placement => {
    const placed = replay(bound, sent);
    window.enter();
    return { placed };
  };

  const place = async (tx: Transaction): Promise<Placement> => {
    const facts = await lockOrderFacts(tx, accountId, idempotencyKey, offerIds, day);
    if (facts.bound !== undefined) return replayBound(facts.bound);
    const offers = new Map(facts.offers.map((offer) => [offer.offerId, offer]));
    const { agreement } = facts;
    const bounds = { oldestMintS, firstNeededDay: firstNeededDay(now) };
    const plan = planOrder(lines, { offers, agreement, ...bounds });
    if (plan.outcome === "refused") {
      // A retry must get what the first request with the key got, not a refusal.
      const bound = await findBound(tx, placement);
      if (bound !== undefined) return replayBound(bound);
      throw new Failure(plan.code, { details: plan.faults });
    }
    const order = toOrder(placement, plan, facts.orderNumber);
    const answer = rules.renderAnswer(order);
    window.enter();
    const origin = { ...placement, ...sent, answer, userId: null, madeBy: null };
    // Sent together with the commit, which fails if this fails.
    const stored = insertOrder(tx, order, origin);
    return { placed: { orderId: order.orderId, answer, replayed: false }, stored };
  };
  const { placed, stored } = await retryIfOfferDeleted(() => db.transaction(place)).catch(
    (error: unknown) => throwIfInProgress(db, placement, error),
  );
  if (stored !== undefined && (await stored).length > 0) return placed;
  const replayed = placed.replayed ? placed : replay(await findBound(db, placement), sent);
  await awaitReplication(db);
  return replayed;
}

/**
 * Runs `create`, which stores an order for a key, once per Idempotency-Key: a repeated request gets
 * the response of the order that the key is bound to, and writes nothing. Throws as `placeOrder`.
 */
export async function createOncePerKey(
  db: Database,
  by: KeyRequest,
  window: CommitWindow,
  create: (tx: Transaction) => Promise<Order>,
): Promise<PlacedOrder> {
  const { accountId, idempotencyKey } = by;
  const placed = await runOrderTransaction(db, async (tx): Promise<PlacedOrder> => {
    if (idempotencyKey !== null) await lockKey(tx, accountId, idempotencyKey);
    const bound = await findBound(tx, by);
    const order = bound === undefined ? await create(tx) : null;
    window.enter();
    if (order === null) return replay(bound, by);
    return { orderId: order.orderId, answer: writePlacedAnswer(order), replayed: false };
  });
  if (placed === "busy") {
    const isRunning = idempotencyKey !== null && (await isKeyLocked(db, accountId, idempotencyKey));
    throw new Failure(isRunning ? "IDEMPOTENCY_IN_PROGRESS" : "UNAVAILABLE", { retryAfterS: 1 });
  }
  if (placed.replayed) await awaitReplication(db);
  return placed;
}
