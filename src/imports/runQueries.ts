// Invariant: a running import holds an advisory lock on its number until its program ends, so an
// abandoned run can be recognized.
import type { StockTerms } from "../catalog/feedStock.ts";
import type { Queryable, Session, Transaction } from "../db/database.ts";
import { all, change, first, raw, type Sql, sql } from "../kit/sql.ts";
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

/** The first half of a run's lock; the second is its number. */
const lockClass = raw("20071");

const runColumns = sql`run_id, kind, mode, state, is_dry, vendor, vendors, account_id, reverts,
  file_name, file_bytes::float8, encode(file_sha256, 'hex') as file_sha256, started_by, accepted,
  mapping, file_id, progress, report, message, cancel_requested_by, started_at, ended_at,
  changes_expired_at, dismissed_at`;

/** Takes the next number; a session also takes its lock, and holds it. */
export async function createRunId(db: Session | Transaction): Promise<RunId> {
  const lock = "client" in db ? sql`pg_advisory_lock(${lockClass}, id)` : sql`null`;
  const next = sql`with next as materialized (
      select nextval('import_runs_run_id_seq')::integer as id
    )
    select id as run_id, ${lock} from next`;
  const row = await first<{ runId: RunId }>(db, next);
  if (row === undefined) throw new Error("The database gave no number for a run.");
  return row.runId;
}

export async function insertRun(tx: Transaction, runId: RunId, request: RunRequest): Promise<void> {
  const { kind, mode, vendor, accountId, reverts, source, startedBy, isDry, accepted } = request;
  const { mapping, origin, now } = request;
  await change(
    tx,
    sql`insert into import_runs (run_id, kind, mode, vendor, account_id, reverts, file_name,
        file_bytes, file_sha256, started_by, is_dry, accepted, started_at, mapping, file_id)
      values (${runId}, ${kind}, ${mode}, ${vendor}, ${accountId}, ${reverts}, ${source.fileName},
        ${source.bytes}, ${source.sha256}, ${startedBy}, ${isDry}, ${accepted}, ${now}, ${mapping},
        ${origin?.fileId ?? null})`,
  );
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
  const { state, message, file } = end;
  const report = end.report === null ? null : JSON.stringify(end.report);
  const { vendors = null, isCorrection = false } = file ?? {};
  await change(
    db,
    sql`update import_runs set state = ${state}, report = ${report}, message = ${message},
        progress = null, vendors = ${vendors},
        is_correction = ${isCorrection}, ended_at = clock_timestamp()
      where run_id = ${runId} and state = 'running'`,
  );
}

/** Releases the lock of a run. */
export async function releaseRun(session: Session, runId: RunId): Promise<void> {
  await all(session, sql`select pg_advisory_unlock(${lockClass}, ${runId})`);
}

/** Attributes changes of offers to a run until the transaction ends. */
export async function setCurrentRun(tx: Transaction, runId: RunId): Promise<void> {
  await all(tx, sql`select set_config('partsdesk.run', ${String(runId)}, true)`);
}

/** Stores how far a run is; returns who requested its cancellation, if anyone did. */
export async function updateProgress(
  db: Queryable,
  runId: RunId,
  progress: RunProgress | null,
): Promise<string | null> {
  const stored = progress === null ? null : JSON.stringify(progress);
  const row = await first<{ cancelRequestedBy: string | null }>(
    db,
    sql`update import_runs set progress = ${stored} where run_id = ${runId} and state = 'running'
      returning cancel_requested_by`,
  );
  return row?.cancelRequestedBy ?? null;
}

/** False if the run is not running. */
export async function requestCancellation(db: Queryable, runId: RunId, by: string) {
  const cancelled = sql`update import_runs
    set cancel_requested_by = coalesce(cancel_requested_by, ${by})
    where run_id = ${runId} and state = 'running'`;
  return (await change(db, cancelled)) > 0;
}

/** Ends runs whose program died; their changes were never committed. */
export async function endAbandonedRuns(db: Queryable): Promise<void> {
  await change(
    db,
    sql`update import_runs set ended_at = clock_timestamp(), progress = null,
        state = case when cancel_requested_by is null then 'interrupted' else 'cancelled' end,
        message = 'The program stopped before the run ended. Nothing changed.'
      where state = 'running' and pg_try_advisory_xact_lock(${lockClass}, run_id)`,
  );
}

export async function isRunAlive(db: Queryable, runId: RunId): Promise<boolean> {
  const lock = sql`select from pg_locks
    where locktype = 'advisory' and classid = ${lockClass} and objid = ${runId}::bigint::oid
      and database = (select oid from pg_database where datname = current_database())`;
  return (await first(db, lock)) !== undefined;
}

export function selectRun(db: Queryable, runId: RunId): Promise<ImportRun | undefined> {
  return first<ImportRun>(db, sql`select ${runColumns} from import_runs where run_id = ${runId}`);
}

export async function selectRevert(db: Queryable, runId: RunId): Promise<RunId | undefined> {
  const reverts = sql`select run_id from import_runs
    where reverts = ${runId} and state = 'committed' limit 1`;
  return (await first<{ runId: RunId }>(db, reverts))?.runId;
}

/** Runs, newest first. */
export function selectRuns(db: Queryable, limit: number): Promise<ImportRun[]> {
  const runs = sql`select ${runColumns} from import_runs order by run_id desc limit ${limit}`;
  return all<ImportRun>(db, runs);
}

/**
 * The start of a statement: a common table `effective (run_id, revert_run_id)` of the runs
 * committed after a run whose changes are in effect, each with the run to revert
 * for it. A reverted run is not in effect; if its revert was reverted, it is, and the last run of
 * that chain is the one to revert.
 */
export function withEffectiveRuns(runId: RunId): Sql {
  return sql`with recursive chain (run_id, last, links) as (
      select r.run_id, r.run_id, 0
      from import_runs r
      where r.state = 'committed' and r.mode <> 'revert'
        and r.ended_at > (select ended_at from import_runs where run_id = ${runId})
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
  const rows = await all<{ at: Date }>(
    db,
    sql`with updates as materialized (
        select ended_at as at from import_runs
        where state = 'committed' and mode in ('merge', 'replace') and kind in ('stock', 'catalog')
      )
      select at from updates
      where at >= coalesce((select max(at) from updates where at < ${from}), ${from}) order by at`,
  );
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

/** The status of imports, without those that ended before `since`. */
export async function selectImportsNow(db: Queryable, since: Date): Promise<ImportsNow> {
  /** Something is to be done about a run `r` that ended badly. */
  const isOpen = sql`ended_at > ${since} and dismissed_at is null and (
      r.file_id is null and not exists (
        select from import_runs l where l.reverts = r.reverts and l.run_id > r.run_id
      ) or (
        exists (select from import_files f where f.file_id = r.file_id)
        and not exists (
          select from import_runs l where l.file_id = r.file_id and l.run_id > r.run_id
        )
      )
    )`;
  const now = await first<ImportsNow>(
    db,
    sql`select
        (count(*) filter (where state = 'stopped' and ${isOpen}))::integer as stopped,
        (count(*) filter (
          where state in ('failed', 'interrupted') and ${isOpen}
        ))::integer as failed,
        max(ended_at) filter (
          where state = 'committed' and mode in ('merge', 'replace')
            and kind in ('stock', 'catalog')
        ) as stock_at
      from import_runs r`,
  );
  return now ?? { stopped: 0, failed: 0, stockAt: null };
}

/**
 * Whether another run, an edit by hand included, has changed the catalog of the vendors of a check
 * since. A run that started later counts even if it ended first.
 */
export async function hasCatalogChanged(
  db: Queryable,
  { runId, vendors }: Pick<ImportRun, "runId" | "vendors">,
): Promise<boolean> {
  const changed = sql`select from import_runs
    where state = 'committed' and kind <> 'agreement'
      and (
        run_id > ${runId}
        or ended_at >= (select ended_at from import_runs where run_id = ${runId})
      )
      and (${vendors}::text[] is null or vendors && ${vendors} or vendor = any (${vendors})
        or (vendors is null and vendor is null))
    limit 1`;
  return (await first(db, changed)) !== undefined;
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
  const account = sql`select a.name from import_runs r join accounts a using (account_id)
    where r.run_id = ${runId}`;
  return (await first<{ name: string }>(db, account))?.name;
}

export type FileRun = Pick<ImportRun, "runId" | "state" | "isDry" | "startedAt">;

/** The runs of a file, newest first, at most `limit`. */
export function selectFileRuns(db: Queryable, fileId: string, limit: number): Promise<FileRun[]> {
  const runs = sql`select run_id, state, is_dry, started_at from import_runs
    where file_id = ${fileId} order by run_id desc limit ${limit}`;
  return all<FileRun>(db, runs);
}

/** A run, locked until the transaction ends. */
export async function lockRun(tx: Queryable, runId: RunId): Promise<ImportRun | undefined> {
  await all(tx, sql`select from import_runs where run_id = ${runId} for update`);
  return selectRun(tx, runId);
}

export async function markRunDismissed(tx: Transaction, runId: RunId, now: Date): Promise<void> {
  await change(tx, sql`update import_runs set dismissed_at = ${now} where run_id = ${runId}`);
}

/** A run that imported the same file, and how it mapped the columns. */
type SameFileRun = {
  readonly runId: RunId;
  readonly refused: number;
  readonly mapping: string;
  /** Null if it had no quantities, or is from before they were declared. */
  readonly stock: StockTerms | null;
};

const isCommitted = sql`r.state = 'committed' and not exists (
    select from import_runs undo where undo.reverts = r.run_id and undo.state = 'committed'
  )`;

/** The run that imported the same bytes, unless a later run may have changed its result. */
export function selectSameFileRun(
  db: Queryable,
  { kind, mode, vendor, accountId, source }: RunRequest,
): Promise<SameFileRun | undefined> {
  return first<SameFileRun>(
    db,
    sql`select r.run_id, r.mapping, r.report->'stock' as stock,
        coalesce((r.report->'counts'->>'refused')::integer, 0) as refused
      from import_runs r
      where ${isCommitted} and r.kind = ${kind} and r.mode = ${mode}
        and r.file_sha256 = ${source.sha256} and r.vendor is not distinct from ${vendor}
        and r.account_id is not distinct from ${accountId}
        and not exists (
          select from import_runs later
          where later.state = 'committed' and later.ended_at > r.ended_at
            and (later.kind = 'agreement') = (r.kind = 'agreement')
            and later.account_id is not distinct from r.account_id
        )
      order by r.ended_at desc limit 1`,
  );
}

/**
 * The earlier files of the same kind as the file of a request, about `vendors`, newest first, at
 * most `limit`. Catalogs whose rows are all refused are about no vendor, not one. The names of the
 * files of two nights differ only in their digits.
 */
export function selectEarlierFiles(
  db: Queryable,
  { kind, mode, accountId, source }: RunRequest,
  vendors: readonly string[] | null,
  limit: number,
): Promise<EarlierFile[]> {
  return all<EarlierFile>(
    db,
    sql`select r.run_id,
        coalesce((r.report->'counts'->>'rows')::integer, 0) as rows,
        exists (
          select from json_array_elements(r.report->'stops') stop where stop->>'code' = 'fewer_rows'
        ) as was_fewer
      from import_runs r
      where ${isCommitted} and r.kind = ${kind} and r.mode = ${mode}
        and r.account_id is not distinct from ${accountId} and not r.is_correction
        and (
          r.vendors = ${vendors}::text[] and (r.kind = 'agreement' or r.vendors <> '{}')
          or regexp_replace(coalesce(r.file_name, ''), '[0-9]+', '', 'g')
              = ${(source.fileName ?? "").replace(/[0-9]+/g, "")}
            and (r.vendors && ${vendors}::text[] or r.vendors is null or ${vendors}::text[] is null)
        )
      order by r.ended_at desc limit ${limit}`,
  );
}
