// What a change of a draft asks for, and what the lines of the draft are after it: pure. Invariant:
// lines that the change does not touch keep their prices, also where the catalog has moved on.

import type { OfferId } from "../../catalog/partId.ts";
import { limits } from "../../contract/limits.ts";
import type { Money } from "../../money.ts";
import { type CheckedLine, checkLines, type LineFault } from "../checkLines.ts";
import type { StoredLine, StoredOrder } from "../order.ts";
import { type LineChange, priceChange } from "../orderEvent.ts";
import { type DraftFacts, reviewLines } from "./reviewDraft.ts";

/** How many of an offer. */
export type OfferQuantity = { readonly offerId: OfferId; readonly quantity: number };

/** A change of a draft. What is undefined stays. */
export type DraftEdit = {
  /** New quantities by line number, from 1 on; 0 removes the line. */
  readonly quantities?: ReadonlyMap<number, number>;
  /** Added to the first line of the same offer where there is one, else in new lines. */
  readonly added?: readonly OfferQuantity[];
  readonly poNumber?: string | null;
  readonly notes?: string | null;
  /** All lines get today's prices. */
  readonly reprice?: boolean;
  /** Quantities become what can be had, and lines of which nothing can go; before all else. */
  readonly fit?: boolean;
};

/** A line of a change that cannot be had; `lineNumber` is null for one that would be new. */
export type RefusedLine = OfferQuantity & {
  readonly lineNumber: number | null;
  readonly partNumber: string | null;
  readonly faults: readonly LineFault[];
};

/** Which bound of an order a change would break. */
export type BrokenBound = "no lines" | "too many lines" | "quantity";

export type EditedLines =
  | {
      readonly outcome: "edited";
      readonly lines: readonly StoredLine[];
      readonly changes: readonly LineChange[];
    }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] }
  | { readonly outcome: "unbounded"; readonly bound: BrokenBound };

/** A line as it is asked for: the one it was, if any, and its new quantity. */
type WantedLine = OfferQuantity & {
  readonly was: StoredLine | null;
  readonly lineNumber: number | null;
};

function listWanted(
  lines: readonly StoredLine[],
  fitted: readonly number[] | null,
  { quantities, added = [] }: DraftEdit,
): WantedLine[] {
  const wanted: WantedLine[] = lines.map((was, index) => ({
    was,
    lineNumber: index + 1,
    offerId: was.offerId,
    quantity: quantities?.get(index + 1) ?? fitted?.[index] ?? was.quantity,
  }));
  for (const { offerId, quantity } of added) {
    const place = wanted.findIndex((line) => line.offerId === offerId && line.quantity > 0);
    const there = wanted[place];
    if (there === undefined) wanted.push({ was: null, lineNumber: null, offerId, quantity });
    else wanted[place] = { ...there, quantity: there.quantity + quantity };
  }
  return wanted;
}

function findBrokenBound(wanted: readonly WantedLine[]): BrokenBound | undefined {
  const left = wanted.filter(({ quantity }) => quantity !== 0);
  if (left.length === 0) return "no lines";
  if (left.length > limits.orderLines) return "too many lines";
  const isBad = ({ quantity }: OfferQuantity) =>
    !Number.isInteger(quantity) || quantity < 1 || quantity > limits.quantity;
  return left.some(isBad) ? "quantity" : undefined;
}

/** The offers of which a line is new, gone or of another quantity; all where prices are renewed. */
function listTouched(wanted: readonly WantedLine[], { reprice }: DraftEdit): ReadonlySet<OfferId> {
  const changed = wanted.filter(({ was, quantity }) => reprice || was?.quantity !== quantity);
  return new Set(changed.map(({ offerId }) => offerId));
}

function describeChange(was: StoredLine | null, line: StoredLine | null): LineChange[] {
  const shown = line ?? was;
  if (shown === null) return [];
  const { partNumber, condition, vendor } = shown;
  const quantity = { before: was?.quantity ?? null, after: line?.quantity ?? null };
  const isResized = quantity.before !== quantity.after;
  const unitPrice = was !== null && line !== null ? priceChange(was, line) : undefined;
  if (!isResized && unitPrice === undefined) return [];
  return [
    {
      partNumber,
      condition,
      vendor,
      ...(isResized ? { quantity } : {}),
      ...(unitPrice === undefined ? {} : { unitPrice }),
    },
  ];
}

/** A wanted line as it comes to stand, or why it cannot. */
type EditedLine = {
  readonly wanted: WantedLine;
  readonly line: StoredLine | null;
  readonly faults: readonly LineFault[];
};

function editLine(wanted: WantedLine, judged: CheckedLine, isTouched: boolean, now: Date) {
  if (!isTouched && wanted.was !== null) return { wanted, line: wanted.was, faults: [] };
  const { line, faults } = judged;
  return { wanted, line: line === null ? null : { ...line, pricedAt: now }, faults };
}

function toRefusedLine({ wanted, line, faults }: EditedLine): RefusedLine {
  const { offerId, quantity, lineNumber, was } = wanted;
  const partNumber = line?.partNumber ?? was?.partNumber ?? null;
  return { offerId, quantity, lineNumber, partNumber, faults };
}

/**
 * The lines of a draft after a change. Lines of offers that it touches are judged and priced at
 * `now`; what cannot be ordered refuses the change as a whole.
 */
export function editLines(
  draft: Pick<StoredOrder, "lines"> & { readonly subtotal: Money | null },
  edit: DraftEdit,
  facts: DraftFacts,
  now: Date,
): EditedLines {
  const currency = draft.subtotal?.currency ?? null;
  const reviewed =
    edit.fit === true && currency !== null ? reviewLines(draft.lines, currency, facts, now) : null;
  const fitted = reviewed?.map(({ fit }) => fit) ?? null;
  const wanted = listWanted(draft.lines, fitted, edit);
  const bound = findBrokenBound(wanted);
  if (bound !== undefined) return { outcome: "unbounded", bound };
  const touched = listTouched(wanted, edit);
  const left = wanted.filter(({ quantity }) => quantity > 0);
  const isWhole = left.every(({ offerId }) => touched.has(offerId));
  const judged = checkLines(
    left.map(({ offerId, quantity }) => ({ offer: facts.offers.get(offerId), quantity })),
    { agreement: facts.agreement, currency: isWhole ? null : currency },
  );
  const edited: EditedLine[] = left.map((line, index) =>
    editLine(line, judged[index] as CheckedLine, touched.has(line.offerId), now),
  );
  const refused = edited.filter(({ line, faults }) => line === null || faults.length > 0);
  if (refused.length > 0) return { outcome: "refused", lines: refused.map(toRefusedLine) };
  const lineOf = new Map(edited.map(({ wanted: line, line: stored }) => [line, stored]));
  return {
    outcome: "edited",
    lines: edited.flatMap(({ line }) => line ?? []),
    changes: wanted.flatMap((line) => describeChange(line.was, lineOf.get(line) ?? null)),
  };
}
