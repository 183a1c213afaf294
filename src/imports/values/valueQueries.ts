import type { Queryable, Transaction } from "../../db/database.ts";

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
