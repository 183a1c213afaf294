import type { StockMode } from "../catalog/feedStock.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { all, change, first, sql } from "../kit/sql.ts";
import type { FileId, FileSubject, HeadRecord, ImportFile } from "./file.ts";
import type { RememberedMappings } from "./rows/sheets.ts";
import type { RunId } from "./run.ts";

type NewFile = FileSubject &
  Pick<
    ImportFile,
    "fileId" | "fileName" | "fileBytes" | "sha256" | "sentBy" | "sentAt" | "mapping"
  >;

export async function insertFile(db: Queryable, file: NewFile): Promise<void> {
  await change(
    db,
    sql`insert into import_files (file_id, kind, mode, vendor, account_id, file_name, file_bytes,
        file_sha256, sent_by, sent_at, mapping)
      values (${file.fileId}, ${file.kind}, ${file.mode}, ${file.vendor}, ${file.accountId},
        ${file.fileName}, ${file.fileBytes}, ${file.sha256}, ${file.sentBy}, ${file.sentAt},
        ${file.mapping})`,
  );
}

const files = sql`select f.file_id, f.kind, f.mode, f.vendor, f.account_id, a.name as account_name,
    f.file_name, f.file_bytes::float8, f.file_sha256 as sha256, f.sent_by, f.sent_at, f.head,
    f.unreadable, f.mapping, f.version, f.stock_mode, f.as_of, f.older_counts
  from import_files f left join accounts a using (account_id)`;

type FileRow = Omit<ImportFile, "stock"> & {
  readonly stockMode: StockMode | null;
  readonly asOf: Date | null;
  readonly olderCounts: boolean;
};

function toFile({ stockMode: mode, asOf, olderCounts, ...file }: FileRow): ImportFile {
  return { ...file, stock: { mode, asOf, appliesOlder: olderCounts } };
}

export async function selectFile(db: Queryable, fileId: FileId): Promise<ImportFile | undefined> {
  const found = await first<FileRow>(db, sql`${files} where f.file_id = ${fileId}`);
  return found && toFile(found);
}

export async function lockFile(tx: Transaction, fileId: FileId): Promise<ImportFile | undefined> {
  const found = await first<FileRow>(tx, sql`${files} where f.file_id = ${fileId} for update of f`);
  return found && toFile(found);
}

export async function selectFiles(db: Queryable, limit: number): Promise<ImportFile[]> {
  const found = await all<FileRow>(db, sql`${files} order by f.file_id desc limit ${limit}`);
  return found.map(toFile);
}

export async function updateHead(
  db: Queryable,
  fileId: FileId,
  { head, unreadable }: { readonly head: readonly HeadRecord[] | null; unreadable: string | null },
): Promise<void> {
  const stored = head === null ? null : JSON.stringify(head);
  await change(
    db,
    sql`update import_files set head = ${stored}, unreadable = ${unreadable}
      where file_id = ${fileId}`,
  );
}

/** Stores how a file is read, as its next version. */
export async function updateReading(
  db: Queryable,
  fileId: FileId,
  { mapping, stock }: Pick<ImportFile, "mapping" | "stock">,
): Promise<void> {
  await change(
    db,
    sql`update import_files set mapping = ${mapping}, stock_mode = ${stock.mode},
        as_of = ${stock.asOf}, older_counts = ${stock.appliesOlder === true}, version = version + 1
      where file_id = ${fileId}`,
  );
}

export async function insertPiece(db: Queryable, fileId: FileId, place: number, bytes: Buffer) {
  await change(
    db,
    sql`insert into import_file_pieces (file_id, position, bytes)
      values (${fileId}, ${place}, ${bytes})`,
  );
}

/** One piece of a file; undefined after the last. */
export async function selectPiece(db: Queryable, fileId: FileId, place: number) {
  const piece = sql`select bytes from import_file_pieces
    where file_id = ${fileId} and position = ${place}`;
  return (await first<{ bytes: Buffer }>(db, piece))?.bytes;
}

/** Removes a file without its pieces; false if it no longer exists. */
export async function deleteFile(db: Queryable, fileId: FileId): Promise<boolean> {
  return (await change(db, sql`delete from import_files where file_id = ${fileId}`)) > 0;
}

export async function deleteSomePieces(db: Queryable, fileId: FileId): Promise<boolean> {
  const deleted = sql`delete from import_file_pieces where (file_id, position) in (
      select file_id, position from import_file_pieces where file_id = ${fileId} limit 64
    )`;
  return (await change(db, deleted)) > 0;
}

/** Files uploaded before `before`, including those of which only pieces were stored. */
export async function selectOldFiles(db: Queryable, before: Date): Promise<FileId[]> {
  const rows = await all<{ fileId: FileId }>(
    db,
    sql`select file_id from import_files where uuid_extract_timestamp(file_id) < ${before}
      union
      select file_id from import_file_pieces
        where position = 0 and uuid_extract_timestamp(file_id) < ${before}`,
  );
  return rows.map(({ fileId }) => fileId);
}

type Owner = Omit<FileSubject, "mode">;

/** A mapping is of files of the same kind and the same vendor or account. */
const isOf = ({ kind, vendor, accountId }: Owner) => sql`kind = ${kind}
  and vendor is not distinct from ${vendor} and account_id is not distinct from ${accountId}`;

/** The mappings of earlier files of the same vendor or account, by their shape. */
export async function selectRememberedMappings(
  db: Queryable,
  owner: Owner,
): Promise<RememberedMappings> {
  const rows = await all<{ shape: string; mapping: string }>(
    db,
    sql`select shape, mapping from import_mappings where ${isOf(owner)}`,
  );
  return new Map(rows.map(({ shape, mapping }) => [shape, mapping]));
}

/** Shapes of files whose mapping is stored for a vendor or account, those used last. */
const maxShapes = 20;

/** Stores a mapping for the next files of the same vendor or account, and shape. */
export async function upsertRememberedMapping(
  db: Queryable,
  owner: Owner,
  { shape, mapping }: { readonly shape: string; readonly mapping: string },
  now: Date,
): Promise<void> {
  const { kind, vendor, accountId } = owner;
  await all(
    db,
    sql`with latest as (
        select shape from import_mappings where ${isOf(owner)} and shape <> ${shape}
        order by changed_at desc limit ${maxShapes - 1}
      ), expired as (
        delete from import_mappings where ${isOf(owner)} and shape <> ${shape}
          and shape not in (select shape from latest)
      )
      insert into import_mappings (kind, vendor, account_id, shape, mapping, changed_at)
      values (${kind}, ${vendor}, ${accountId}, ${shape}, ${mapping}, ${now})
      on conflict on constraint import_mappings_subject
      do update set mapping = excluded.mapping, changed_at = excluded.changed_at`,
  );
}

export async function insertRefusedPiece(
  db: Queryable,
  runId: RunId,
  place: number,
  bytes: Buffer,
): Promise<void> {
  await change(
    db,
    sql`insert into import_refused_pieces (run_id, position, bytes)
      values (${runId}, ${place}, ${bytes})`,
  );
}

/** One piece of the refused rows of a run; undefined after the last. */
export async function selectRefusedPiece(db: Queryable, runId: RunId, place: number) {
  const piece = sql`select bytes from import_refused_pieces
    where run_id = ${runId} and position = ${place}`;
  return (await first<{ bytes: Buffer }>(db, piece))?.bytes;
}

/** Removes some refused rows of runs that started before `before`; returns how many pieces. */
export function deleteSomeRefused(db: Queryable, before: Date): Promise<number> {
  return change(
    db,
    sql`delete from import_refused_pieces where (run_id, position) in (
        select p.run_id, p.position from import_refused_pieces p join import_runs r using (run_id)
        where r.started_at < ${before} limit 1000
      )`,
  );
}
