import { partNumberKey } from "../../catalog/partNumber.ts";
import type { ReplicaView } from "../../catalog/replica/read/replicaView.ts";
import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import { selectOffersOfPart } from "../../catalog/search/listedQueries.ts";
import { utcDay } from "../../day.ts";
import { findLinkedParts } from "../bulk/linkedParts.ts";
import type { RowOnPage } from "../pageQueries.ts";

/** A number that is suggested for a row, and the offers of its part. */
export type Suggested = {
  readonly row: RowOnPage;
  readonly partNumber: string;
  readonly offers: readonly ListedOffer[];
};

/** A suggested number that can be another part: an alternate, or a similar number. */
export type OtherPart = Suggested & { readonly isAlternate: boolean };

/** By row number, those of its suggested numbers that can be other parts. */
export function listOtherParts(
  view: ReplicaView,
  rows: readonly RowOnPage[],
  now: Date,
): Map<number, readonly OtherPart[]> {
  const suggesting = rows.filter(({ suggestions }) => suggestions.length > 0);
  const linked = findLinkedParts(view, suggesting, "alternate", now);
  return new Map(
    suggesting.map((row) => {
      const keys = linked.get(partNumberKey(row.partNumber ?? ""));
      const isSimilar = row.state === "not_found";
      const all = row.suggestions.flatMap((partNumber): OtherPart[] => {
        const key = partNumberKey(partNumber);
        const isAlternate = keys?.has(key) === true;
        if (!isAlternate && !isSimilar) return [];
        const offers = selectOffersOfPart(view, key, utcDay(now));
        return [{ row, partNumber, offers, isAlternate }];
      });
      return [row.rowNumber, all];
    }),
  );
}

/** By row number, an offer of the part of a row that is not for sale. */
export function listEnded(
  view: ReplicaView,
  rows: readonly RowOnPage[],
  day: string,
): Map<number, ListedOffer> {
  const ended = rows.filter(({ state }) => state === "not_orderable");
  return new Map(
    ended.flatMap(({ rowNumber, partNumber }): [number, ListedOffer][] => {
      const [first] = selectOffersOfPart(view, partNumberKey(partNumber ?? ""), day);
      return first === undefined ? [] : [[rowNumber, first]];
    }),
  );
}
