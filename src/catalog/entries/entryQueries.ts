// The SQL of what an entry may mean. Invariant: keys are probed in an index, at most so many rows
// are read, and nothing is scanned.
import type { OfferId } from "../partId.ts";
import { listRankRanges } from "../replica/hitRank.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { beforeRank, selectHits, selectPresent } from "../search/hitQueries.ts";

/** An offer of a part that an entry may mean. */
export type MeantOffer = {
  readonly key: string;
  readonly bare: string;
  readonly partNumber: string;
  readonly offerId: OfferId;
  readonly listPrice: number | null;
  readonly cage: string | null;
  readonly nsn: string | null;
};

const maxOffers = 1_000;
const maxStockNumberHits = 100;

const columns = `o.part_number_key as key, o.part_number_bare as bare,
  json_extract('{' || o.wire, '$.part_number') as "partNumber", o.offer_id as "offerId",
  o.list_price as "listPrice", o.cage, o.nsn`;

export function selectOffersOfKeys(view: ReplicaView, keys: readonly string[]): MeantOffer[] {
  if (keys.length === 0) return [];
  const text = `select ${columns} from json_each(?) k
    cross join offers o on o.part_number_key = k.value limit ${maxOffers}`;
  return view.all<MeantOffer>(text, JSON.stringify(keys));
}

/** The offers whose numbers are these without punctuation. */
export function selectOffersOfBare(view: ReplicaView, bare: readonly string[]): MeantOffer[] {
  if (bare.length === 0) return [];
  const text = `select ${columns} from json_each(?) k
    cross join offers o on o.part_number_bare = k.value limit ${maxOffers}`;
  return view.all<MeantOffer>(text, JSON.stringify(bare));
}

/** The best offers with one of these NIINs. */
export function selectOffersOfNiins(view: ReplicaView, niins: readonly string[]): MeantOffer[] {
  const [all] = listRankRanges(null, false);
  const ids = niins.flatMap((niin) =>
    selectHits(view, `"${niin}"`, beforeRank(0), all?.before ?? 0, maxStockNumberHits),
  );
  if (ids.length === 0) return [];
  const text = `select ${columns} from json_each(?1) k
    cross join offers o on o.offer_id = k.value
    where substr(o.nsn, -9) in (select value from json_each(?2))`;
  const offerIds = JSON.stringify(ids.map(({ offerId }) => offerId));
  return view.all<MeantOffer>(text, offerIds, JSON.stringify(niins));
}

/** Which of these words offers have, or once had. */
export function selectKnownWords(view: ReplicaView, words: readonly string[]): Set<string> {
  return new Set(words.length === 0 ? [] : selectPresent(view, words));
}
