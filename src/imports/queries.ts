// Invariant: a running import holds an advisory lock on its number until its program ends, so an
// abandoned run can be recognized.
import { type Queryable, queryFirst, type Session, type Transaction } from "../db/database.ts";
import type { CheckedFeedFile } from "./feed.ts";
import type {
  ImportRun,
  RunId,
  RunProgress,
  RunReport,
  RunRequest,
  RunState,
} from "./importRun.ts";

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
