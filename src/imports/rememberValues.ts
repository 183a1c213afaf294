// What values in the files of a vendor mean, for its later files. Every change is an audit event.
import type { ShellActor, StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { parseCurrency } from "../kit/money.ts";
import { priceColumns, type ValueTranslations, valueKey } from "../reading/cellValues.ts";
import { canMeanCurrency } from "../reading/number.ts";
import {
  deleteVendorValue,
  selectVendorValues,
  upsertVendorValue,
  type VendorValue,
} from "./fileQueries.ts";
import type { ColumnMapping } from "./rows/columns.ts";

/** `name`: who did it, for people. */
export type ValueEditor = {
  readonly actor: StaffActor | ShellActor;
  readonly name: string;
  readonly now: Date;
};

export type Correction = Pick<VendorValue, "column" | "written" | "meaning">;

/** A vendor has no more values; those beyond are not applied. */
const maxValues = 5_000;

/** Adds translations; later ones replace earlier ones of the same value. */
export function addValues(
  values: ValueTranslations | undefined,
  added: readonly Correction[],
): ValueTranslations {
  const all = new Map([...(values ?? [])].map(([column, of]) => [column, new Map(of)]));
  for (const { column, written, meaning } of added) {
    const of = all.get(column) ?? new Map<string, string>();
    all.set(column, of.set(valueKey(written), meaning));
  }
  return all;
}

/** A remembered sign means the currency that is chosen now, if it can: $ is CAD in a file in CAD. */
function fitSign(value: Correction, { fixed }: ColumnMapping): Correction {
  const chosen = parseCurrency(fixed.get("currency")?.toUpperCase() ?? "");
  const isSign = priceColumns.has(value.column) && parseCurrency(value.meaning) !== undefined;
  const gives = isSign && chosen !== undefined && canMeanCurrency(value.written, chosen);
  return gives ? { ...value, meaning: chosen } : value;
}

/** A mapping with what is remembered for the vendor, where it does not declare it itself. */
export async function addRememberedValues(
  db: Queryable,
  mapping: ColumnMapping,
  vendor: string | null,
): Promise<ColumnMapping> {
  if (vendor === null) return mapping;
  const remembered = await selectVendorValues(db, vendor, { from: 0, limit: maxValues });
  if (remembered.length === 0) return mapping;
  const declared = [...(mapping.values ?? [])].flatMap(([column, of]) =>
    [...of].map(([written, meaning]) => ({ column, written, meaning })),
  );
  const fitted = remembered.map((value) => fitSign(value, mapping));
  return { ...mapping, values: addValues(addValues(undefined, fitted), declared) };
}

/** Remembers translations for the later files of a vendor, in place of what was remembered. */
export async function rememberValues(
  tx: Transaction,
  vendor: string,
  corrections: readonly Correction[],
  { actor, name, now }: ValueEditor,
): Promise<void> {
  const changed: Correction[] = [];
  for (const { column, written, meaning } of corrections) {
    const correction = { column, written: valueKey(written), meaning };
    const value = { vendor, ...correction, changedBy: name, changedAt: now };
    if (await upsertVendorValue(tx, value)) changed.push(correction);
  }
  if (changed.length === 0) return;
  recordAuditEvent(tx, {
    actor,
    action: "saved what values of a vendor mean",
    subjectKind: "vendor",
    subjectId: vendor,
    accountId: null,
    after: { values: changed },
    now,
  });
}

/** Forgets a translation; returns what it meant, undefined if it is not remembered. */
export function forgetValue(
  db: Database,
  { vendor, column, written }: Pick<VendorValue, "vendor" | "column" | "written">,
  { actor, now }: Omit<ValueEditor, "name">,
): Promise<string | undefined> {
  const value = { vendor, column, written: valueKey(written) };
  return db.transaction(async (tx) => {
    const meaning = await deleteVendorValue(tx, value);
    if (meaning === undefined) return undefined;
    recordAuditEvent(tx, {
      actor,
      action: "removed what a value of a vendor means",
      subjectKind: "vendor",
      subjectId: vendor,
      accountId: null,
      before: { column, written: value.written, meaning },
      now,
    });
    return meaning;
  });
}
