import type { StockTerms } from "../catalog/feedStock.ts";
import { type Queryable, queryFirst, type Session, type Transaction } from "../db/database.ts";
import { all, sql } from "../kit/sql.ts";
import type { EarlierFile } from "./guardRails.ts";
import type {
  CheckedFeedFile,
  ImportRun,
  RunId,
  RunProgress,
  RunReport,
  RunRequest,
  RunState,
} from "./run.ts";

// Invariant: a running import holds an advisory lock on its number until its program ends, so an
// abandoned run can be recognized.

/** The first half of a run's lock; the second is its number. */
const lockClass = 20_071;

const runColumns = `run_id as "runId", kind, mode, state, is_dry as "isDry", vendor,
  vendors, account_id as "accountId", reverts, file_name as "fileName",
  file_bytes::float8 as "fileBytes", encode(file_sha256, 'hex') as "fileSha256",
  started_by as "startedBy", accepted, mapping, excluded, file_id as "fileId",
  progress, report, message,
  cancel_requested_by as "cancelRequestedBy", started_at as "startedAt", ended_at as "endedAt",
  changes_expired_at as "changesExpiredAt", dismissed_at as "dismissedAt"`;

/** Takes the next number and its lock, which the session holds. */
export async function createRunId(session: Session): Promise<RunId> {
  const rows = await session.query<{ runId: RunId }>({
    name: "take_run_id",
    text: `with next as materialized (select nextval('import_runs_run_id_seq')::integer as id)
      select id as "runId", pg_advisory_lock(${lockClass}, id) from next`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The database gave no number for a run.");
  return row.runId;
}

/** Takes the next number without a lock, for a run that starts and ends in one transaction. */
export async function createManualRunId(tx: Transaction): Promise<RunId> {
  const rows = await tx.query<{ runId: RunId }>({
    name: "take_manual_run_id",
    text: `select nextval('import_runs_run_id_seq')::integer as "runId"`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The database gave no number for a run.");
  return row.runId;
}

export async function insertRun(tx: Transaction, runId: RunId, request: RunRequest): Promise<void> {
  const { source } = request;
  await tx.query({
    name: "insert_run",
    text: `insert into import_runs (run_id, kind, mode, vendor, account_id, reverts, file_name,
        file_bytes, file_sha256, started_by, is_dry, accepted, started_at, mapping, file_id,
        excluded)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    values: [
      runId,
      request.kind,
      request.mode,
      request.vendor,
      request.accountId,
      request.reverts,
      source.fileName,
      source.bytes,
      source.sha256,
      request.startedBy,
      request.isDry,
      request.accepted,
      request.now,
      request.mapping,
      request.origin?.fileId ?? null,
      JSON.stringify(request.excluded ?? []),
    ],
  });
}

export type RunEnd = {
  readonly state: Exclude<RunState, "running">;
  readonly report: RunReport | null;
  readonly message: string | null;
  /** The file; null if none was read to its end. */
  readonly file: CheckedFeedFile | null;
};

/** Stores how a run ended: inside its transaction if it is committed. */
export async function endRun(db: Queryable, runId: RunId, end: RunEnd): Promise<void> {
  const { state, report, message, file } = end;
  const { identity = null, vendors = null, isCorrection = false } = file ?? {};
  await db.query({
    name: "end_run",
    text: `update import_runs set state = $2, report = $3, message = $4, progress = null,
        file_bytes = coalesce(file_bytes, $5), file_sha256 = coalesce(file_sha256, $6),
        vendors = $7, is_correction = $8, ended_at = clock_timestamp()
      where run_id = $1 and state = 'running'`,
    values: [
      runId,
      state,
      report === null ? null : JSON.stringify(report),
      message,
      identity?.bytes ?? null,
      identity?.sha256 ?? null,
      vendors,
      isCorrection,
    ],
  });
}

/** Releases the lock of a run. */
export async function releaseRun(session: Session, runId: RunId): Promise<void> {
  const text = `select pg_advisory_unlock(${lockClass}, $1)`;
  await session.query({ name: "release_run", text, values: [runId] });
}

/** Attributes changes of offers to a run until the transaction ends. */
export async function setCurrentRun(tx: Transaction, runId: RunId): Promise<void> {
  const text = "select set_config('partsdesk.run', $1::text, true)";
  await tx.query({ name: "name_run", text, values: [String(runId)] });
}

/** Stores how far a run is; returns who requested its cancellation, if anyone did. */
export async function updateProgress(
  db: Queryable,
  runId: RunId,
  progress: RunProgress | null,
): Promise<string | null> {
  const rows = await db.query<{ requestedBy: string | null }>({
    name: "report_progress",
    text: `update import_runs set progress = $2 where run_id = $1 and state = 'running'
      returning cancel_requested_by as "requestedBy"`,
    values: [runId, progress === null ? null : JSON.stringify(progress)],
  });
  return rows[0]?.requestedBy ?? null;
}

export async function requestCancellation(
  db: Queryable,
  runId: RunId,
  by: string,
): Promise<boolean> {
  const rows = await db.query({
    name: "request_run_cancellation",
    text: `update import_runs set cancel_requested_by = coalesce(cancel_requested_by, $2)
      where run_id = $1 and state = 'running' returning run_id`,
    values: [runId, by],
  });
  return rows.length > 0;
}

/** Ends runs whose program died; their changes were never committed. */
export async function endAbandonedRuns(db: Queryable): Promise<void> {
  await db.query({
    name: "end_abandoned_runs",
    text: `update import_runs set ended_at = clock_timestamp(), progress = null,
        state = case when cancel_requested_by is null then 'interrupted' else 'cancelled' end,
        message = 'The program stopped before the run ended. Nothing changed.'
      where state = 'running' and pg_try_advisory_xact_lock(${lockClass}, run_id)`,
  });
}

export async function isRunAlive(db: Queryable, runId: RunId): Promise<boolean> {
  const rows = await db.query({
    name: "is_worked_on",
    text: `select from pg_locks
      where locktype = 'advisory' and classid = ${lockClass} and objid = $1::bigint::oid
        and database = (select oid from pg_database where datname = current_database())`,
    values: [runId],
  });
  return rows.length > 0;
}

export async function selectRun(db: Queryable, runId: RunId): Promise<ImportRun | undefined> {
  return queryFirst<ImportRun>(db, {
    name: "select_run",
    text: `select ${runColumns} from import_runs where run_id = $1`,
    values: [runId],
  });
}

export async function selectRevert(db: Queryable, runId: RunId): Promise<RunId | undefined> {
  const rows = await db.query<{ runId: RunId }>({
    name: "select_revert",
    text: `select run_id as "runId" from import_runs
      where reverts = $1 and state = 'committed' limit 1`,
    values: [runId],
  });
  return rows[0]?.runId;
}

/** Runs, newest first; `before` is the last number of the previous page, null for the first. */
export function selectRuns(
  db: Queryable,
  before: RunId | null,
  limit: number,
): Promise<ImportRun[]> {
  return db.query<ImportRun>({
    name: "select_runs",
    text: `select ${runColumns} from import_runs
      where $1::integer is null or run_id < $1 order by run_id desc limit $2`,
    values: [before, limit],
  });
}

/**
 * The start of a statement: a common table `effective (run_id, revert_run_id)` of the runs
 * committed after the run of the parameter whose changes are in effect, each with the run to revert
 * for it. A reverted run is not in effect; if its revert was reverted, it is, and the last run of
 * that chain is the one to revert.
 */
export function withEffectiveRuns(parameter: string): string {
  return `with recursive chain (run_id, last, links) as (
      select r.run_id, r.run_id, 0
      from import_runs r
      where r.state = 'committed' and r.mode <> 'revert'
        and r.ended_at > (select ended_at from import_runs where run_id = ${parameter})
      union all
      select chain.run_id, undo.run_id, chain.links + 1
      from chain join import_runs undo on undo.reverts = chain.last and undo.state = 'committed'
    ),
    ends as (
      select distinct on (run_id) run_id, last, links from chain order by run_id, links desc
    ),
    effective as (select run_id, last as revert_run_id from ends where links % 2 = 0)`;
}

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

/** What a list of runs has. */
export const listedRunColumns = sql`r.run_id, r.kind, r.mode, r.state, r.vendor,
  coalesce(r.vendors, o.vendors) as vendors, r.file_name, r.started_by, r.started_at, r.ended_at,
  r.progress, a.name as account_name, r.report->'counts' as counts`;
export const listedRuns = sql`import_runs r left join import_runs o on o.run_id = r.reverts
  left join accounts a on a.account_id = r.account_id`;

/** A text is sought in this many of the newest runs: file names have no index. */
const maxSearched = 1_000;

/**
 * The run that "run 43" or "import 43" names, and the newest whose file or vendor has a text in its
 * name.
 */
export function findRuns(db: Queryable, typed: string, limit: number): Promise<ListedRun[]> {
  const [, named = null] = /^(?:run|import)\s*#?(\d{1,9})$/i.exec(typed.trim()) ?? [];
  const found = sql`select ${listedRunColumns} from ${listedRuns}
    where r.run_id = any (
        array(select run_id from import_runs order by run_id desc limit ${maxSearched})
          || ${named}::integer)
      and (r.run_id = ${named}::integer
        or position(lower(${typed}) in lower(concat(r.file_name, ' ', r.vendor))) > 0)
    order by r.run_id desc limit ${limit}`;
  return all<ListedRun>(db, found);
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

/** A run that imported the same file, and how it mapped the columns. */
type SameFileRun = {
  readonly runId: RunId;
  /** Rows that it refused or left out. */
  readonly refused: number;
  readonly mapping: string;
  /** Null if it had no quantities, or is from before they were declared. */
  readonly stock: StockTerms | null;
};

const isCommitted = `r.state = 'committed' and not exists (
    select from import_runs undo where undo.reverts = r.run_id and undo.state = 'committed'
  )`;

/** The run that imported the same bytes, unless a later run may have changed its result. */
export async function selectSameFileRun(
  db: Queryable,
  request: RunRequest,
): Promise<SameFileRun | undefined> {
  return queryFirst<SameFileRun>(db, {
    name: "select_same_file_run",
    text: `select r.run_id as "runId", r.mapping, r.report->'stock' as stock,
        coalesce((r.report->'counts'->>'refused')::integer, 0)
          + coalesce((r.report->'counts'->>'left_out')::integer, 0) as refused
      from import_runs r
      where ${isCommitted} and r.kind = $1 and r.mode = $2 and r.file_sha256 = $5
        and r.vendor is not distinct from $3 and r.account_id is not distinct from $4
        and not exists (
          select from import_runs later
          where later.state = 'committed' and later.ended_at > r.ended_at
            and (later.kind = 'agreement') = (r.kind = 'agreement')
            and later.account_id is not distinct from r.account_id
        )
      order by r.ended_at desc limit 1`,
    values: [request.kind, request.mode, request.vendor, request.accountId, request.source.sha256],
  });
}

/** A file name without digits: the feeds of two nights differ only in their date. */
function alike(name: string): string {
  return `regexp_replace(coalesce(${name}::text, ''), '[0-9]+', '', 'g')`;
}

/**
 * The earlier files of the same kind as the file of `request`, about `vendors`, newest first, at
 * most `limit`. Catalogs whose rows are all refused are about no vendor, not one.
 */
export function selectEarlierFiles(
  db: Queryable,
  request: RunRequest,
  vendors: readonly string[] | null,
  limit: number,
): Promise<EarlierFile[]> {
  return db.query<EarlierFile>({
    name: "select_earlier_files",
    text: `select r.run_id as "runId",
        coalesce((r.report->'counts'->>'rows')::integer, 0) as rows,
        exists (
          select from json_array_elements(r.report->'stops') stop where stop->>'code' = 'fewer_rows'
        ) as "wasFewer"
      from import_runs r
      where ${isCommitted} and r.kind = $1 and r.mode = $2
        and r.account_id is not distinct from $3 and not r.is_correction
        and (
          r.vendors = $4::text[] and (r.kind = 'agreement' or r.vendors <> '{}')
          or ${alike("r.file_name")} = ${alike("$5")}
            and (r.vendors && $4::text[] or r.vendors is null or $4::text[] is null)
        )
      order by r.ended_at desc limit $6`,
    values: [
      request.kind,
      request.mode,
      request.accountId,
      vendors,
      request.source.fileName,
      limit,
    ],
  });
}
