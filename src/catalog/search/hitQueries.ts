// The SQL of hits by words. Invariant: a query reads only what it returns, in the order of the
// index.
import type { OfferId } from "../partId.ts";
import type { WordSource } from "../replica/offerWords.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { offerIdBits } from "../replica/schema.ts";

/** An offer that a query matches, with its position in the order of hits. */
export type Hit = { readonly offerId: OfferId; readonly rank: number };

/** Above all ids of offers. */
const afterLastId = 2 ** offerIdBits - 1;

const selectHitsText = `select rowid & ${afterLastId}, rowid >> ${offerIdBits}
  from words
  where words match ?1 and rowid > (?2 << ${offerIdBits} | ?3)
    and rowid <= ((?4 - 1) << ${offerIdBits} | ${afterLastId})
  order by rowid limit ?5 + 0`;

/** The best hits of a query of the index after one of them and before a rank. */
export function selectHits(
  view: ReplicaView,
  query: string,
  after: Hit,
  beforeRank: number,
  limit: number,
): Hit[] {
  const { rank, offerId } = after;
  return view
    .rows<[OfferId, number]>(selectHitsText, query, rank, offerId, beforeRank, limit)
    .map(([found, foundRank]) => ({ offerId: found, rank: foundRank }));
}

/** Before all hits of a rank, and after them. */
export function beforeRank(rank: number): Hit {
  return { rank, offerId: 0 as OfferId };
}
export function afterRank(rank: number): Hit {
  return { rank, offerId: afterLastId as OfferId };
}

/** The words of the index with a prefix, at most `limit`. */
export function selectTerms(view: ReplicaView, prefix: string, limit: number): string[] {
  const text = "select term from terms where term >= ?1 and term < ?2 limit ?3 + 0";
  return view.rows<[string]>(text, prefix, `${prefix}\u{10ffff}`, limit).map(([term]) => term);
}

/** How many offers a query of the index of words finds, at most `limit`. */
export function countHits(view: ReplicaView, query: string, limit: number): number {
  const text = "select count(*) from (select rowid from words where words match ?1 limit ?2 + 0)";
  return view.rows<[number]>(text, query, limit)[0]?.[0] ?? 0;
}

/** Which of these words the index has, however many they are. */
export function selectPresent(view: ReplicaView, terms: readonly string[]): string[] {
  const text = "select t.term from json_each(?) k cross join terms t on t.term = k.value";
  return view.rows<[string]>(text, JSON.stringify(terms)).map(([term]) => term);
}

/** Whether the index has, or once had, a word. */
export function isKnownTerm(view: ReplicaView, term: string): boolean {
  return view.rows<[number]>("select 1 from terms where term = ?", term).length > 0;
}

/** Which of these offers have a name between two keys. */
export function selectNamed(
  view: ReplicaView,
  offerIds: readonly OfferId[],
  fromKey: string,
  beforeKey: string,
): Set<OfferId> {
  const text = `select o.offer_id
    from json_each(?1) k cross join offers o on o.offer_id = k.value
    where o.name_key >= ?2 and o.name_key < ?3`;
  const rows = view.rows<[OfferId]>(text, JSON.stringify(offerIds), fromKey, beforeKey);
  return new Set(rows.map(([offerId]) => offerId));
}

/** What determines the words by which these offers are found. */
export function selectWordSources(
  view: ReplicaView,
  offerIds: readonly OfferId[],
): (WordSource & { readonly offer_id: OfferId })[] {
  const text = `select o.offer_id, o.wire, o.nsn, o.cage, o.name_key, o.vendor
    from json_each(?1) k cross join offers o on o.offer_id = k.value`;
  return view.all(text, JSON.stringify(offerIds));
}

/** The rank of a condition; undefined if there is none of this code. */
export function selectConditionRank(view: ReplicaView, code: string): number | undefined {
  return view.rows<[number]>("select rank from conditions where code = ?", code)[0]?.[0];
}
