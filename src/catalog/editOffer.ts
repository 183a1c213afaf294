// Invariant: a manual edit is read by the rules of an import row, is merged with what others
// changed since its form was opened, and is stored as a run with an audit event.

import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { retryTransaction } from "../db/retryTransaction.ts";
import type { CellFault } from "../imports/feedRow.ts";
import type { RunId } from "../imports/importRun.ts";
import { recordManualRun } from "../imports/recordManualRun.ts";
import { type MergedEdit, mergeEdit } from "../mergeEdit.ts";
import { parseCurrency } from "../money.ts";
import { formatMoney, parsePrice, readStoredPrice, toStoredPrice } from "../price.ts";
import { describeLoop, findLoops } from "./import/findLoops.ts";
import { lockImports, selectCatalogCodes } from "./import/importQueries.ts";
import { type CatalogRules, type OfferRow, readOfferRecord } from "./import/readOfferRecord.ts";
import {
  hasOtherOffer,
  type LastChange,
  lockOfferTexts,
  selectLastChange,
  selectLinksFrom,
  updateOffer,
} from "./offerEditQueries.ts";
import {
  type EditedOfferColumn,
  editedOfferColumns,
  fileFields,
  nameInFile,
} from "./offerFields.ts";
import {
  type EditedOfferTexts,
  offerGroups,
  type StoredOfferTexts,
  toFeedRow,
} from "./offerTexts.ts";
import type { OfferId } from "./partId.ts";
import { freeOfCharge, zeroPriceColumn } from "./readListPrice.ts";
import { insertTypedCount } from "./stock/countTimeQueries.ts";
import { typedStock } from "./stock/feedStock.ts";
import { onHandColumn } from "./stock/readQuantity.ts";

const properties = new Map<string, keyof OfferRow>([
  ...fileFields.map((field) => [nameInFile(field), field.property] as const),
  [onHandColumn.name, "quantity"],
]);

/**
 * Writes the texts of an offer so that texts which are stored as the same are the same: "11" and
 * "11.00", an NSN with and without dashes. Texts that cannot be read, and those that mean no value,
 * stay as they are.
 */
function normalizeOfferTexts(
  texts: EditedOfferTexts,
  stored: StoredOfferTexts,
  feed: CatalogRules,
): EditedOfferTexts {
  // A fault in one group keeps no other group from being read.
  const normalized = offerGroups.flatMap((group) => {
    const typed = Object.fromEntries(group.map((column) => [column, texts[column]]));
    const { offer } = readOfferRecord(toFeedRow({ ...stored, ...typed }), feed);
    return group.map((column): [EditedOfferColumn, string] => {
      const property = properties.get(column);
      const value = offer === null || property === undefined ? null : offer[property];
      return [column, value === null ? texts[column] : JSON.stringify(value)];
    });
  });
  return Object.fromEntries(normalized) as EditedOfferTexts;
}

/** What a form sends: the texts, and those that it showed. */
type OfferEdit = {
  readonly offerId: OfferId;
  readonly texts: EditedOfferTexts;
  readonly shown: EditedOfferTexts;
  /** Absent: no price is asked for. */
  readonly priceCheck?: PriceCheck;
};

/**
 * By how many percent the price may change without asking, and the price that was confirmed after
 * it was asked for; an empty text if none was.
 */
type PriceCheck = { readonly maxPriceMove: number; readonly confirmed: string };

/** "busy": an import was writing for too long. Only "edited" changed anything. */
export type OfferEditOutcome =
  | {
      readonly outcome: "edited";
      readonly runId: RunId;
      /** What others changed since the form was opened. */
      readonly others: readonly EditedOfferColumn[];
    }
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "refused"; readonly faults: readonly CellFault[] }
  /** Nothing is stored until the price is confirmed. */
  | { readonly outcome: "asked"; readonly before: string; readonly after: string }
  | {
      readonly outcome: "conflict";
      readonly current: StoredOfferTexts;
      readonly merged: EditedOfferTexts;
      readonly conflicts: readonly EditedOfferColumn[];
      readonly last: LastChange | undefined;
    }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "busy" };

/** Supersessions that an edit follows. */
const maxLinks = 1_000;

async function findLoopFault(
  tx: Transaction,
  edit: OfferEdit,
  offer: OfferRow,
): Promise<CellFault[]> {
  const { partNumberKey: from, supersededByKey: to, supersededBy } = offer;
  if (to === null) return [];
  const links = await selectLinksFrom(tx, to, edit.offerId, maxLinks);
  const loop = findLoops([{ from, to }, ...links]).find(
    (one) => one.from === from && one.to === to,
  );
  if (loop === undefined) return [];
  const reason = loop.path === null ? "leads back to itself" : describeLoop(loop.path);
  return [{ column: "superseded_by", value: supersededBy ?? "", reason, suggestion: null }];
}

/** The manufacturer is part of what identifies an offer. */
async function findSameFault(
  tx: Transaction,
  { offerId }: OfferEdit,
  offer: OfferRow,
): Promise<CellFault[]> {
  if (!(await hasOtherOffer(tx, offerId, offer))) return [];
  const column = offer.cage === null ? "manufacturer" : "cage";
  const reason = "is that of another offer of this part, vendor, condition and unit of measure";
  return [{ column, value: offer[column] ?? "", reason, suggestion: null }];
}

/** A file may leave open what 0 means; a form must say it (decision 152). */
function checkTypedPrice(texts: StoredOfferTexts, { listPrice }: OfferRow): CellFault[] {
  const { price } = texts;
  const fault = (reason: string, suggestion: string) => {
    return [{ column: "price", value: price, reason, suggestion }];
  };
  if (texts[zeroPriceColumn] === freeOfCharge) {
    if (listPrice === "0") return [];
    const reason = `is ${price.trim() === "" ? "empty" : "not 0"}, but the offer is free of charge`;
    return fault(reason, "enter 0, or clear “Free of charge”");
  }
  if (listPrice !== null || price.trim() === "") return [];
  const remedy = "leave it empty for a price on request, or select “Free of charge”";
  return fault("is not a price unless the offer is free of charge", remedy);
}

export function diffOfferTexts(before: StoredOfferTexts, after: StoredOfferTexts) {
  const columns = editedOfferColumns.filter((column) => before[column] !== after[column]);
  const pick = (texts: StoredOfferTexts) =>
    Object.fromEntries(columns.map((column) => [column, texts[column]]));
  return { before: pick(before), after: pick(after) };
}

/**
 * The price before and after if it changes by more than `limit` percent, its currency changes, or
 * it becomes a price on request: as imports do.
 */
function findPriceMove(
  current: StoredOfferTexts,
  { listPrice, currency }: OfferRow,
  limit: number,
) {
  const known = parseCurrency(current.currency);
  const price = known && parsePrice(current.price, known, 1);
  if (known === undefined || price === undefined) return undefined;
  const [before, after] = [toStoredPrice(price), listPrice].map(Number) as [number, number];
  const isMove = Math.abs(after - before) * 100 > before * limit;
  if (before === 0 || (listPrice !== null && currency === known && !isMove)) return undefined;
  const priced = listPrice !== null && currency !== null && parseCurrency(currency);
  const next = priced ? formatMoney(readStoredPrice(listPrice, priced)) : "on request";
  return { before: formatMoney(price), after: next };
}

function mergeTexts(
  { texts: typed, shown }: OfferEdit,
  current: StoredOfferTexts,
  feed: CatalogRules,
): MergedEdit<EditedOfferColumn, EditedOfferTexts> {
  const cells = editedOfferColumns.map((column) => [column, current[column]] as const);
  const stored = Object.fromEntries(cells) as EditedOfferTexts;
  const merged = mergeEdit<EditedOfferColumn, EditedOfferTexts>(
    { shown, typed, current: stored },
    offerGroups,
    (texts) => normalizeOfferTexts(texts, current, feed),
  );
  // Orders change stock all the time.
  return { ...merged, others: merged.others.filter((column) => column !== onHandColumn.name) };
}

async function edit(
  tx: Transaction,
  typed: OfferEdit,
  actor: OperatorActor,
  now: Date,
): Promise<OfferEditOutcome> {
  const { offerId } = typed;
  await lockImports(tx);
  const current = await lockOfferTexts(tx, offerId);
  if (current === undefined) return { outcome: "unknown" };
  const codes = await selectCatalogCodes(tx);
  const { part_number: partNumber } = current;
  const feed = { codes, vendor: null, refusesUnread: true, stock: typedStock, partNumber };
  const { merged, conflicts, others } = mergeTexts(typed, current, feed);
  if (conflicts.length > 0) {
    const last = await selectLastChange(tx, offerId);
    return { outcome: "conflict", current, merged, conflicts, last };
  }
  const texts = { ...current, ...merged };
  const row = toFeedRow(texts);
  const { offer } = readOfferRecord(row, feed);
  const faults =
    offer === null
      ? row.faults
      : [
          ...checkTypedPrice(texts, offer),
          ...(await findLoopFault(tx, typed, offer)),
          ...(await findSameFault(tx, typed, offer)),
        ];
  if (offer === null || faults.length > 0) return { outcome: "refused", faults };
  const { priceCheck } = typed;
  const move = priceCheck && findPriceMove(current, offer, priceCheck.maxPriceMove);
  if (move !== undefined && move.after !== priceCheck?.confirmed) {
    return { outcome: "asked", ...move };
  }
  const startedBy = actor.operator.name;
  const run = { kind: "catalog", vendor: current.vendor, accountId: null, reverts: null } as const;
  const runId = await recordManualRun(tx, { ...run, startedBy, now }, async (id) => {
    const updated = await updateOffer(tx, offerId, offer, id, now);
    const isCounted = updated > 0 && texts.on_hand !== current.on_hand;
    if (isCounted) await insertTypedCount(tx, offerId, { runId: id, at: now });
    return { updated };
  });
  const after = await lockOfferTexts(tx, offerId);
  if (runId === null || after === undefined) return { outcome: "unchanged" };
  recordAuditEvent(tx, {
    actor,
    action: "edited an offer",
    subjectKind: "offer",
    subjectId: String(offerId),
    accountId: null,
    ...diffOfferTexts(current, after),
    now,
  });
  return { outcome: "edited", runId, others };
}

/**
 * Edits an offer, unless someone else changed the same fields since its form was opened: then it
 * returns both versions. Stock that the form left unchanged stays as orders changed it.
 */
export async function editOffer(
  db: Database,
  typed: OfferEdit,
  actor: OperatorActor,
  now: Date,
): Promise<OfferEditOutcome> {
  const outcome = await retryTransaction(db, (tx) => edit(tx, typed, actor, now));
  return outcome === "busy" ? { outcome } : outcome;
}
