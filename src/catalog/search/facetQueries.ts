// The SQL of how many hits of a search have each condition and vendor, and are in stock.
import type { ReplicaView } from "../replica/replica.ts";
import { offerIdBits } from "../replica/schema.ts";

/** Which offers are counted: numbers between two keys, and hits of words. */
export type CountedHits = {
  /** The number as written, or in ASCII. */
  readonly partNumberKey: string;
  readonly fromKey: string;
  readonly beforeKey: string;
  /** A query of the index; empty for none. */
  readonly words: string;
};

/** A number of hits with the same values. */
export type AlikeHits = {
  readonly condition: string;
  readonly vendor: string;
  readonly isInStock: boolean;
  readonly count: number;
};

function writeCount(ofWords: string): string {
  return `select o.condition, o.vendor,
      o.available_stock > 0 and (o.shelf_life_expires is null or o.shelf_life_expires >= ?1),
      count(*)
    from (
      select offer_id from offers where part_number_key = ?2
      union
      select offer_id from (
        select offer_id from offers where part_number_key >= ?3 and part_number_key < ?4
        order by part_number_key limit ?5
      )${ofWords}
      limit ?5
    ) hit
    cross join offers o on o.offer_id = hit.offer_id
    group by 1, 2, 3`;
}

const countNumbers = writeCount("");
const countAll = writeCount(`
      union
      select offer_id from (
        select rowid & (1 << ${offerIdBits}) - 1 as offer_id from words where words match ?6
        order by rowid limit ?5
      )`);

/** The hits on a day, at most `limit`. */
export function countAlikeHits(
  view: ReplicaView,
  { partNumberKey, fromKey, beforeKey, words }: CountedHits,
  day: string,
  limit: number,
): AlikeHits[] {
  const values = [day, partNumberKey, fromKey, beforeKey, limit] as const;
  type Row = readonly [string, string, number, number];
  const rows =
    words === ""
      ? view.rows<Row>(countNumbers, ...values)
      : view.rows<Row>(countAll, ...values, words);
  return rows.map(([condition, vendor, isInStock, count]) => {
    return { condition, vendor, isInStock: isInStock === 1, count };
  });
}
