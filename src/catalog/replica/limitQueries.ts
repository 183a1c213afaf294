import type { Session } from "../../db/database.ts";

/** All queries of a follower find few rows by an index. */
const silenceMs = 5_000;

/**
 * A session that is destroyed if a query has no result in time: a server that is frozen, or whose
 * machine has failed, may never close the connection, and another one may have replaced it.
 */
export function limitQueries(session: Session): Session {
  return {
    ...session,
    async query(statement) {
      const timer = setTimeout(session.destroy, silenceMs);
      try {
        return await session.query(statement);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
