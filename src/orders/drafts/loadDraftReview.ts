import type { AccountId } from "../../accounts/account.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { selectOffers } from "../../catalog/queries.ts";
import { utcDay } from "../../day.ts";
import { awaitAll, type Queryable } from "../../db/database.ts";
import { selectAgreement } from "../../pricing/queries.ts";
import { pickDetails, type StoredOrder } from "../order.ts";
import { selectRecords } from "../recordQueries.ts";
import {
  type DraftFacts,
  type DraftReview,
  findLineStock,
  type LineStock,
  reviewDraft,
} from "./reviewDraft.ts";

/** Reviews a draft at `now`, without locking anything. */
export async function loadDraftReview(
  db: Queryable,
  draft: StoredOrder,
  now: Date,
): Promise<DraftReview> {
  const offerIds = draft.lines.map(({ offerId }) => offerId);
  return reviewDraft(draft, await loadDraftFacts(db, draft.accountId, offerIds, now), now);
}

/** `stock` is that of each line now; null unless the order is a draft. */
export type DetailedOrder = {
  readonly order: StoredOrder;
  readonly stock: readonly LineStock[] | null;
};

/** A draft with the details of its offers now; any other order as it was agreed. */
export async function loadDetails(
  db: Queryable,
  order: StoredOrder,
  now: Date,
): Promise<DetailedOrder> {
  if (order.status !== "draft") return { order, stock: null };
  const { lines } = await loadDraftReview(db, order, now);
  const detailed = lines.map(({ before, after }) => {
    return { ...before, ...pickDetails(after ?? before) };
  });
  return { order: { ...order, lines: detailed }, stock: lines.map(findLineStock) };
}

/** Reviews the newest drafts of an account at `now`, without locking anything. */
export async function loadDraftReviews(
  db: Queryable,
  accountId: AccountId,
  limit: number,
  now: Date,
): Promise<DraftReview[]> {
  const drafts = await selectRecords(db, { accountId, status: "draft", limit });
  const offerIds = drafts.flatMap(({ lines }) => lines.map(({ offerId }) => offerId));
  const facts = await loadDraftFacts(db, accountId, offerIds, now);
  return drafts.map((draft) => reviewDraft(draft, facts, now));
}

/** The existing offers of these ids and the account's agreement on them, at `now`. */
export async function loadDraftFacts(
  db: Queryable,
  accountId: AccountId,
  offerIds: readonly OfferId[],
  now: Date,
): Promise<DraftFacts> {
  const distinct = [...new Set(offerIds)];
  const day = utcDay(now);
  const [offers, agreement] = await awaitAll([
    selectOffers(db, distinct, day),
    selectAgreement(db, accountId, distinct, day),
  ]);
  return { offers: new Map(offers.map((offer) => [offer.offerId, offer])), agreement };
}
