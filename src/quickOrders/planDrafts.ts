// Distributes the ready rows of a list over drafts. Pure. Invariant: a draft has one currency and
// at most 500 lines, and all rows of one offer go into the same draft, so that their price stays.
import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../contract/limits.ts";
import { type Currency, groupDigits } from "../money.ts";
import type { AddedLine } from "../orders/drafts/editLines.ts";
import { type LineInstructions, mergeInstructions } from "../orders/lineInstructions.ts";
import { countWish, describeShares, writeQuantityRemark } from "../orders/mergedLines.ts";
import { writeCertificateRemark } from "./written/certificateWish.ts";
import {
  type FirstRequest,
  findListedNumber,
  writeConditionRemark,
} from "./written/firstRequest.ts";

export type DraftRow = {
  readonly rowNumber: number;
  readonly offerId: OfferId;
  readonly quantity: number;
  readonly currency: Currency;
  /** The number that the row has now, and that of the offer; null: it no longer exists. */
  readonly partNumber: string | null;
  readonly offeredNumber: string | null;
  /** The certificates that are asked for, and those of the offer; null: none. */
  readonly certificate: string | null;
  readonly offeredCertificate: string | null;
  /** The conditions any of which is accepted; null: any. */
  readonly condition: string | null;
  /** Null: the offer no longer exists. */
  readonly offeredCondition: string | null;
  /** What the row requested before its first change; null: it was not changed. */
  readonly first: FirstRequest | null;
  /** How the row was read or split; null: nothing to say. */
  readonly note: string | null;
  /** The quantity that was asked for before it was reduced or rounded; null: it was not. */
  readonly askedQuantity: number | null;
} & LineInstructions;

/** A draft to be created: one line per offer, in the order of the rows. */
export type PlannedDraft = {
  readonly currency: Currency;
  readonly lines: readonly AddedLine[];
  readonly rowNumbers: readonly number[];
};

type OpenDraft = { readonly lines: AddedLine[]; readonly rowNumbers: number[] };

const splitNote = /^([\d,]+) split into rows [\d, and]+\.$/;

/** What a line says of a row that was split: its row numbers mean nothing in an order. */
function writeSplitRemark({ note, quantity }: DraftRow): string | null {
  const [, whole] = splitNote.exec(note ?? "") ?? [];
  return whole === undefined
    ? null
    : `${groupDigits(quantity)} of ${whole} requested, split over two offers`;
}

function sumQuantities(rows: readonly { readonly quantity: number }[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What a line says of the numbers in the list, if it orders another part. */
function writeListed(rows: readonly DraftRow[]): readonly string[] {
  const byNumber = Map.groupBy(rows, ({ partNumber, first, offeredNumber }) =>
    findListedNumber(partNumber, first, offeredNumber),
  );
  return [...byNumber].flatMap(([listed, some]) => {
    if (listed === null) return [];
    if (byNumber.size === 1) return [`Listed as ${listed}`];
    return [`${groupDigits(sumQuantities(some))} listed as ${listed}`];
  });
}

function listWishes(row: DraftRow): readonly string[] {
  const { certificate, condition, first, offeredCertificate, offeredCondition } = row;
  const all = [
    writeCertificateRemark(first?.certificate ?? null, offeredCertificate),
    writeCertificateRemark(certificate, offeredCertificate),
    writeConditionRemark(condition, first, offeredCondition),
  ];
  return [...new Set(all)].filter((text) => text !== null);
}

/** What a line says of certificates and conditions, with the quantity if it is not all of it. */
function writeWishes(rows: readonly DraftRow[]): readonly string[] {
  const wishes = rows.flatMap((row) => listWishes(row).map((text) => ({ text, row })));
  return [...Map.groupBy(wishes, ({ text }) => text)].map(([text, some]) =>
    some.length === rows.length ? text : countWish(text, sumQuantities(some.map(({ row }) => row))),
  );
}

/**
 * Everything that the rows of a line say. What differs from the list comes first: it is never left
 * out.
 */
export function listRemarks(rows: readonly DraftRow[]): readonly (string | null)[] {
  const asked = rows.map(({ askedQuantity, quantity }) => ({
    quantity: askedQuantity ?? quantity,
  }));
  return [
    ...writeListed(rows),
    ...writeWishes(rows),
    writeQuantityRemark(sumQuantities(asked), sumQuantities(rows)),
    ...rows.map(writeSplitRemark),
    ...describeShares(rows),
  ];
}

/** What the rows of a line say, joined and cut once. */
function mergeRows(rows: readonly DraftRow[]): LineInstructions {
  const remarks = listRemarks(rows).map((remark) => ({ remark, neededBy: null }));
  return mergeInstructions([...remarks, ...rows.map((row) => ({ ...row, remark: null }))]);
}

function fillDrafts(rows: readonly DraftRow[], maxLines: number): OpenDraft[] {
  const drafts: OpenDraft[] = [];
  for (const [offerId, ofLine] of Map.groupBy(rows, (row) => row.offerId)) {
    let draft = drafts.at(-1);
    if (draft === undefined || draft.lines.length >= maxLines) {
      draft = { lines: [], rowNumbers: [] };
      drafts.push(draft);
    }
    const quantity = sumQuantities(ofLine);
    draft.lines.push({ offerId, quantity, instructions: mergeRows(ofLine) });
    draft.rowNumbers.push(...ofLine.map(({ rowNumber }) => rowNumber));
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
