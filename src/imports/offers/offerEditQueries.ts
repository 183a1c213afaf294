import { onHand, selectFileTexts, toOfferJson } from "../../catalog/offerFieldQueries.ts";
import { columnsBesideStock, comparedColumns } from "../../catalog/offerFields.ts";
import type { StoredOfferTexts } from "../../catalog/offerTexts.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { OfferRow } from "../../catalog/readOfferRecord.ts";
import { columnsOf } from "../../db/columnsOf.ts";
import { type Queryable, queryFirst, type Transaction } from "../../db/database.ts";
import type { RunId } from "../run.ts";
import { changedOffer, changeOffers } from "./plannedQueries.ts";
import { haveSameIdentity } from "./stagingQueries.ts";
import type { SupersessionLink } from "./supersessionQueries.ts";

const fileTexts = selectFileTexts("; ", (text) => `coalesce(${text}, '')`);
const textColumns = `${fileTexts}, ${onHand("")}::text as on_hand, allocated::text`;
const comparedBesideStock = comparedColumns.filter((column) => columnsBesideStock.includes(column));

/** An offer as texts; undefined if there is none. */
export async function selectOfferTexts(
  db: Queryable,
  offerId: OfferId,
): Promise<StoredOfferTexts | undefined> {
  return queryFirst<StoredOfferTexts>(db, {
    name: "select_offer_texts",
    text: `select ${textColumns} from offers where offer_id = $1`,
    values: [offerId],
  });
}

/** As `selectOfferTexts`, locked against changes until the transaction ends. */
export async function lockOfferTexts(
  tx: Transaction,
  offerId: OfferId,
): Promise<StoredOfferTexts | undefined> {
  return queryFirst<StoredOfferTexts>(tx, {
    name: "lock_offer_texts",
    text: `select ${textColumns} from offers where offer_id = $1 for no key update`,
    values: [offerId],
  });
}

/**
 * Sets an offer to what was typed, with the typed quantity on hand now; returns 0 if nothing
 * differs.
 */
export function updateOffer(
  tx: Transaction,
  offerId: OfferId,
  offer: OfferRow,
  runId: RunId,
  now: Date,
): Promise<number> {
  return changeOffers(tx, {
    name: "update_offer_manually",
    text: `update offers o
      set (${columnsBesideStock.join(", ")}, received, updated_at) =
        (${columnsOf("s", columnsBesideStock)}, s.received + o.shipped, $4)
      from jsonb_populate_record(null::offers, $3) s
      where o.offer_id = $2
        and (${columnsOf("o", comparedBesideStock)}, ${onHand("o.")}) is distinct from
          (${columnsOf("s", comparedBesideStock)}, s.received)
      returning ${changedOffer}`,
    values: [runId, offerId, toOfferJson(offer), now],
  });
}

/** Whether another offer has what would identify this one. */
export async function hasOtherOffer(
  tx: Transaction,
  offerId: OfferId,
  offer: OfferRow,
): Promise<boolean> {
  const rows = await tx.query({
    name: "select_same_offer",
    text: `select from jsonb_populate_record(null::offers, $2) b
      join offers o on ${haveSameIdentity("o", "b")} where o.offer_id <> $1`,
    values: [offerId, toOfferJson(offer)],
  });
  return rows.length > 0;
}

/** Who last changed an offer, by a file or manually. */
export type LastChange = { readonly startedBy: string; readonly at: Date };

export async function selectLastChange(
  db: Queryable,
  offerId: OfferId,
): Promise<LastChange | undefined> {
  return queryFirst<LastChange>(db, {
    name: "select_last_change",
    text: `select r.started_by as "startedBy", r.ended_at as at
      from offer_changes c join import_runs r using (run_id)
      where c.offer_id = $1 order by c.run_id desc limit 1`,
    values: [offerId],
  });
}

export async function hasChanged(db: Queryable, offerId: OfferId, runId: RunId): Promise<boolean> {
  const rows = await db.query({
    name: "has_changed_offer",
    text: "select 1 from offer_changes where offer_id = $1 and run_id = $2",
    values: [offerId, runId],
  });
  return rows.length > 0;
}

/**
 * The supersessions that can be reached from a part, at most `limit`, without those of `offerId`,
 * which is being changed.
 */
export function selectLinksFrom(
  tx: Transaction,
  partNumberKey: string,
  offerId: OfferId,
  limit: number,
): Promise<SupersessionLink[]> {
  return tx.query<SupersessionLink>({
    name: "select_links_from",
    text: `with recursive reached(key) as (
        select $1::text collate "C"
        union
        select next.superseded_by_key from reached cross join lateral (
          select o.superseded_by_key from offers o
          where o.part_number_key = reached.key and o.superseded_by_key is not null
            and o.offer_id <> $2
          offset 0
        ) next
      )
      select distinct o.part_number_key as "from", o.superseded_by_key as "to"
      from reached join offers o on o.part_number_key = reached.key
      where o.superseded_by_key is not null and o.offer_id <> $2
      limit $3`,
    values: [partNumberKey, offerId, limit],
  });
}
