import { type Queryable, queryFirst } from "../db/database.ts";
import type { EarlierFile } from "./guardRails.ts";
import type { RunId, RunRequest, StockTerms } from "./importRun.ts";

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
