import { type Queryable, queryFirst } from "../db/database.ts";
import { onHand } from "./offerFieldQueries.ts";
import type { OfferId } from "./partId.ts";

/**
 * `merge` changes what the file contains; `replace` also discontinues what it no longer
 * contains; `edit` changes one row by hand.
 */
export type RunMode = "merge" | "replace" | "revert" | "edit";

export type ChangeAction = "created" | "updated" | "deleted";

/**
 * A place in the order of changes: a whole run of the catalog or of an agreement, one offer, or one
 * rule of an agreement; with none of them, codes or terms.
 */
type ChangePlace = {
  readonly place: number;
  readonly runId: number | null;
  readonly offerId: OfferId | null;
  readonly ruleId: string | null;
};

/** The places after `since`, in order. */
export async function selectPlaces(
  db: Queryable,
  since: number,
  limit: number,
): Promise<ChangePlace[]> {
  return db.query<ChangePlace>({
    name: "select_positions",
    text: `select position::float8 as place, run_id as "runId", offer_id::float8 as "offerId",
        rule_id::text as "ruleId"
      from catalog_changes where position > $1 order by position limit $2`,
    values: [since, limit],
  });
}

/** The newest place; 0 if there is none. */
export async function selectNewestPlace(db: Queryable): Promise<number> {
  const row = await queryFirst<{ place: number }>(db, {
    name: "select_newest_position",
    text: `select position::float8 as place from catalog_changes
      order by position desc limit 1`,
  });
  return row?.place ?? 0;
}

/** Deletes a batch of places that are older than 30 days (decision 101); returns how many. */
export async function expirePlaces(db: Queryable): Promise<number> {
  const row = await queryFirst<{ deleted: number }>(db, {
    name: "expire_catalog_changes",
    text: "select expire_catalog_changes() as deleted",
  });
  return row?.deleted ?? 0;
}

/** When the last run ended whose changes have expired; null if there is none. */
export async function selectHistoryStart(db: Queryable): Promise<Date | null> {
  const row = await queryFirst<{ at: Date | null }>(db, {
    name: "select_history_start",
    text: "select max(ended_at) as at from import_runs where changes_expired_at is not null",
  });
  return row?.at ?? null;
}

/**
 * Marks the runs that ended more than `keepDays` ago, at least 30, and deletes some of their
 * changes. Returns how many; 0 too if an import is in progress.
 */
export async function expireOfferChanges(db: Queryable, keepDays: number): Promise<number> {
  const row = await queryFirst<{ deleted: number }>(db, {
    name: "expire_offer_changes",
    text: "select expire_offer_changes($1) as deleted",
    values: [keepDays],
  });
  return row?.deleted ?? 0;
}

/**
 * A change of an offer by a run: the quantity on hand before and after; `before` is the rest of the
 * row before it, null if only stock changed.
 */
type RunChange = {
  readonly runId: number;
  readonly at: Date;
  readonly startedBy: string;
  readonly fileName: string | null;
  readonly mode: RunMode;
  readonly action: ChangeAction;
  readonly stockBefore: number;
  readonly stockAfter: number;
  readonly before: Readonly<Record<string, unknown>> | null;
};

/** An offer of a part with the runs that changed it, oldest first. */
export type OfferHistory = {
  readonly offerId: OfferId;
  readonly partNumber: string;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly manufacturer: string | null;
  readonly cage: string | null;
  readonly now: Readonly<Record<string, unknown>>;
  readonly onHand: number;
  readonly createdRun: number | null;
  readonly changes: readonly RunChange[];
};

/** SQL: a row without the stock, which orders change too, and without what is derived from it. */
function visibleRow(row: string): string {
  return `${row} - '{received,shipped,allocated,available_stock}'::text[]`;
}

/** The offers of a part number with their changes by runs. */
export async function selectHistory(db: Queryable, partNumberKey: string): Promise<OfferHistory[]> {
  return db.query<OfferHistory>({
    name: "select_history",
    text: `select o.offer_id::float8 as "offerId", o.part_number as "partNumber", o.vendor,
        o.condition, o.unit_of_measure as "unitOfMeasure", o.manufacturer, o.cage,
        ${visibleRow("to_jsonb(o)")} as now, ${onHand("o.")}::float8 as "onHand",
        o.created_run as "createdRun",
        coalesce(
          (
            select json_agg(
              json_build_object('runId', r.run_id, 'at', r.ended_at, 'startedBy', r.started_by,
                'fileName', r.file_name, 'mode', r.mode,
                'action', c.action, 'stockBefore', c.stock_before,
                'stockAfter', c.stock_after, 'before', ${visibleRow("c.before")})
              order by r.ended_at)
            from offer_changes c join import_runs r using (run_id)
            where c.offer_id = o.offer_id
          ), '[]'
        ) as changes
      from offers o where o.part_number_key = $1
      order by o.vendor, o.condition, o.unit_of_measure, o.offer_id`,
    values: [partNumberKey],
  });
}
