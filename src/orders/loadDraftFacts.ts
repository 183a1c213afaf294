// The facts that drafts are judged by, for all their offers at once.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { selectOffers } from "../catalog/queries.ts";
import { utcDay } from "../day.ts";
import { awaitAll, type Queryable } from "../db/database.ts";
import { selectAgreement } from "../pricing/queries.ts";
import type { DraftFacts } from "./reviewDraft.ts";

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
