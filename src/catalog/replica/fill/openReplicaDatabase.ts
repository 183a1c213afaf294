import type { DatabaseAddress } from "../../../db/address.ts";
import type { Database } from "../../../db/database.ts";
import { openDatabase } from "../../../db/openDatabase.ts";

/** A thread or process that works on a replica has one session. */
export function openReplicaDatabase(address: DatabaseAddress): Database {
  return openDatabase({
    address,
    poolSize: 1,
    applicationName: "partsdesk replica",
    onIdleError: () => undefined,
  });
}
