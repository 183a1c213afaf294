// The SQL by which a replica follows the database.
import { type Queryable, queryFirst } from "../../db/database.ts";

/** The state of a database: its history, and the newest place in the order of changes. */
export type CatalogState = {
  readonly origin: string;
  readonly place: number;
  /** The last place that has expired; 0 if none has. */
  readonly expired: number;
  /** When the change at the newest place was recorded; null before the first. */
  readonly stamp: string | null;
  /** The same for the requested place; also null if the database does not have it. */
  readonly knownStamp: string | null;
};

/** Fails on a standby: only a primary knows the newest state. */
export async function selectCatalogState(db: Queryable, known: number): Promise<CatalogState> {
  const state = await queryFirst<CatalogState>(db, {
    name: "select_catalog_state",
    text: `select
        (select system_identifier from pg_control_system())
          || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
          || '/' || (select oid from pg_database where datname = current_database())
          || '/' || epoch as origin,
        expired_position::float8 as expired,
        coalesce(newest.position, 0)::float8 as place,
        newest.recorded_at::text as stamp,
        (select recorded_at::text from catalog_changes where position = $1) as "knownStamp"
      from catalog_epoch
      left join (
        select position, recorded_at from catalog_changes order by position desc limit 1
      ) newest on true`,
    values: [known],
  });
  if (state === undefined) throw new Error("The database returned no state of the catalog.");
  return state;
}

/** Identifies a database: nodes of several databases may share one DATA_DIR. */
export async function selectDatabaseIdentity(db: Queryable): Promise<string> {
  const row = await queryFirst<{ identity: string }>(db, {
    name: "select_database_identity",
    text: `select system_identifier || '-' || oid as identity
      from pg_control_system(), pg_database where datname = current_database()`,
  });
  if (row === undefined) throw new Error("The database returned no identity.");
  return row.identity;
}

export async function selectConditionRanks(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ code: string; rank: number }>({
    name: "select_condition_ranks",
    text: "select code, rank from conditions order by rank",
  });
  return new Map(rows.map(({ code, rank }) => [code, rank]));
}

/** SQL: the ids of the offers that runs changed. Run numbers are integers. */
export function idsOfRuns(runIds: readonly number[]): string {
  const runs = `'{${runIds.join(",")}}'::integer[]`;
  return `select offer_id from offers where created_run = any(${runs})
    union select offer_id from offer_changes where run_id = any(${runs})`;
}

/** SQL: the ids of the rules of agreements that runs changed. */
export function rulesOfRuns(runIds: readonly number[]): string {
  return `select rule_id from agreement_changes
    where run_id = any('{${runIds.join(",")}}'::integer[])`;
}

/** The number of rows of a query without parameters. */
export async function countRows(db: Queryable, query: string): Promise<number> {
  const text = `select count(*)::float8 as rows from (${query}) counted`;
  return (await queryFirst<{ rows: number }>(db, { name: "", text }))?.rows ?? 0;
}

/** Whether the changes of one of the runs have expired. */
export async function haveExpired(db: Queryable, runIds: readonly number[]): Promise<boolean> {
  const rows = await db.query({
    name: "have_expired_changes",
    text: `select from import_runs
      where run_id = any($1::integer[]) and changes_expired_at is not null limit 1`,
    values: [runIds],
  });
  return rows.length > 0;
}

/** The number of changes after a place. */
export async function countChangesAfter(db: Queryable, place: number): Promise<number> {
  const row = await queryFirst<{ changes: number }>(db, {
    name: "count_changes_after",
    text: "select count(*)::float8 as changes from catalog_changes where position > $1",
    values: [place],
  });
  return row?.changes ?? 0;
}
