import type { Queryable } from "../db/database.ts";
import type { Currency } from "../kit/money.ts";
import {
  type ChangeAction,
  type OfferHistory,
  type RunMode,
  selectHistory,
} from "./changeQueries.ts";
import { computedColumns } from "./offerFields.ts";
import { partNumberKey } from "./partNumber.ts";

export type FieldChange = {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** What one run changed in an offer. `at` is when the run ended. */
export type HistoryEntry = {
  readonly runId: number;
  readonly at: string;
  readonly startedBy: string;
  readonly fileName: string | null;
  readonly mode: RunMode;
  readonly action: ChangeAction;
  /** The currencies of the prices before and after. */
  readonly currencies: { readonly before: Currency | null; readonly after: Currency | null };
  readonly fields: readonly FieldChange[];
};

/** An offer of the part with its changes, newest first. */
export type PartHistory = Pick<
  OfferHistory,
  | "offerId"
  | "partNumber"
  | "vendor"
  | "condition"
  | "unitOfMeasure"
  | "manufacturer"
  | "cage"
  | "createdRun"
> & { readonly entries: readonly HistoryEntry[] };

/** Columns that offers had once, and the stored rows of older changes still have. */
const formerColumns = ["wire", "search", "name_key", "alternate_keys", "interchangeable_keys"];
const hiddenFields = new Set([...computedColumns, ...formerColumns, "updated_at", "created_run"]);

type Row = Readonly<Record<string, unknown>>;

/** The visible fields of `after` that differ. */
export function compareRows(before: Row, after: Row): FieldChange[] {
  const earlier = new Map(Object.entries(before));
  return Object.entries(after)
    .map(([field, value]) => ({ field, before: earlier.get(field), after: value }))
    .filter(({ field }) => !hiddenFields.has(field))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** Goes back from the current offer: each change has the row before it. */
function listEntries(offer: OfferHistory): HistoryEntry[] {
  let state: Row = { ...offer.now, on_hand: offer.onHand };
  return offer.changes.toReversed().map((change) => {
    const after: Row = { ...state, on_hand: change.stockAfter };
    const before: Row = { ...(change.before ?? after), on_hand: change.stockBefore };
    state = before;
    const { runId, startedBy, fileName, mode, action } = change;
    const at = String(change.at);
    const currencies = {
      before: before["currency"] as Currency | null,
      after: after["currency"] as Currency | null,
    };
    const run = { runId, at, startedBy, fileName, mode };
    return { ...run, action, currencies, fields: compareRows(before, after) };
  });
}

/** The history of every offer of a part number; empty if the catalog does not have it. */
export async function listPartHistory(db: Queryable, partNumber: string): Promise<PartHistory[]> {
  const offers = await selectHistory(db, partNumberKey(partNumber));
  return offers.map((offer) => {
    const { now: _, onHand: __, changes: ___, ...identity } = offer;
    return { ...identity, entries: listEntries(offer) };
  });
}
