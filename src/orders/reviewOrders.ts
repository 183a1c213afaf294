// Drafts with what has changed since they were made, read without locking anything.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import { loadDraftFacts } from "./loadDraftFacts.ts";
import type { StoredOrder } from "./order.ts";
import { selectOrders } from "./queries.ts";
import { type DraftReview, reviewDraft } from "./reviewDraft.ts";

/** What confirming a draft would come to at `now`. */
export async function reviewOrder(
  db: Queryable,
  draft: StoredOrder,
  now: Date,
): Promise<DraftReview> {
  const offerIds = draft.lines.map(({ offerId }) => offerId);
  return reviewDraft(draft, await loadDraftFacts(db, draft.accountId, offerIds, now), now);
}

/** The newest drafts of an account that wait to be confirmed, each with its review. */
export async function reviewDraftsWaiting(
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
