import type { PartIds } from "../../catalog/partId.ts";
import type { Replica } from "../../catalog/replica/replica.ts";
import type { Database } from "../../db/database.ts";
import type { KeyAuthenticator } from "../../keys/keyAuthenticator.ts";
import type { RequestLog } from "../../requests/requestLog.ts";
import type { MailingContext } from "../../signIn/peopleContext.ts";
import type { RequestQueue } from "../http/connections/requestQueue.ts";
import type { Metrics } from "../http/metrics/metrics.ts";
import { createWindowMemory } from "../http/windowCounts.ts";

/** Limits are requests per minute per key; 0 means no limit. */
export type ApiContext = MailingContext & {
  readonly db: Database;
  readonly replica: Replica;
  readonly clock: () => Date;
  readonly authenticator: KeyAuthenticator;
  readonly requestQueue: RequestQueue;
  readonly partIds: PartIds;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
  readonly rateLimitCatalog: number;
  readonly rateLimitOrders: number;
  readonly rateMemory: RateMemory;
  readonly countOrder: Metrics["countOrder"];
  /** Null if request logging is off. */
  readonly requestLog: RequestLog | null;
};

/** The shared memory in which the workers of a node count what is limited per minute. */
export type RateMemory = Readonly<
  Record<"catalog" | "orders" | "operator" | "failures" | "refused", SharedArrayBuffer>
>;

export function createRateMemory(): RateMemory {
  return {
    catalog: createWindowMemory(),
    orders: createWindowMemory(),
    operator: createWindowMemory(),
    failures: createWindowMemory(),
    refused: createWindowMemory(),
  };
}
