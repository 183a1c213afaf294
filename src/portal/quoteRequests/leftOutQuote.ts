// The lines that duplicating an order left out, as lines of a quote request.
import type { LineFaultCode } from "../../orders/checkLines.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { LeftOutLine, OrderEvent } from "../../orders/orderEvent.ts";
import { nothingRequested, writeRequested } from "../../orders/requested.ts";
import type { QuoteReason } from "../../quoteRequests/quoteRequest.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { joinRemark, loadOfferLines, type WantedLine, writePartLine } from "./wantedLines.ts";

/** `key` is its place among all lines that were left out, from 1. */
export type PlacedLeftOut = LeftOutLine & { readonly key: number };

/**
 * The lines that a draft was created without and that it still does not have: each line of the same
 * part that was added since stands for one.
 */
export function listLeftOut(
  { status, lines }: StoredOrder,
  timeline: readonly OrderEvent[],
): readonly PlacedLeftOut[] {
  if (status !== "draft") return [];
  const leftOut = timeline.flatMap(({ details }) => details.leftOut ?? []);
  const seen = new Map<string, number>();
  return leftOut
    .map((line, place) => ({ ...line, key: place + 1 }))
    .filter(({ partNumber, copied = 0 }) => {
      const before = seen.get(partNumber) ?? 0;
      seen.set(partNumber, before + 1);
      const present = lines.filter((line) => line.partNumber === partNumber).length;
      return present - copied <= before;
    });
}

/** Of lines whose offer is not known. */
const reasonOf: Partial<Readonly<Record<LineFaultCode, QuoteReason>>> = {
  INSUFFICIENT_STOCK: "no stock",
  PRICE_ON_REQUEST: "no price",
};

function toWanted(left: PlacedLeftOut, found: WantedLine | undefined): WantedLine {
  const { key, partNumber, quantity, vendor, condition, certificate, unitOfMeasure, wish } = left;
  const one = found ?? writePartLine(partNumber, reasonOf[left.code] ?? "not found");
  const asked = { ...left, requested: left.requested ?? nothingRequested };
  const texts = writeRequested({
    ...asked,
    condition: condition ?? "",
    certificate: certificate ?? null,
    unitOfMeasure: unitOfMeasure ?? "",
  });
  const remark = joinRemark([...texts, wish ?? []].flat());
  const line = { ...one.line, quantity, remark };
  if (one.loaded !== undefined) return { ...one, key, line };
  const known = {
    vendor: vendor ?? null,
    condition: condition ?? null,
    certificate: certificate ?? null,
    unitOfMeasure: unitOfMeasure ?? null,
  };
  return { ...one, key, line: { ...line, ...known } };
}

/** The lines in the same order; one whose offer was deleted has what the order said of it. */
export async function loadLeftOutLines(
  context: PortalContext,
  visit: Visit,
  leftOut: readonly PlacedLeftOut[],
): Promise<readonly WantedLine[]> {
  const offers = leftOut.flatMap(({ offerId, quantity, partNumber }) =>
    offerId === undefined ? [] : [{ offerId, quantity, partNumber }],
  );
  const found = (await loadOfferLines(context, visit, offers)) ?? [];
  const lineOf = new Map(offers.map(({ offerId }, place) => [offerId, found[place]]));
  return leftOut.map((left) =>
    toWanted(left, left.offerId === undefined ? undefined : lineOf.get(left.offerId)),
  );
}
