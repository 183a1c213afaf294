// Distributes the ready rows of a list over drafts. Pure. Invariant: a draft has one currency and
// at most 500 lines, all rows of one offer go into the same draft, so that their price stays, and
// rows become one line only if they say the same, so that nothing of them is lost.
import type { OfferId } from "../catalog/partId.ts";
import { foldFullWidth, partNumberKey } from "../catalog/partNumber.ts";
import { limits } from "../contract/limits.ts";
import type { Currency } from "../money.ts";
import { keyInstructions, type LineInstructions } from "../orders/lineInstructions.ts";
import { type Requested, splitCertificates } from "../orders/requested.ts";
import { listAccepted } from "../reading/condition.ts";
import type { RowInstructions } from "./orderList.ts";

export type DraftRow = {
  readonly rowNumber: number;
  readonly offerId: OfferId;
  readonly quantity: number;
  readonly currency: Currency;
  /** The number that was listed, and that of the offer; null: it no longer exists. */
  readonly listed: string | null;
  readonly offeredNumber: string | null;
  /** The certificates that are asked for; null: none. */
  readonly certificate: string | null;
  /** The conditions any of which is accepted; null: any. */
  readonly condition: string | null;
  readonly offeredUnit: string | null;
  /** The quantity that was asked for before it was reduced or rounded; null: it was not. */
  readonly askedQuantity: number | null;
  /** The quantity that was asked for before it was converted, in its unit; null: it was not. */
  readonly requestedQuantity: number | null;
  readonly requestedUnit: string | null;
} & RowInstructions;

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

type OpenDraft = { readonly lines: PlannedLine[]; readonly rowNumbers: number[] };

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
    const instructions = { remark, neededBy, requested: findRequested(row) };
    const key = keyInstructions(instructions) ?? String(rowNumber);
    const sum = quantity + (lines.get(key)?.quantity ?? 0);
    lines.set(key, { offerId, quantity: sum, instructions });
  }
  return [...lines.values()];
}

/** Lines of one offer that do not fit into a draft are in a larger one, which is refused. */
function fillDrafts(rows: readonly DraftRow[], maxLines: number): OpenDraft[] {
  const drafts: OpenDraft[] = [];
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
