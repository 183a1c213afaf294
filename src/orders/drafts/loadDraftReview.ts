// Drafts with what has changed since they were made, read without locking anything.
import type { AccountId } from "../../accounts/account.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { selectOffers } from "../../catalog/queries.ts";
import { utcDay } from "../../day.ts";
import { awaitAll, type Queryable } from "../../db/database.ts";
import { selectAgreement } from "../../pricing/queries.ts";
import type { StoredOrder } from "../order.ts";
import { selectOrders } from "../queries.ts";
import { type DraftFacts, type DraftReview, reviewDraft } from "./reviewDraft.ts";

/** What confirming a draft would come to at `now`. */
export async function loadDraftReview(
  db: Queryable,
  draft: StoredOrder,
  now: Date,
): Promise<DraftReview> {
  const offerIds = draft.lines.map(({ offerId }) => offerId);
  return reviewDraft(draft, await loadDraftFacts(db, draft.accountId, offerIds, now), now);
}

/** The newest drafts of an account that wait to be confirmed, each with its review. */
export async function loadDraftReviews(
  db: Queryable,
  accountId: AccountId,
  limit: number,
  now: Date,
): Promise<DraftReview[]> {
  const filter = { accountId, status: "draft", poNumber: null, before: null, limit } as const;
  const drafts = await selectOrders(db, filter);
  const offerIds = drafts.flatMap(({ lines }) => lines.map(({ offerId }) => offerId));
  const facts = await loadDraftFacts(db, accountId, offerIds, now);
  return drafts.map((draft) => reviewDraft(draft, facts, now));
}

/** The offers of these ids that there are, and the account's agreement on them, at `now`. */
export async function loadDraftFacts(
  db: Queryable,
  accountId: AccountId,
  offerIds: readonly OfferId[],
  now: Date,
): Promise<DraftFacts> {
  const asked = [...new Set(offerIds)];
  const day = utcDay(now);
  const [offers, agreement] = await awaitAll([
    selectOffers(db, asked, day),
    selectAgreement(db, accountId, asked, day),
  ]);
  return { offers: new Map(offers.map((offer) => [offer.offerId, offer])), agreement };
}
