import { buildConditions } from "../db/conditions.ts";
import type { Queryable } from "../db/database.ts";
import type { ImportRun, RunId, RunKind, RunState } from "./importRun.ts";

/**
 * The times since `from` at which a file updated stock, and the last one before, oldest first.
 */
export async function selectStockMoments(db: Queryable, from: Date): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>({
    name: "select_stock_moments",
    text: `with updates as materialized (
        select ended_at as at from import_runs
        where state = 'committed' and mode in ('merge', 'replace') and kind in ('stock', 'catalog')
      )
      select at from updates
      where at >= coalesce((select max(at) from updates where at < $1), $1) order by at`,
    values: [from],
  });
  return rows.map(({ at }) => at);
}

/** The status of imports: what needs attention, and the newest stock. */
export type ImportsNow = {
  /** Stopped by a guard rail; the uploaded file is neither committed nor discarded. */
  readonly stopped: number;
  readonly failed: number;
  /** When a file last changed stock or catalog. */
  readonly stockAt: Date | null;
};

/** Whether something is to be done about a run `r` that ended badly after $1. */
const isOpen = `ended_at > $1 and dismissed_at is null and (
    r.file_id is null and not exists (
      select from import_runs l where l.reverts = r.reverts and l.run_id > r.run_id
    ) or (
      exists (select from import_files f where f.file_id = r.file_id)
      and not exists (
        select from import_runs l where l.file_id = r.file_id and l.run_id > r.run_id
      )
    )
  )`;

/** The status of imports, without those that ended before `since`. */
export async function selectImportsNow(db: Queryable, since: Date): Promise<ImportsNow> {
  const rows = await db.query<ImportsNow>({
    name: "select_imports_now",
    text: `select
        (count(*) filter (
          where state = 'stopped' and ${isOpen}
        ))::integer as stopped,
        (count(*) filter (
          where state in ('failed', 'interrupted') and ${isOpen}
        ))::integer as failed,
        max(ended_at) filter (
          where state = 'committed' and mode in ('merge', 'replace')
            and kind in ('stock', 'catalog')
        ) as "stockAt"
      from import_runs r`,
    values: [since],
  });
  return rows[0] ?? { stopped: 0, failed: 0, stockAt: null };
}

/**
 * Whether another run, an edit by hand included, has changed the catalog of the vendors of a check
 * since. A run that started later counts even if it ended first.
 */
export async function hasCatalogChanged(
  db: Queryable,
  { runId, vendors }: Pick<ImportRun, "runId" | "vendors">,
): Promise<boolean> {
  const rows = await db.query({
    name: "has_catalog_changed",
    text: `select from import_runs
      where state = 'committed' and kind <> 'agreement'
        and (run_id > $1 or ended_at >= (select ended_at from import_runs where run_id = $1))
        and ($2::text[] is null or vendors && $2 or vendor = any ($2)
          or (vendors is null and vendor is null))
      limit 1`,
    values: [runId, vendors],
  });
  return rows.length > 0;
}

export type ListedRun = Pick<
  ImportRun,
  | "runId"
  | "kind"
  | "mode"
  | "state"
  | "vendor"
  | "vendors"
  | "fileName"
  | "startedBy"
  | "startedAt"
  | "endedAt"
  | "progress"
> & {
  readonly accountName: string | null;
  readonly counts: Readonly<Record<string, number>> | null;
};

/** Null is any kind; no states are any state. */
type RunFilter = { readonly kind: RunKind | null; readonly states: readonly RunState[] };

const listedColumns = `r.run_id as "runId", r.kind, r.mode, r.state, r.vendor,
        coalesce(r.vendors, o.vendors) as vendors,
        r.file_name as "fileName", r.started_by as "startedBy", r.started_at as "startedAt",
        r.ended_at as "endedAt", r.progress, a.name as "accountName",
        r.report->'counts' as counts`;

/** One page of the runs before `before`, newest first. */
export function selectListedRuns(
  db: Queryable,
  { kind, states }: RunFilter,
  { before, limit }: { readonly before: RunId | null; readonly limit: number },
): Promise<ListedRun[]> {
  const { where, values, key } = buildConditions(
    [
      ["r.kind = ?", kind],
      ["r.state = any(?)", states.length === 0 ? null : states],
      ["r.run_id < ?", before],
    ],
    [limit],
  );
  return db.query<ListedRun>({
    name: `select_listed_runs ${key}`,
    text: `select ${listedColumns}
      from import_runs r left join import_runs o on o.run_id = r.reverts
        left join accounts a on a.account_id = r.account_id
      where ${where} order by r.run_id desc limit $1`,
    values,
  });
}

/** A text is sought in this many of the newest runs: file names have no index. */
const maxSearched = 1_000;

/** The run that "run 43" or "import 43" names; null if a text names none. */
function readNamedRun(typed: string): number | null {
  const [, digits] = /^(?:run|import)\s*#?(\d{1,9})$/i.exec(typed.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The run with this number, and the newest whose file or vendor has a text in its name. */
export function findRuns(db: Queryable, typed: string, limit: number): Promise<ListedRun[]> {
  return db.query<ListedRun>({
    name: "find_runs",
    text: `select ${listedColumns}
      from import_runs r left join import_runs o on o.run_id = r.reverts
        left join accounts a on a.account_id = r.account_id
      where r.run_id = any (
          array(select run_id from import_runs order by run_id desc limit ${maxSearched})
            || $3::integer)
        and (r.run_id = $3
          or position(lower($1) in lower(concat(r.file_name, ' ', r.vendor))) > 0)
      order by r.run_id desc limit $2`,
    values: [typed, limit, readNamedRun(typed)],
  });
}

/** The name of the account a run is about; undefined for none. */
export async function selectRunAccount(db: Queryable, runId: RunId): Promise<string | undefined> {
  const rows = await db.query<{ name: string }>({
    name: "select_run_account",
    text: `select a.name from import_runs r join accounts a using (account_id)
      where r.run_id = $1`,
    values: [runId],
  });
  return rows[0]?.name;
}

export type FileRun = Pick<ImportRun, "runId" | "state" | "isDry" | "startedAt">;

/** The runs of a file, newest first, at most `limit`. */
export function selectFileRuns(db: Queryable, fileId: string, limit: number): Promise<FileRun[]> {
  return db.query<FileRun>({
    name: "select_file_runs",
    text: `select run_id as "runId", state, is_dry as "isDry", started_at as "startedAt"
      from import_runs where file_id = $1 order by run_id desc limit $2`,
    values: [fileId, limit],
  });
}

/** Marks a run that failed or stopped as dismissed; false if it did neither, or was dismissed. */
export async function markRunDismissed(db: Queryable, runId: RunId, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: "dismiss_run",
    text: `update import_runs set dismissed_at = $2
      where run_id = $1 and state in ('stopped', 'failed', 'interrupted') and dismissed_at is null
      returning run_id`,
    values: [runId, now],
  });
  return rows.length === 1;
}
