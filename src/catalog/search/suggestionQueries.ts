// The SQL of suggestions: what to look at beside a part number. Invariant: an entry costs a bounded
// amount, however long its chain of supersession is and however many parts name it.
import type { OfferStatus } from "../offer.ts";
import type { OfferId } from "../partId.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";

/** Parts a chain of supersession is followed through. */
const maxChain = 50;
/** Numbers of one kind that are looked at for an entry before the best ten are chosen. */
export const maxCandidates = 100;

/** An offer of a part, with its links to other parts; lists are JSON. */
export type LinkingOffer = {
  readonly key: string;
  readonly offerId: OfferId;
  readonly listPrice: number | null;
  readonly status: OfferStatus;
  readonly supersededByKey: string | null;
  readonly alternates: string;
  readonly alternateKeys: string;
  readonly interchangeable: string;
  readonly interchangeableKeys: string;
};

export function selectLinkingOffers(view: ReplicaView, keys: readonly string[]): LinkingOffer[] {
  const text = `select o.part_number_key as key, o.offer_id as "offerId",
      o.list_price as "listPrice", o.status, o.superseded_by_key as "supersededByKey",
      o.alternates, o.alternate_keys as "alternateKeys", o.interchangeable,
      o.interchangeable_keys as "interchangeableKeys"
    from json_each(?) k cross join offers o on o.part_number_key = k.value`;
  return view.all<LinkingOffer>(text, JSON.stringify([...new Set(keys)]));
}

/** A part that is linked with an entry; `depth` is its place in a chain. */
export type LinkedPart = {
  readonly key: string;
  readonly partNumber: string;
  readonly depth: number;
};

/** The successors of a part. An offer that can be ordered ends its chain. */
export function selectSuccessors(view: ReplicaView, key: string): LinkedPart[] {
  const text = `with recursive chain(key, part_number, depth) as (
      select superseded_by_key, superseded_by, 1 from offers
      where part_number_key = ?1 and superseded_by_key is not null and status <> 'ACTIVE'
      union
      select o.superseded_by_key, o.superseded_by, chain.depth + 1
      from chain cross join offers o on o.part_number_key = chain.key
      where o.superseded_by_key is not null and o.status <> 'ACTIVE' and chain.depth < ${maxChain}
    )
    select key, part_number as "partNumber", depth from chain limit ${maxCandidates}`;
  return view.all<LinkedPart>(text, key);
}

// Offers have their number as it is written only in their JSON.
const partNumber = `json_extract('{' || o.wire, '$.part_number') as "partNumber"`;

/** A number as its first offer that can be ordered has it. */
export function selectOfferedNumber(view: ReplicaView, key: string): LinkedPart[] {
  const text = `select o.part_number_key as key, ${partNumber}, 0 as depth from offers o
    where o.part_number_key = ?1 and o.status = 'ACTIVE' order by o.offer_id limit 1`;
  return view.all<LinkedPart>(text, key);
}

/** Parts whose rows name this one as interchangeable. */
export function selectNamedBy(view: ReplicaView, key: string): LinkedPart[] {
  const text = `select o.part_number_key as key, ${partNumber}, 0 as depth
    from interchangeable i cross join offers o on o.offer_id = i.offer_id
    where i.part_number_key = ?1 limit ${maxCandidates}`;
  return view.all<LinkedPart>(text, key);
}

/** An offer whose number differs from another only in punctuation. */
export type NearDuplicate = LinkedPart & Pick<LinkingOffer, "offerId" | "listPrice">;

export function selectNearDuplicates(view: ReplicaView, bareNumber: string): NearDuplicate[] {
  const text = `select o.part_number_key as key, ${partNumber}, 0 as depth, o.offer_id as "offerId",
      o.list_price as "listPrice"
    from offers o where o.part_number_bare = ?1 limit ${10 * maxCandidates}`;
  return view.all<NearDuplicate>(text, bareNumber);
}

/** An offer of a part that may be suggested; `expires` is the last day of its shelf life. */
export type SuggestedOffer = {
  readonly key: string;
  readonly offerId: OfferId;
  readonly listPrice: number | null;
  readonly status: OfferStatus;
  readonly isSuperseded: 0 | 1;
  readonly stock: number;
  readonly expires: string | null;
};

export function selectSuggestedOffers(
  view: ReplicaView,
  keys: readonly string[],
): SuggestedOffer[] {
  const text = `select o.part_number_key as key, o.offer_id as "offerId",
      o.list_price as "listPrice", o.status, o.superseded_by_key is not null as "isSuperseded",
      o.available_stock as stock, o.shelf_life_expires as expires
    from json_each(?) k cross join offers o on o.part_number_key = k.value`;
  return view.all<SuggestedOffer>(text, JSON.stringify(keys));
}
