import type { StockMode } from "../catalog/feedStock.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { FileId, FileSubject, HeadRecord, ImportFile } from "./file.ts";
import type { RememberedMappings } from "./rows/sheets.ts";
import type { ExcludedRow, RunId } from "./run.ts";

const fileColumns = `f.file_id as "fileId", f.kind, f.mode, f.vendor, f.account_id as "accountId",
  a.name as "accountName", f.file_name as "fileName", f.file_bytes::float8 as "fileBytes",
  f.file_sha256 as sha256, f.sent_by as "sentBy", f.sent_at as "sentAt", f.head, f.unreadable,
  f.mapping, f.excluded, f.version, f.stock_mode as "stockMode", f.as_of as "asOf",
  f.older_counts as "appliesOlder"`;

type NewFile = FileSubject &
  Pick<
    ImportFile,
    "fileId" | "fileName" | "fileBytes" | "sha256" | "sentBy" | "sentAt" | "mapping"
  >;

export async function insertFile(db: Queryable, file: NewFile): Promise<void> {
  await db.query({
    name: "insert_import_file",
    text: `insert into import_files (file_id, kind, mode, vendor, account_id, file_name,
        file_bytes, file_sha256, sent_by, sent_at, mapping)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      file.fileId,
      file.kind,
      file.mode,
      file.vendor,
      file.accountId,
      file.fileName,
      file.fileBytes,
      file.sha256,
      file.sentBy,
      file.sentAt,
      file.mapping,
    ],
  });
}

const fileById = `select ${fileColumns}
  from import_files f left join accounts a using (account_id) where f.file_id = $1`;

type FileRow = Omit<ImportFile, "stock"> & {
  readonly stockMode: StockMode | null;
  readonly asOf: Date | null;
  readonly appliesOlder: boolean;
};

function toFile({ stockMode: mode, asOf, appliesOlder, ...file }: FileRow): ImportFile {
  return { ...file, stock: { mode, asOf, appliesOlder } };
}

export async function selectFile(db: Queryable, fileId: FileId): Promise<ImportFile | undefined> {
  const statement = { name: "select_import_file", text: fileById, values: [fileId] };
  return (await db.query<FileRow>(statement)).map(toFile)[0];
}

export async function lockFile(tx: Transaction, fileId: FileId): Promise<ImportFile | undefined> {
  const text = `${fileById} for update of f`;
  const statement = { name: "lock_import_file", text, values: [fileId] };
  return (await tx.query<FileRow>(statement)).map(toFile)[0];
}

export async function selectFiles(db: Queryable, limit: number): Promise<ImportFile[]> {
  const rows = await db.query<FileRow>({
    name: "select_import_files",
    text: `select ${fileColumns} from import_files f left join accounts a using (account_id)
      order by f.file_id desc limit $1`,
    values: [limit],
  });
  return rows.map(toFile);
}

export async function updateHead(
  db: Queryable,
  fileId: FileId,
  { head, unreadable }: { readonly head: readonly HeadRecord[] | null; unreadable: string | null },
): Promise<void> {
  await db.query({
    name: "update_import_file_head",
    text: "update import_files set head = $2, unreadable = $3 where file_id = $1",
    values: [fileId, head === null ? null : JSON.stringify(head), unreadable],
  });
}

/** Stores how a file is read, as its next version. */
export async function updateReading(
  db: Queryable,
  fileId: FileId,
  { mapping, stock }: Pick<ImportFile, "mapping" | "stock">,
): Promise<void> {
  await db.query({
    name: "update_import_file_reading",
    text: `update import_files set mapping = $2, stock_mode = $3, as_of = $4,
        older_counts = $5, version = version + 1
      where file_id = $1`,
    values: [fileId, mapping, stock.mode, stock.asOf, stock.appliesOlder === true],
  });
}

export async function updateExcluded(
  tx: Transaction,
  fileId: FileId,
  excluded: readonly ExcludedRow[],
): Promise<void> {
  await tx.query({
    name: "update_excluded_rows",
    text: "update import_files set excluded = $2 where file_id = $1",
    values: [fileId, JSON.stringify(excluded)],
  });
}

export async function insertPiece(
  db: Queryable,
  fileId: FileId,
  place: number,
  bytes: Buffer,
): Promise<void> {
  await db.query({
    name: "insert_import_file_piece",
    text: "insert into import_file_pieces (file_id, position, bytes) values ($1, $2, $3)",
    values: [fileId, place, bytes],
  });
}

/** One piece of a file; undefined after the last. */
export async function selectPiece(
  db: Queryable,
  fileId: FileId,
  place: number,
): Promise<Buffer | undefined> {
  const rows = await db.query<{ bytes: Buffer }>({
    name: "select_import_file_piece",
    text: "select bytes from import_file_pieces where file_id = $1 and position = $2",
    values: [fileId, place],
  });
  return rows[0]?.bytes;
}

/** Removes a file without its pieces; false if it no longer exists. */
export async function deleteFile(db: Queryable, fileId: FileId): Promise<boolean> {
  const rows = await db.query({
    name: "delete_import_file",
    text: "delete from import_files where file_id = $1 returning file_id",
    values: [fileId],
  });
  return rows.length > 0;
}

export async function deleteSomePieces(db: Queryable, fileId: FileId): Promise<boolean> {
  const rows = await db.query({
    name: "delete_import_file_pieces",
    text: `delete from import_file_pieces where (file_id, position) in (
        select file_id, position from import_file_pieces where file_id = $1 limit 64
      ) returning position`,
    values: [fileId],
  });
  return rows.length > 0;
}

/** Files uploaded before `before`, including those of which only pieces were stored. */
export async function selectOldFiles(db: Queryable, before: Date): Promise<FileId[]> {
  const rows = await db.query<{ fileId: FileId }>({
    name: "select_old_import_files",
    text: `select file_id as "fileId" from import_files
        where uuid_extract_timestamp(file_id) < $1
      union
      select file_id from import_file_pieces
        where position = 0 and uuid_extract_timestamp(file_id) < $1`,
    values: [before],
  });
  return rows.map(({ fileId }) => fileId);
}

/** Shapes of files whose mapping is stored for a vendor or account, those used last. */
const maxShapes = 20;

/** The mappings of earlier files of the same vendor or account, by their shape. */
export async function selectRememberedMappings(
  db: Queryable,
  { kind, vendor, accountId }: Omit<FileSubject, "mode">,
): Promise<RememberedMappings> {
  const rows = await db.query<{ shape: string; mapping: string }>({
    name: "select_remembered_mappings",
    text: `select shape, mapping from import_mappings where kind = $1
      and vendor is not distinct from $2 and account_id is not distinct from $3`,
    values: [kind, vendor, accountId],
  });
  return new Map(rows.map(({ shape, mapping }) => [shape, mapping]));
}

/** Stores a mapping for the next files of the same vendor or account, and shape. */
export async function upsertRememberedMapping(
  db: Queryable,
  { kind, vendor, accountId }: Omit<FileSubject, "mode">,
  { shape, mapping }: { readonly shape: string; readonly mapping: string },
  now: Date,
): Promise<void> {
  await db.query({
    name: "upsert_remembered_mapping",
    text: `with latest as (
        select shape from import_mappings where kind = $1
          and vendor is not distinct from $2 and account_id is not distinct from $3 and shape <> $4
        order by changed_at desc limit ${maxShapes - 1}
      ), expired as (
        delete from import_mappings where kind = $1
          and vendor is not distinct from $2 and account_id is not distinct from $3 and shape <> $4
          and shape not in (select shape from latest)
      )
      insert into import_mappings (kind, vendor, account_id, shape, mapping, changed_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict on constraint import_mappings_subject
      do update set mapping = excluded.mapping, changed_at = excluded.changed_at`,
    values: [kind, vendor, accountId, shape, mapping, now],
  });
}

export async function insertRefusedPiece(
  db: Queryable,
  runId: RunId,
  place: number,
  bytes: Buffer,
): Promise<void> {
  await db.query({
    name: "insert_refused_piece",
    text: "insert into import_refused_pieces (run_id, position, bytes) values ($1, $2, $3)",
    values: [runId, place, bytes],
  });
}

/** One piece of the refused rows of a run; undefined after the last. */
export async function selectRefusedPiece(
  db: Queryable,
  runId: RunId,
  place: number,
): Promise<Buffer | undefined> {
  const rows = await db.query<{ bytes: Buffer }>({
    name: "select_refused_piece",
    text: "select bytes from import_refused_pieces where run_id = $1 and position = $2",
    values: [runId, place],
  });
  return rows[0]?.bytes;
}

/** Removes some refused rows of runs that started before `before`; returns how many pieces. */
export async function deleteSomeRefused(db: Queryable, before: Date): Promise<number> {
  const rows = await db.query({
    name: "delete_refused_pieces",
    text: `delete from import_refused_pieces where (run_id, position) in (
        select p.run_id, p.position from import_refused_pieces p join import_runs r using (run_id)
        where r.started_at < $1 limit 1000
      ) returning position`,
    values: [before],
  });
  return rows.length;
}

/** What a value in the files of a vendor means; `written` is a `valueKey`. */
export type VendorValue = {
  readonly vendor: string;
  readonly column: string;
  readonly written: string;
  readonly meaning: string;
  readonly changedBy: string;
  readonly changedAt: Date;
};

const valueColumns = `vendor, field as "column", written, meaning, changed_by as "changedBy",
  changed_at as "changedAt"`;

/** The values of a vendor, or of all if it is null, in their order from `from` on. */
export async function selectVendorValues(
  db: Queryable,
  vendor: string | null,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<VendorValue[]> {
  return db.query<VendorValue>({
    name: "select_vendor_values",
    text: `select ${valueColumns} from vendor_values where $1::text is null or vendor = $1
      order by vendor, field, written offset $2 limit $3`,
    values: [vendor, from, limit],
  });
}

type NewValue = Pick<VendorValue, "column" | "written" | "meaning">;

/** Stores a value; returns whether that changed anything. */
export async function upsertVendorValue(
  tx: Transaction,
  vendor: string,
  { column, written, meaning }: NewValue,
  by: Pick<VendorValue, "changedBy" | "changedAt">,
): Promise<boolean> {
  const rows = await tx.query({
    name: "upsert_vendor_value",
    text: `insert into vendor_values (vendor, field, written, meaning, changed_by, changed_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (vendor, field, written) do update
      set meaning = excluded.meaning, changed_by = excluded.changed_by,
        changed_at = excluded.changed_at
      where vendor_values.meaning <> excluded.meaning
      returning written`,
    values: [vendor, column, written, meaning, by.changedBy, by.changedAt],
  });
  return rows.length > 0;
}

/** Removes a value; returns what it meant, undefined if it is not stored. */
export async function deleteVendorValue(
  tx: Transaction,
  { vendor, column, written }: Pick<VendorValue, "vendor" | "column" | "written">,
): Promise<string | undefined> {
  const rows = await tx.query<{ meaning: string }>({
    name: "delete_vendor_value",
    text: `delete from vendor_values where vendor = $1 and field = $2 and written = $3
      returning meaning`,
    values: [vendor, column, written],
  });
  return rows[0]?.meaning;
}
