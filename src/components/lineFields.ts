// The fields of the lines in the form of a draft, and what the form repeats of each line as it
// showed it, so that what was typed can be told from what was only shown.
import { hash } from "node:crypto";
import { limits } from "../contract/limits.ts";
import type { StoredLine, StoredOrder } from "../orders/order.ts";
import type { Fields } from "../site/fields.ts";

export function quantityField(lineNumber: number): string {
  return `quantity-${lineNumber}`;
}

export function remarkField(lineNumber: number): string {
  return `remark-${lineNumber}`;
}

export function neededByField(lineNumber: number): string {
  return `needed_by-${lineNumber}`;
}

/** The box that removes a condition that was not read. */
export function wishField(lineNumber: number): string {
  return `unread-${lineNumber}`;
}

/** The hidden field with what the form shows of a line. */
export function shownLineField(lineNumber: number): string {
  return `was-${lineNumber}`;
}

/**
 * A mark per line that names it in every version of the draft. Lines of the same offer have other
 * marks as soon as their number changes: which is which cannot be known then.
 */
export function markLines({ orderId, lines }: Pick<StoredOrder, "orderId" | "lines">): string[] {
  const ofOffer = Map.groupBy(lines, ({ offerId }) => offerId);
  return lines.map((line) => {
    const same = ofOffer.get(line.offerId) ?? [];
    const parts = [orderId, line.offerId, same.indexOf(line), same.length];
    return hash("sha256", parts.join(" "), "hex").slice(0, 12);
  });
}

const nothing = "-";

/** Tells one remark from another, because pages would double in size if they repeated them. */
export function markRemark(remark: string | null): string {
  return remark === null ? nothing : hash("sha256", remark, "hex").slice(0, 12);
}

/** A line as the form showed it; `mark` names it in every version of the draft. */
export type ShownLine = {
  readonly lineNumber: number;
  readonly mark: string;
  readonly quantity: string;
  readonly remarkMark: string;
  /** "" if the line had none. */
  readonly neededBy: string;
  readonly partNumber: string;
};

/** The text of the hidden field of a line. */
export function writeShownLine(line: StoredLine, mark: string): string {
  const { quantity, remark, neededBy, partNumber } = line;
  return [mark, quantity, markRemark(remark), neededBy ?? nothing, partNumber].join(" ");
}

/** The lines that a form showed. */
export function listShownLines(form: Fields): ShownLine[] {
  return Array.from({ length: limits.orderLines }, (_, place) => place + 1).flatMap(
    (lineNumber) => {
      const written = form.text(shownLineField(lineNumber));
      const [mark = "", quantity = "", remarkMark = "", day = "", ...part] = written.split(" ");
      if (mark === "") return [];
      const neededBy = day === nothing ? "" : day;
      return [{ lineNumber, mark, quantity, remarkMark, neededBy, partNumber: part.join(" ") }];
    },
  );
}
