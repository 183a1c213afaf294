// The SQL of uploads and of the columns that people chose for them.
import type { AccountId } from "../../accounts/account.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { RememberedMappings } from "../../imports/rows/sheets.ts";
import type { ListId } from "../orderList.ts";
import type { HeadRecord, ListUpload } from "./upload.ts";

/** `doubt` is why a person has to choose the columns; null if they were found. */
export type UploadFacts = {
  readonly head: readonly HeadRecord[];
  readonly doubt: string | null;
  /** As `describeMapping` writes it; empty if nobody chose. */
  readonly mapping: string;
  /** The version of the list with the rows as they were read; null until they were. */
  readonly readVersion: number | null;
};

export async function insertUpload(
  tx: Transaction,
  listId: ListId,
  upload: ListUpload,
  { head, doubt, mapping, readVersion }: UploadFacts,
): Promise<void> {
  const bytes = upload.kind === "text" ? Buffer.from(upload.text) : upload.bytes;
  await tx.query({
    name: "insert_quick_order_upload",
    text: `insert into quick_order_uploads (quick_order_id, is_text, bytes, head, doubt, mapping,
        read_version)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      listId,
      upload.kind === "text",
      bytes,
      JSON.stringify(head),
      doubt,
      mapping,
      readVersion,
    ],
  });
}

/** Records that the rows of a list, in its current version, were read with a mapping. */
export async function updateUpload(
  tx: Transaction,
  listId: ListId,
  mapping: string,
): Promise<void> {
  await tx.query({
    name: "update_quick_order_upload",
    text: `update quick_order_uploads u set doubt = null, mapping = $2, read_version = l.version
      from quick_orders l
      where u.quick_order_id = $1 and l.quick_order_id = u.quick_order_id`,
    values: [listId, mapping],
  });
}

/** The first records of a list's upload; undefined for a list of an earlier version. */
export async function selectUploadFacts(
  db: Queryable,
  listId: ListId,
): Promise<UploadFacts | undefined> {
  const [facts] = await db.query<UploadFacts>({
    name: "select_quick_order_upload_facts",
    text: `select head, doubt, mapping, read_version as "readVersion" from quick_order_uploads
      where quick_order_id = $1`,
    values: [listId],
  });
  return facts;
}

export async function selectUpload(db: Queryable, listId: ListId): Promise<ListUpload | undefined> {
  const [row] = await db.query<{ isText: boolean; bytes: Buffer }>({
    name: "select_quick_order_upload",
    text: `select is_text as "isText", bytes from quick_order_uploads where quick_order_id = $1`,
    values: [listId],
  });
  if (row === undefined) return undefined;
  const { isText, bytes } = row;
  return isText ? { kind: "text", text: bytes.toString() } : { kind: "file", bytes };
}

/**
 * Deletes the upload of one list that was created before `madeBefore`; returns how many there were.
 * Its rows stay, but its columns can no longer be chosen.
 */
export async function deleteUploads(db: Queryable, madeBefore: Date): Promise<number> {
  const rows = await db.query({
    name: "delete_quick_order_uploads",
    text: `delete from quick_order_uploads where quick_order_id in (
        select quick_order_id from quick_orders join quick_order_uploads using (quick_order_id)
        where created_at < $1 limit 1
      ) returning quick_order_id`,
    values: [madeBefore],
  });
  return rows.length;
}

/** Counts a row that was added to those of the upload. */
export async function countIncludedRow(tx: Transaction, listId: ListId): Promise<void> {
  await tx.query({
    name: "count_included_row",
    text: "update quick_orders set row_count = row_count + 1 where quick_order_id = $1",
    values: [listId],
  });
}

/** Deletes the rows of a list. */
export async function clearList(tx: Transaction, listId: ListId): Promise<void> {
  await tx.query({
    name: "clear_quick_order",
    text: "delete from quick_order_rows where quick_order_id = $1",
    values: [listId],
  });
}

/** Shapes of lists whose columns are remembered for an account, those used last. */
const maxShapes = 20;

export async function selectListMappings(
  db: Queryable,
  accountId: AccountId,
): Promise<RememberedMappings> {
  const rows = await db.query<{ shape: string; mapping: string }>({
    name: "select_quick_order_mappings",
    text: "select shape, mapping from quick_order_mappings where account_id = $1",
    values: [accountId],
  });
  return new Map(rows.map(({ shape, mapping }) => [shape, mapping]));
}

/** Remembers the columns of lists with these headers for an account. */
export async function upsertListMapping(
  db: Queryable,
  accountId: AccountId,
  { shape, mapping }: { readonly shape: string; readonly mapping: string },
  now: Date,
): Promise<void> {
  await db.query({
    name: "upsert_quick_order_mapping",
    text: `with latest as (
        select shape from quick_order_mappings where account_id = $1 and shape <> $2
        order by changed_at desc limit ${maxShapes - 1}
      ), expired as (
        delete from quick_order_mappings where account_id = $1 and shape <> $2
          and shape not in (select shape from latest)
      )
      insert into quick_order_mappings (account_id, shape, mapping, changed_at)
      values ($1, $2, $3, $4)
      on conflict (account_id, shape)
      do update set mapping = excluded.mapping, changed_at = excluded.changed_at`,
    values: [accountId, shape, mapping, now],
  });
}
