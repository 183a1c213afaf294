// What a row says of a split over two offers, and a mark of it: what is split is what was read.
import { hash } from "node:crypto";
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import { formatCount } from "../../html/amount.ts";
import { formatMoney } from "../../price.ts";
import type { Split } from "../../quickOrders/bulk/planSplit.ts";
import { texts } from "./texts.ts";

/** The words of its button: "Split: 25 from Able, 15 from Best". */
export function nameSplit(split: Split): string {
  return texts.row.split(
    split.map(({ quantity, choice }) =>
      texts.row.splitPiece(formatCount(quantity), choice.offer.vendor),
    ),
  );
}

/** What both offers have in common, and what each piece costs. */
export function describeSplit(split: Split): string {
  const [{ choice }] = split;
  const { condition, certificate, unitOfMeasure } = choice.offer;
  const same = [condition, certificate === null ? [] : nameCertificates(certificate)].flat();
  const prices = split.map(({ quantity, unitPrice }) =>
    texts.row.splitPrice(formatCount(quantity), `${formatMoney(unitPrice)} / ${unitOfMeasure}`),
  );
  return texts.row.splitFacts(same, prices);
}

export function markSplit(split: Split): string {
  return hash("sha256", `${nameSplit(split)}\n${describeSplit(split)}`, "hex").slice(0, 12);
}
