// Invariant: a manual edit is read by the rules of an import row, replaces the version its form was
// opened with, and is stored as a run with an audit event.
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import { selectCatalogCodes } from "../../catalog/codeQueries.ts";
import { onHandColumn, typedStock } from "../../catalog/feedStock.ts";
import { onHand, selectFileTexts, toOfferJson } from "../../catalog/offerFieldQueries.ts";
import {
  columnsBesideStock,
  comparedColumns,
  editedOfferColumns,
} from "../../catalog/offerFields.ts";
import {
  type EditedOfferTexts,
  type StoredOfferTexts,
  toFeedRow,
} from "../../catalog/offerTexts.ts";
import type { OfferId } from "../../catalog/partId.ts";
import {
  freeOfCharge,
  type OfferRow,
  readOfferRecord,
  zeroPriceColumn,
} from "../../catalog/readOfferRecord.ts";
import { columnsOf } from "../../db/columnsOf.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { retryTransaction } from "../../db/retryTransaction.ts";
import { parseCurrency } from "../../kit/money.ts";
import { formatMoney, parsePrice, readStoredPrice, toStoredPrice } from "../../kit/price.ts";
import { all, first, raw, type Sql, sql } from "../../kit/sql.ts";
import { listDifferences, versionOf } from "../../kit/version.ts";
import type { CellFault } from "../../reading/row.ts";
import { recordManualRun } from "../conductRun.ts";
import type { RunId } from "../run.ts";
import { changedOffer, changeOffers } from "./plannedQueries.ts";
import { haveSameIdentity, lockImports } from "./stagingQueries.ts";
import { insertTypedCount } from "./stockTermQueries.ts";

/** Orders change stock all the time, so it is compared for itself. */
const versionedColumns = editedOfferColumns.filter((column) => column !== onHandColumn.name);

export function offerVersion(texts: EditedOfferTexts): string {
  return versionOf(texts, versionedColumns);
}

/** What a form sends: the texts, the version that it was opened with, and the stock it showed. */
type OfferEdit = {
  readonly offerId: OfferId;
  readonly texts: EditedOfferTexts;
  readonly version: string;
  readonly shownOnHand: string;
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
  | { readonly outcome: "edited"; readonly runId: RunId }
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "refused"; readonly faults: readonly CellFault[] }
  /** Nothing is stored until the price is confirmed. */
  | { readonly outcome: "asked"; readonly before: string; readonly after: string }
  | {
      readonly outcome: "conflict";
      readonly current: StoredOfferTexts;
      readonly typed: EditedOfferTexts;
      readonly last: LastChange | undefined;
    }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "busy" };

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

function diffOfferTexts(before: StoredOfferTexts, after: StoredOfferTexts) {
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

/** The typed texts; stock that the form left unchanged stays as it is now. */
function takeTyped({ texts, shownOnHand }: OfferEdit, current: StoredOfferTexts) {
  return texts.on_hand === shownOnHand ? { ...texts, on_hand: current.on_hand } : texts;
}

/** Whether someone else changed what is being replaced. */
function isStale(
  { version, shownOnHand }: OfferEdit,
  typed: EditedOfferTexts,
  current: StoredOfferTexts,
): boolean {
  const isCounted = typed.on_hand !== current.on_hand && shownOnHand !== current.on_hand;
  const isChanged = listDifferences(typed, current, versionedColumns).length > 0;
  return isCounted || (isChanged && version !== offerVersion(current));
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
  const taken = takeTyped(typed, current);
  if (isStale(typed, taken, current)) {
    const last = await selectLastChange(tx, offerId);
    return { outcome: "conflict", current, typed: taken, last };
  }
  const texts = { ...current, ...taken };
  const row = toFeedRow(texts);
  const { offer } = readOfferRecord(row, feed);
  const faults =
    offer === null
      ? row.faults
      : [...checkTypedPrice(texts, offer), ...(await findSameFault(tx, typed, offer))];
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
  return { outcome: "edited", runId };
}

/**
 * Edits an offer, unless someone else changed it since its form was opened: then it returns the
 * stored version. Stock that the form left unchanged stays as orders changed it.
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

const fileTexts = selectFileTexts("; ", (text) => `coalesce(${text}, '')`);
const textColumns = `${fileTexts}, ${onHand("")}::text as on_hand, allocated::text`;
const comparedBesideStock = comparedColumns.filter((column) => columnsBesideStock.includes(column));

async function selectTexts(db: Queryable, offerId: OfferId, lock: Sql) {
  // Inside JSON the columns keep their names.
  const offer = sql`select ${raw(textColumns)} from offers where offer_id = ${offerId} ${lock}`;
  const found = sql`with offer as (${offer}) select to_jsonb(offer) as texts from offer`;
  return (await first<{ texts: StoredOfferTexts }>(db, found))?.texts;
}

/** An offer as texts; undefined if there is none. */
export function selectOfferTexts(db: Queryable, offerId: OfferId) {
  return selectTexts(db, offerId, sql``);
}

/** As `selectOfferTexts`, locked against changes until the transaction ends. */
function lockOfferTexts(tx: Transaction, offerId: OfferId) {
  return selectTexts(tx, offerId, sql`for no key update`);
}

/**
 * Sets an offer to what was typed, with the typed quantity on hand now; returns 0 if nothing
 * differs.
 */
function updateOffer(
  tx: Transaction,
  offerId: OfferId,
  offer: OfferRow,
  runId: RunId,
  now: Date,
): Promise<number> {
  return changeOffers(
    tx,
    runId,
    sql`update offers o
      set (${raw(columnsBesideStock.join(", "))}, received, updated_at) =
        (${raw(columnsOf("s", columnsBesideStock))}, s.received + o.shipped, ${now})
      from jsonb_populate_record(null::offers, ${toOfferJson(offer)}) s
      where o.offer_id = ${offerId}
        and (${raw(columnsOf("o", comparedBesideStock))}, ${raw(onHand("o."))}) is distinct from
          (${raw(columnsOf("s", comparedBesideStock))}, s.received)
      returning ${changedOffer}`,
  );
}

/** Whether another offer has what would identify this one. */
async function hasOtherOffer(tx: Transaction, offerId: OfferId, offer: OfferRow): Promise<boolean> {
  const rows = await all(
    tx,
    sql`select from jsonb_populate_record(null::offers, ${toOfferJson(offer)}) b
      join offers o on ${raw(haveSameIdentity("o", "b"))} where o.offer_id <> ${offerId}`,
  );
  return rows.length > 0;
}

/** Who last changed an offer, by a file or manually. */
export type LastChange = { readonly startedBy: string; readonly at: Date };

export async function selectLastChange(
  db: Queryable,
  offerId: OfferId,
): Promise<LastChange | undefined> {
  return first<LastChange>(
    db,
    sql`select r.started_by, r.ended_at as at
      from offer_changes c join import_runs r using (run_id)
      where c.offer_id = ${offerId} order by c.run_id desc limit 1`,
  );
}
