// Plans an order from its part ids and quantities (decision 29). Pure. Invariant: either every line
// is planned or every fault is listed, never a part of an order.
import type { Offer } from "../catalog/offer.ts";
import type { OfferId, OpenedPartId } from "../catalog/partId.ts";
import { lineCodes } from "../contract/errorAnswer.ts";
import type { ErrorCode, FaultDetail } from "../errors.ts";
import type { Money } from "../money.ts";
import type { Agreement } from "../pricing/agreement.ts";
import { checkLines, type LineToCheck } from "./checkLines.ts";
import { type LineInstructions, noInstructions } from "./lineInstructions.ts";
import { type OrderLine, sumLineTotals } from "./order.ts";

/** A requested line; `opened` is undefined if its part_id is not valid for this account. */
export type RequestedLine = Pick<LineInstructions, "remark" | "neededBy"> & {
  readonly opened: OpenedPartId | undefined;
  readonly quantity: number;
};

/**
 * What a plan is checked against. `part_id`s minted before `oldestMintS` (seconds) are expired, and
 * nothing can be needed before `firstNeededDay`.
 */
export type OrderFacts = {
  readonly offers: ReadonlyMap<OfferId, Offer>;
  readonly agreement: Agreement;
  readonly oldestMintS: number;
  readonly firstNeededDay: string;
};

export type OrderPlan =
  | { readonly outcome: "planned"; readonly lines: OrderLine[]; readonly subtotal: Money }
  | { readonly outcome: "refused"; readonly code: ErrorCode; readonly faults: FaultDetail[] };

function toLineToCheck(
  { opened, quantity }: RequestedLine,
  index: number,
  facts: OrderFacts,
): LineToCheck {
  const path = `items[${index}].part_id`;
  const offer = opened && facts.offers.get(opened.offerId);
  if (opened === undefined || offer === undefined) {
    const message = "This part_id is not valid for this account. Look up the part again.";
    return { offer, quantity, fault: { path, code: "PART_NOT_FOUND", message } };
  }
  if (opened.mintedAtS >= facts.oldestMintS) return { offer, quantity };
  const message =
    "This part_id has expired. Look up the part again and order with its new part_id.";
  return { offer, quantity, fault: { path, code: "PART_ID_EXPIRED", message } };
}

function findPassedDay(
  { neededBy }: RequestedLine,
  index: number,
  firstDay: string,
): FaultDetail[] {
  if (neededBy === null || neededBy >= firstDay) return [];
  const path = `items[${index}].needed_by`;
  return [{ path, code: "minimum", message: `${path} must be today or later.` }];
}

/**
 * Plans an order of at least one line, or lists every fault of every line, in the order of the
 * lines.
 */
export function planOrder(lines: readonly RequestedLine[], facts: OrderFacts): OrderPlan {
  const passed = lines.flatMap((line, index) => findPassedDay(line, index, facts.firstNeededDay));
  if (passed.length > 0) return { outcome: "refused", code: "VALIDATION_FAILED", faults: passed };
  const toCheck = lines.map((line, index) => toLineToCheck(line, index, facts));
  const checked = checkLines(toCheck, { agreement: facts.agreement, currency: null });
  const faults = checked.flatMap((line) => line.faults);
  const code = lineCodes.find((candidate) => faults.some((fault) => fault.code === candidate));
  if (code !== undefined) return { outcome: "refused", code, faults };
  const planned = checked.flatMap(({ line }, index) => {
    const { remark, neededBy } = lines[index] ?? noInstructions;
    return line === null ? [] : [{ ...line, ...noInstructions, remark, neededBy }];
  });
  return { outcome: "planned", lines: planned, subtotal: sumLineTotals(planned) };
}
