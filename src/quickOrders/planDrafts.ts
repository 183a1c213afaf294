// Distributes the ready rows of a list over drafts. Pure. Invariant: a draft has one currency and
// at most 500 lines, and all rows of one offer go into the same draft, so that their price stays.
import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../contract/limits.ts";
import { type Currency, groupDigits } from "../money.ts";
import type { AddedLine } from "../orders/drafts/editLines.ts";
import {
  addRemark,
  type LineInstructions,
  mergeInstructions,
  noInstructions,
  pickInstructions,
} from "../orders/lineInstructions.ts";
import { writeCertificateRemark } from "./written/certificateWish.ts";

export type DraftRow = {
  readonly rowNumber: number;
  readonly offerId: OfferId;
  readonly quantity: number;
  readonly currency: Currency;
  /** The certificates that are asked for, and those of the offer; null: none. */
  readonly certificate: string | null;
  readonly offeredCertificate: string | null;
  /** The quantity that was asked for before it was reduced or rounded; null: it was not. */
  readonly askedQuantity: number | null;
} & LineInstructions;

/** A draft to be created: one line per offer, in the order of the rows. */
export type PlannedDraft = {
  readonly currency: Currency;
  readonly lines: readonly AddedLine[];
  readonly rowNumbers: readonly number[];
};

type OpenDraft = { readonly lines: Map<OfferId, AddedLine>; readonly rowNumbers: number[] };

/** What a line says of a quantity that was reduced or rounded. */
function writeQuantityRemark({ askedQuantity, quantity }: DraftRow): string | null {
  if (askedQuantity === null || askedQuantity === quantity) return null;
  return `${groupDigits(askedQuantity)} requested, ${groupDigits(quantity)} ordered`;
}

/** What a row adds to a line. What differs from its list comes first: it is never cut. */
function addInstructions(instructions: LineInstructions, row: DraftRow): LineInstructions {
  const papers = writeCertificateRemark(row.certificate, row.offeredCertificate);
  const remark = addRemark(papers, writeQuantityRemark(row));
  const merged = mergeInstructions(instructions, pickInstructions(row));
  return mergeInstructions({ remark, neededBy: null }, merged);
}

function fillDrafts(rows: readonly DraftRow[], maxLines: number): OpenDraft[] {
  const drafts: OpenDraft[] = [];
  const draftOf = new Map<OfferId, OpenDraft>();
  for (const row of rows) {
    const { rowNumber, offerId } = row;
    let draft = draftOf.get(offerId) ?? drafts.at(-1);
    if (draft === undefined || (!draftOf.has(offerId) && draft.lines.size >= maxLines)) {
      draft = { lines: new Map(), rowNumbers: [] };
      drafts.push(draft);
    }
    draftOf.set(offerId, draft);
    const { quantity, instructions = noInstructions } = draft.lines.get(offerId) ?? {
      quantity: 0,
    };
    draft.lines.set(offerId, {
      offerId,
      quantity: quantity + row.quantity,
      instructions: addInstructions(instructions, row),
    });
    draft.rowNumbers.push(rowNumber);
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
      lines: [...lines.values()],
      rowNumbers,
    })),
  );
}
