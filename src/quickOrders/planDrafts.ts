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
import { listAccepted } from "./written/splitConditions.ts";

export type DraftRow = {
  readonly rowNumber: number;
  readonly offerId: OfferId;
  readonly quantity: number;
  readonly currency: Currency;
  /** The certificates that are asked for, and those of the offer; null: none. */
  readonly certificate: string | null;
  readonly offeredCertificate: string | null;
  /** The conditions any of which is accepted; null: any. */
  readonly condition: string | null;
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

/** Rows that become one line, because a draft has one line per offer. */
export type MergedLine = {
  readonly partNumber: string;
  readonly rowNumbers: readonly number[];
  readonly quantity: number;
};

type OfferRow = Pick<DraftRow, "rowNumber" | "offerId" | "quantity">;

/** The rows of each line, in the order of the first rows. */
function groupByLine<Row extends OfferRow>(rows: readonly Row[]): Map<OfferId, Row[]> {
  return Map.groupBy(rows, ({ offerId }) => offerId);
}

function sumQuantities(rows: readonly OfferRow[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The lines that `planDrafts` makes of several rows. */
export function findMergedLines(
  rows: readonly (OfferRow & { readonly partNumber: string })[],
): MergedLine[] {
  return [...groupByLine(rows).values()].flatMap((ofLine) => {
    const [first, ...others] = ofLine;
    if (first === undefined || others.length === 0) return [];
    const rowNumbers = ofLine.map(({ rowNumber }) => rowNumber);
    return [{ partNumber: first.partNumber, rowNumbers, quantity: sumQuantities(ofLine) }];
  });
}

type OpenDraft = { readonly lines: AddedLine[]; readonly rowNumbers: number[] };

/** What a line says of a quantity that was reduced or rounded. */
function writeQuantityRemark({ askedQuantity, quantity }: DraftRow): string | null {
  if (askedQuantity === null || askedQuantity === quantity) return null;
  return `${groupDigits(askedQuantity)} requested, ${groupDigits(quantity)} ordered`;
}

/** What a line says of the conditions that were accepted, if they were several. */
function writeConditionRemark({ condition }: DraftRow): string | null {
  const accepted = listAccepted(condition);
  return accepted.length < 2 ? null : `Condition requested: ${accepted.join(" or ")}`;
}

const splitNote = /^([\d,]+) split into rows [\d, and]+\.$/;

/** What a line says of a row that was split: its row numbers mean nothing in an order. */
function writeSplitRemark({ note, quantity }: DraftRow): string | null {
  const [, whole] = splitNote.exec(note ?? "") ?? [];
  return whole === undefined
    ? null
    : `${groupDigits(quantity)} of ${whole} requested, split over two offers`;
}

/** What a line says of what its row requested. */
function writeRequest(row: DraftRow): string | null {
  return [
    writeCertificateRemark(row.certificate, row.offeredCertificate),
    writeConditionRemark(row),
    writeQuantityRemark(row),
    writeSplitRemark(row),
  ].reduce(addRemark, null);
}

/** Everything that a row adds to the remark of its line. */
export function listRemarks(row: DraftRow): readonly (string | null)[] {
  return [writeRequest(row), row.remark];
}

/** What a row adds to a line. What differs from its list comes first: it is never left out. */
function addInstructions(instructions: LineInstructions, row: DraftRow): LineInstructions {
  const remark = writeRequest(row);
  const merged = mergeInstructions(instructions, pickInstructions(row));
  return mergeInstructions({ remark, neededBy: null }, merged);
}

function fillDrafts(rows: readonly DraftRow[], maxLines: number): OpenDraft[] {
  const drafts: OpenDraft[] = [];
  for (const [offerId, ofLine] of groupByLine(rows)) {
    let draft = drafts.at(-1);
    if (draft === undefined || draft.lines.length >= maxLines) {
      draft = { lines: [], rowNumbers: [] };
      drafts.push(draft);
    }
    const instructions = ofLine.reduce(addInstructions, noInstructions);
    draft.lines.push({ offerId, quantity: sumQuantities(ofLine), instructions });
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
