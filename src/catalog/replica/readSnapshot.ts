import type { Session } from "../../db/database.ts";

/** Runs `work` in one snapshot of the database. */
export async function readSnapshot<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.query({ name: "", text: "begin isolation level repeatable read read only" });
  try {
    return await work();
  } finally {
    // A lost connection has already rolled back.
    await session.query({ name: "", text: "rollback" }).catch(() => undefined);
  }
}
