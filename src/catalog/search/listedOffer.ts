// An offer as people look at it: with what a catalog says of it beyond what an order needs.
import type { Offer } from "../offer.ts";
import type { OfferFacts } from "../offerFacts.ts";

/**
 * Days are YYYY-MM-DD; `updatedAt` is when anything of it last changed, its stock included. On hand
 * and allocated are for operators; buyers see `stock`.
 */
export type ListedOffer = Offer &
  OfferFacts & {
    readonly onHand: number;
    readonly allocated: number;
    readonly partName: string | null;
    readonly description: string | null;
    /** How many lots of the vendor the offer is the sum of. */
    readonly lots: number | null;
    readonly alternates: readonly string[];
    readonly updatedAt: Date;
  };

/** How a list of part numbers goes on: after this offer. */
export type OfferPlace = Pick<
  Offer,
  "partNumberKey" | "vendor" | "condition" | "unitOfMeasure" | "offerId"
>;

/** The 9 digits of a national item identification number: "00-123-4567". */
export function formatNiin(niin: string): string {
  return niin.replace(/^(\d{2})(\d{3})(\d{4})$/, "$1-$2-$3");
}

/** Whether an offer is for sale and in stock. */
export function isInStock({ status, stock }: Pick<ListedOffer, "status" | "stock">): boolean {
  return status === "ACTIVE" && stock > 0;
}
