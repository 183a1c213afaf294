// Reads the hits of a name, best first, and stops as soon as there are enough. Invariant: an offer
// belongs to the first tier that has it.
import type { OfferId } from "../partId.ts";
import { isSharedRank, isUnpricedRank, type RankRange } from "../replica/hitRank.ts";
import { formsOfOffer } from "../replica/offerWords.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import {
  afterRank,
  beforeRank,
  type Hit,
  selectHits,
  selectNamed,
  selectWordSources,
} from "./hitQueries.ts";
import { listHitQueries, type NameQuestion } from "./nameQuestion.ts";
import type { UnpricedOffers } from "./unpricedOffers.ts";

/** A hit in the tier of its kind of match; lower tiers come first. */
type TieredHit = { readonly offerId: OfferId; readonly tier: number };

/** What is read: offers of a vendor (null means any) with ranks in these ranges. */
export type HitFilter = {
  readonly vendor: string | null;
  readonly ranges: readonly RankRange[];
  readonly unpriced: UnpricedOffers;
};

/** `isAll` is true if there are no more. */
export type NameHits = { readonly hits: readonly TieredHit[]; readonly isAll: boolean };

/**
 * The most hits of one price place that are sorted by price; the rest follow in the order of ids.
 */
const maxTied = 1_000;
/** The most hits of a loose query that are compared with the entry. */
const maxCompared = 2_000;
const maxPage = 500;

/** Collects hits in order until there are `want`, plus those that may tie with the last. */
class HitCollection {
  readonly hits: TieredHit[] = [];
  readonly #seen = new Set<OfferId>();
  readonly #unpriced: UnpricedOffers;
  readonly #want: number;
  #questions = 0;
  #lastRank = -1;

  constructor(want: number, unpriced: UnpricedOffers) {
    this.#want = want;
    this.#unpriced = unpriced;
  }

  hasEnough(): boolean {
    return this.hits.length >= this.#want;
  }

  /** Whether the next hit may belong before the last one. */
  mayTie(): boolean {
    return isSharedRank(this.#lastRank) && this.hits.length < this.#want + maxTied;
  }

  /** Returns false if there are enough; then not all of these were added. */
  addAll(hits: readonly Hit[], tier: number): boolean {
    return hits.every((hit) => this.#add(hit, tier));
  }

  /** Returns false if there are enough hits without this one, or enough open questions. */
  #add({ offerId, rank }: Hit, tier: number): boolean {
    if (this.#seen.has(offerId)) return true;
    if (this.hasEnough() && rank !== this.#lastRank) return false;
    this.#seen.add(offerId);
    const isShown = isUnpricedRank(rank) ? this.#unpriced.isShown(offerId) : true;
    if (isShown === undefined) {
      this.#questions += 1;
      return this.#questions < this.#unpriced.maxQuestions;
    }
    if (isShown) {
      this.hits.push({ offerId, tier });
      this.#lastRank = rank;
    }
    return true;
  }
}

/** The hits of a loose query that begin with the entry. */
function keepBeginnings(
  view: ReplicaView,
  { keys: { prefixStart, prefixEnd } }: NameQuestion,
  hits: readonly Hit[],
): readonly Hit[] {
  const ids = hits.map(({ offerId }) => offerId);
  const kept = selectNamed(view, ids, prefixStart, prefixEnd);
  return hits.filter(({ offerId }) => kept.has(offerId));
}

/** The hits of a loose query with all words of the entry. */
function keepWords(
  view: ReplicaView,
  { search: { prefix, folded, words, identity } }: NameQuestion,
  hits: readonly Hit[],
): readonly Hit[] {
  const ids = hits.map(({ offerId }) => offerId);
  const sources = new Map(selectWordSources(view, ids).map((source) => [source.offer_id, source]));
  return hits.filter(({ offerId }) => {
    const source = sources.get(offerId);
    const forms = new Set(source && formsOfOffer(source).split(" "));
    const hasAll = (all: readonly string[]) => all.every((word) => forms.has(word));
    const hasLast =
      (folded.length > 0 && hasAll(folded)) || [...forms].some((form) => form.startsWith(prefix));
    return (hasLast && hasAll(words)) || (identity !== null && forms.has(identity));
  });
}

/** One kind of match. */
type Tier = {
  readonly query: string;
  readonly tier: number;
  /** Removes hits of a loose query that do not match the entry. */
  readonly keep: (page: readonly Hit[]) => readonly Hit[];
  readonly maxRead: number;
};

type NameReading = {
  readonly want: number;
  readonly unpriced: UnpricedOffers;
  readonly collection: HitCollection;
};

/** Reads the hits of a query in a range of ranks. Returns false if there are enough. */
function readRange(
  view: ReplicaView,
  { query, tier, keep, maxRead }: Tier,
  { from, before }: RankRange,
  { want, unpriced, collection }: NameReading,
): boolean {
  let after = beforeRank(from);
  let read = 0;
  for (let limit = want + 1; ; limit = Math.min(4 * limit, maxPage)) {
    const page = selectHits(view, query, after, before, limit);
    if (!collection.addAll(keep(page), tier)) return false;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return true;
    if (collection.hasEnough() && !collection.mayTie()) return false;
    read += page.length;
    if (read >= maxRead) return true;
    const isOver = isUnpricedRank(last.rank) && unpriced.isHidden(last.offerId);
    after = isOver ? afterRank(last.rank) : last;
  }
}

/** Returns at least `want` hits. Offers whose part number is the entry come first. */
export function readNameHits(
  view: ReplicaView,
  question: NameQuestion,
  ofNumber: readonly Hit[],
  { vendor, ranges, unpriced }: HitFilter,
  want: number,
): NameHits {
  const collection = new HitCollection(want, unpriced);
  const reading = { want, unpriced, collection };
  const { hits } = collection;
  if (!collection.addAll(ofNumber, 0)) return { hits, isAll: false };
  const keepers = { beginning: keepBeginnings, words: keepWords };
  for (const [place, write] of listHitQueries(view, question, vendor).entries()) {
    if (collection.hasEnough()) return { hits, isAll: false };
    const { query, loose } = write();
    if (query === "") continue;
    const keep = (page: readonly Hit[]) =>
      loose === null ? page : keepers[loose](view, question, page);
    const maxRead = loose === null ? Number.POSITIVE_INFINITY : maxCompared;
    const tier = { query, tier: place + 1, keep, maxRead };
    for (const range of ranges) {
      if (!readRange(view, tier, range, reading)) return { hits, isAll: false };
    }
  }
  return { hits, isAll: true };
}
