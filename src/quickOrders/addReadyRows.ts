// Adds the ready rows of an uploaded list to drafts: all of them, as the buyer saw them, or none.
// Invariant: a repeated request adds nothing a second time. A draft has one currency and at most 500
// lines, all rows of one offer go into the same draft, so that their price stays, and rows become
// one line only if they say the same, so that nothing of them is lost.
import type { OfferId } from "../catalog/partId.ts";
import { foldFullWidth, partNumberKey } from "../catalog/partNumber.ts";
import { selectOffers } from "../catalog/queries.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import { limits } from "../kit/contract/limits.ts";
import { utcDay } from "../kit/day.ts";
import type { Currency } from "../kit/money.ts";
import { toStoredPrice } from "../kit/price.ts";
import { all, change, sql } from "../kit/sql.ts";
import { markUrgent } from "../orders/changeQueries.ts";
import { createDraft } from "../orders/drafts/createDraft.ts";
import type { BrokenLimit, RefusedLine } from "../orders/drafts/editDraft.ts";
import { editDraft } from "../orders/drafts/editDraft.ts";
import {
  firstNeededDay,
  keyInstructions,
  type LineInstructions,
  noInstructions,
} from "../orders/lineInstructions.ts";
import type { OrderId } from "../orders/order.ts";
import { noOrderTexts } from "../orders/order.ts";
import { sendCurrentDraft } from "../orders/queries.ts";
import { type Requested, splitCertificates } from "../orders/requested.ts";
import { runOrderTransaction } from "../orders/runOrderTransaction.ts";
import { listAccepted } from "../reading/condition.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { type CheckedRow, checkParts } from "./checkParts.ts";
import type { AskedQuantity, ListRow, OrderList, RowInstructions, RowResult } from "./orderList.ts";
import { incrementVersion, lockList, summarizeList } from "./queries.ts";
import { movePastDay } from "./readRow.ts";
import { findRowsUrgency } from "./readUpload.ts";
import { selectRows } from "./rowQueries.ts";

/** A ready row with the number and unit of its offer; null: it no longer exists. */
export type DraftRow = Pick<ListRow, "rowNumber" | "listed" | "certificate" | "condition"> &
  RowInstructions &
  AskedQuantity & {
    readonly offerId: OfferId;
    readonly quantity: number;
    readonly currency: Currency;
    readonly offeredNumber: string | null;
    readonly offeredUnit: string | null;
  };

/** The ready ones of rows, as they are ordered now. */
export async function toDraftRows(
  tx: Transaction,
  rows: readonly ListRow[],
  now: Date,
): Promise<DraftRow[]> {
  const offerIds = new Set(rows.flatMap(({ offerId }) => offerId ?? []));
  const offers = await selectOffers(tx, [...offerIds], utcDay(now));
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  const firstDay = firstNeededDay(now);
  return rows.flatMap((row): DraftRow[] => {
    const { offerId, quantity, unitPrice } = row;
    if (offerId === null || quantity === null || unitPrice === null) return [];
    const { partNumber = null, unitOfMeasure = null } = offerOf.get(offerId) ?? {};
    const offered = { offeredNumber: partNumber, offeredUnit: unitOfMeasure };
    const ordered = { offerId, quantity, currency: unitPrice.currency, ...offered };
    return [{ ...row, ...ordered, ...movePastDay(row, firstDay) }];
  });
}

type PlannedLine = {
  readonly offerId: OfferId;
  readonly quantity: number;
  readonly instructions: LineInstructions;
};

/** A draft to be created: the lines of an offer in the order of its rows. */
export type PlannedDraft = {
  readonly currency: Currency;
  readonly lines: readonly PlannedLine[];
  readonly rowNumbers: readonly number[];
};

/** The listed number, if it differs from the ordered one by more than case. */
export function findListedNumber(listed: string | null, ordered: string | null): string | null {
  if (listed === null || ordered === null) return null;
  const keyOf = (text: string) => foldFullWidth(partNumberKey(text));
  return keyOf(listed) === keyOf(ordered) ? null : listed;
}

function findRequested(row: DraftRow): Requested {
  const { askedQuantity, quantity, requestedQuantity, offeredUnit, unread } = row;
  const isOther = askedQuantity !== null && askedQuantity !== quantity;
  const asked = isOther
    ? { quantity: askedQuantity, unit: offeredUnit }
    : { quantity: null, unit: null };
  return {
    partNumber: findListedNumber(row.listed, row.offeredNumber),
    ...(requestedQuantity === null
      ? asked
      : { quantity: requestedQuantity, unit: row.requestedUnit }),
    conditions: listAccepted(row.condition),
    certificates: splitCertificates(row.certificate),
    unread,
  };
}

/** The lines of the rows of one offer. */
function toLines(rows: readonly DraftRow[]): PlannedLine[] {
  const lines = new Map<string, PlannedLine>();
  for (const row of rows) {
    const { rowNumber, offerId, quantity, remark, neededBy } = row;
    const instructions = { ...noInstructions, remark, neededBy, requested: findRequested(row) };
    const key = keyInstructions(instructions) ?? String(rowNumber);
    const sum = quantity + (lines.get(key)?.quantity ?? 0);
    lines.set(key, { offerId, quantity: sum, instructions });
  }
  return [...lines.values()];
}

/** Lines of one offer that do not fit into a draft are in a larger one, which is refused. */
function fillDrafts(rows: readonly DraftRow[], maxLines: number) {
  const drafts: { readonly lines: PlannedLine[]; readonly rowNumbers: number[] }[] = [];
  for (const ofOffer of Map.groupBy(rows, ({ offerId }) => offerId).values()) {
    const lines = toLines(ofOffer);
    let draft = drafts.at(-1);
    if (draft === undefined || draft.lines.length + lines.length > maxLines) {
      draft = { lines: [], rowNumbers: [] };
      drafts.push(draft);
    }
    draft.lines.push(...lines);
    draft.rowNumbers.push(...ofOffer.map(({ rowNumber }) => rowNumber));
  }
  return drafts;
}

/** The drafts for all rows, grouped by currency, in the order of the rows. */
export function planDrafts(
  rows: readonly DraftRow[],
  maxLines: number = limits.orderLines,
): PlannedDraft[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) =>
    fillDrafts(ofCurrency, maxLines).map(({ lines, rowNumbers }) => ({
      currency,
      lines,
      rowNumbers: rowNumbers.toSorted((one, other) => one - other),
    })),
  );
}

/** A `draftId` of null means new drafts. */
export type AddedRows = {
  readonly signedIn: SignedIn;
  readonly listId: string;
  /** The version of the list that the buyer saw. */
  readonly version: number;
  readonly draftId: string | null;
  readonly requestId: string;
  readonly now: Date;
};

/**
 * Why rows were not added. "stale": the list has changed in the meantime. "checking": some rows are
 * not checked yet. "changed": the number of rows that are no longer ready or have another price,
 * which is stored; the other outcomes write nothing. "no draft", "several currencies", "outside
 * limits", "refused": the draft cannot take the rows.
 */
export type AddRefusal =
  | { readonly outcome: "changed"; readonly rows: number }
  | { readonly outcome: "stale" | "checking" | "nothing" | "busy" }
  | { readonly outcome: "no draft" | "several currencies" }
  | { readonly outcome: "outside limits"; readonly limit: BrokenLimit }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] };

/**
 * "added" lists the drafts, even if an earlier request with the same version added the rows;
 * `created` of them are new with this request.
 */
export type AddOutcome =
  | { readonly outcome: "added"; readonly orderIds: readonly OrderId[]; readonly created: number }
  | { readonly outcome: "unknown" }
  | AddRefusal;

/** Rolls back all drafts if one of them cannot be stored. */
class NotAdded extends Error {
  readonly outcome: AddRefusal;

  constructor(outcome: AddRefusal) {
    super(`rows were not added: ${outcome.outcome}`);
    this.name = "NotAdded";
    this.outcome = outcome;
  }
}

/** Whether a ready row is no longer ready, or has another offer or price. */
function isChanged({ before, after }: CheckedRow): boolean {
  const orderOf = ({ state, offerId, unitPrice }: RowResult) =>
    [state, offerId, unitPrice && toStoredPrice(unitPrice), unitPrice?.currency].join(" ");
  return before.state === "ready" && orderOf(after) !== orderOf(before);
}

/** Stores lines in the draft of a request, or in a new one. */
async function storeLines(
  tx: Transaction,
  { signedIn, draftId: orderId, requestId, now }: AddedRows,
  { lines }: PlannedDraft,
): Promise<OrderId> {
  if (orderId === null) {
    const draft = { signedIn, lines, ...noOrderTexts, requestId, now };
    const created = await createDraft(tx, draft);
    if (created.outcome !== "created") throw new NotAdded(created);
    return created.order.orderId;
  }
  const edit = { added: lines };
  const edited = await editDraft(tx, { signedIn, orderId, version: null, edit, requestId, now });
  if (edited.outcome === "edited") return edited.order.orderId;
  const isRefused = edited.outcome === "refused" || edited.outcome === "outside limits";
  throw new NotAdded(isRefused ? edited : { outcome: "no draft" });
}

/** Part numbers that the notes of an urgent draft name. */
const maxNamedParts = 10;

/** Carries what the list says of these rows to their draft. */
async function markUrgentDraft(
  tx: Transaction,
  { urgent }: OrderList,
  ready: readonly DraftRow[],
  rowNumbers: readonly number[],
  orderId: OrderId,
): Promise<void> {
  const found = findRowsUrgency(urgent, rowNumbers);
  if (found === undefined) return;
  const { urgency, rows } = found;
  const numbers = ready.flatMap(({ rowNumber, offeredNumber }) =>
    rows?.has(rowNumber) ? (offeredNumber ?? []) : [],
  );
  const distinct = [...new Set(numbers)];
  const more = distinct.length > maxNamedParts ? ["…"] : [];
  const named = [...distinct.slice(0, maxNamedParts), ...more].join(", ");
  const note = [urgency, ...(rows === null ? [] : [named])].join(": ");
  await markUrgent(tx, orderId, urgency, note);
}

async function addRows(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  request: AddedRows,
): Promise<AddOutcome> {
  const { draftId, version, now } = request;
  const list = await lockList(tx, request.signedIn.account.accountId, request.listId);
  if (list === undefined) return { outcome: "unknown" };
  const { listId } = list;
  const statement = sql`select order_id from quick_order_rows
    where quick_order_id = ${listId} and state = 'added' and added_version = ${version}
    group by order_id order by count(*) desc, min(row_number)`;
  const before = await all<{ orderId: OrderId }>(tx, statement);
  const orderIds = before.map(({ orderId }) => orderId);
  if (orderIds.length > 0) return { outcome: "added", orderIds, created: 0 };
  if (list.version !== version) return { outcome: "stale" };
  const { states } = await summarizeList(tx, listId);
  if (states.waiting > 0) return { outcome: "checking" };
  const rows = await selectRows(tx, listId, { states: ["ready"] });
  if (rows.length === 0) return { outcome: "nothing" };
  const keys = rows.map(({ partNumberKey: key }) => key);
  const changed = (await checkParts(tx, replica, list, keys, now)).filter(isChanged).length;
  await incrementVersion(tx, listId);
  if (changed > 0) return { outcome: "changed", rows: changed };

  const ready = await toDraftRows(tx, rows, now);
  const planned = planDrafts(ready).toSorted(
    (one, other) => other.rowNumbers.length - one.rowNumbers.length,
  );
  if (draftId !== null && new Set(planned.map(({ currency }) => currency)).size > 1) {
    throw new NotAdded({ outcome: "several currencies" });
  }
  if (draftId !== null && planned.length > 1) {
    throw new NotAdded({ outcome: "outside limits", limit: "too many lines" });
  }
  const added: OrderId[] = [];
  for (const draft of planned) {
    const orderId = await storeLines(tx, request, draft);
    const { rowNumbers } = draft;
    await markUrgentDraft(tx, list, ready, rowNumbers, orderId);
    const addition = sql`update quick_order_rows
      set state = 'added', order_id = ${orderId}, added_version = ${version}
      where quick_order_id = ${listId} and row_number = any(${rowNumbers}::integer[])`;
    await change(tx, addition);
    added.push(orderId);
  }
  // The last that was created is current, but a person goes on with the largest.
  const [largest] = added;
  if (largest !== undefined) sendCurrentDraft(tx, request.signedIn.user.userId, largest);
  return { outcome: "added", orderIds: added, created: draftId === null ? added.length : 0 };
}

/**
 * Adds the ready rows of a list of the signed-in buyer's account to one of its drafts, or to new
 * drafts of at most `limits.orderLines` lines and one currency each. The largest comes first, and
 * becomes the current draft.
 */
export async function addReadyRows(
  { db, replica }: CatalogAccess<Database>,
  request: AddedRows,
): Promise<AddOutcome> {
  try {
    const added = await runOrderTransaction(db, (tx) => addRows(tx, replica, request));
    return added === "busy" ? { outcome: "busy" } : added;
  } catch (error) {
    if (error instanceof NotAdded) return error.outcome;
    throw error;
  }
}
