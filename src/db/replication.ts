import type { Database, Queryable } from "./database.ts";
import { UnavailableError } from "./databaseErrors.ts";

/** A change of the server's settings takes effect after this time at the latest. */
const settingMaxAgeMs = 1_000;

/** SQL: whether a commit waits for a standby. */
export const waitsForStandby = `(current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') not in ('off', 'local'))`;

/**
 * SQL, evaluated for a row that is written: the transaction waits for no standby. For times of use
 * only, which may be lost: lookups go on without a standby.
 */
export const waitForNoStandby = "set_config('synchronous_commit', 'local', true)";

async function selectWaits(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ waits: boolean }>({
    name: "select_waits_for_standby",
    text: `select ${waitsForStandby} as waits`,
  });
  return row?.waits ?? false;
}

/** Commits a transaction that changes nothing: its commit waits for the standbys like any other. */
async function commitMessage(db: Queryable): Promise<void> {
  const text = "select pg_logical_emit_message(true, 'partsdesk', '')";
  await db.query({ name: "emit_message", text }).catch((cause: unknown) => {
    throw new UnavailableError("The standby did not confirm what was committed.", { cause });
  });
}

/**
 * Creates the wait for the standbys. Without a synchronous standby it costs one query per second at
 * most. With one, callers share commits: a commit that started before a caller read cannot confirm
 * what the caller saw, so the caller joins the next.
 */
export function createReplicationWait(
  db: Queryable,
  clockMs: () => number,
): Database["awaitReplication"] {
  let setting: { readonly readMs: number; readonly waits: Promise<boolean> } | undefined;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  function readSetting(): Promise<boolean> {
    if (setting !== undefined && clockMs() - setting.readMs < settingMaxAgeMs) return setting.waits;
    const waits = selectWaits(db);
    setting = { readMs: clockMs(), waits };
    waits.catch(() => {
      setting = undefined;
    });
    return waits;
  }

  return async () => {
    if (!(await readSetting())) return;
    next ??= running
      .catch(() => undefined)
      .then(() => {
        running = next ?? running;
        next = undefined;
        return commitMessage(db);
      });
    await next;
  };
}
