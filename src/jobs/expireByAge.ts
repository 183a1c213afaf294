// Deletes data that is older than its retention (decision 101).
import { expireAuditEvents, selectAuditRetention } from "../audit/queries.ts";
import { deleteSomeChangedRows } from "../catalog/changedRows/changedRowQueries.ts";
import { expireOfferChanges, expirePlaces } from "../catalog/changeQueries.ts";
import type { Database } from "../db/database.ts";
import { deleteSomeRefused } from "../importFiles/queries.ts";
import { removeOldFiles } from "../importFiles/removeFile.ts";
import { expireSentMails } from "../mail/queries.ts";
import { deleteUploads } from "../quickOrders/layout/uploadQueries.ts";
import { deleteLists } from "../quickOrders/queries.ts";

/** How long data is stored, in days; 0 is forever. */
export type Retention = {
  readonly offerChangesDays: number;
  readonly sentMailDays: number;
  readonly quickOrderDays: number;
  readonly importFileDays: number;
  readonly refusedRowsDays: number;
};

export const expiryTasks = [
  "expire_offer_changes",
  "expire_catalog_changes",
  "expire_sent_mails",
  "expire_old_quick_orders",
  "remove_import_files",
  "expire_refused_rows",
  "expire_audit_events",
] as const;
export type ExpiryTask = (typeof expiryTasks)[number];

/** The database decides this. */
const placeDays = 30;

/** `deleteSome` deletes as much as one statement has time for, and returns how much. */
type Expiry = {
  readonly days: number;
  readonly deleteSome: (db: Database, before: Date, days: number) => Promise<number>;
};

async function findExpiry(db: Database, task: ExpiryTask, retention: Retention): Promise<Expiry> {
  switch (task) {
    case "expire_offer_changes":
      // The database compares with its own clock, and refuses too few days.
      return {
        days: retention.offerChangesDays,
        deleteSome: (db, _before, days) => expireOfferChanges(db, days),
      };
    case "expire_catalog_changes":
      return { days: placeDays, deleteSome: expirePlaces };
    case "expire_sent_mails":
      return {
        days: retention.sentMailDays,
        deleteSome: (db, _before, days) => expireSentMails(db, days),
      };
    case "expire_old_quick_orders":
      return {
        days: retention.quickOrderDays,
        deleteSome: async (db, before) =>
          (await deleteLists(db, before)) + (await deleteUploads(db, before)),
      };
    case "remove_import_files":
      return { days: retention.importFileDays, deleteSome: removeOldFiles };
    case "expire_refused_rows":
      return {
        days: retention.refusedRowsDays,
        deleteSome: async (db, before) =>
          (await deleteSomeRefused(db, before)) + (await deleteSomeChangedRows(db, before)),
      };
    case "expire_audit_events":
      return { days: (await selectAuditRetention(db)) ?? 0, deleteSome: expireAuditEvents };
  }
}

/** Deletes what has expired at `now`, in steps, until `signal` aborts; returns how much. */
export async function expireByAge(
  db: Database,
  task: ExpiryTask,
  retention: Retention,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const { days, deleteSome } = await findExpiry(db, task, retention);
  if (days === 0) return 0;
  const before = new Date(now.getTime() - days * 86_400_000);
  for (let total = 0; ; ) {
    const deleted = await deleteSome(db, before, days);
    total += deleted;
    if (deleted === 0 || signal?.aborted === true) return total;
  }
}
