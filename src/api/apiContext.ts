import type { CatalogReader } from "../catalog/catalogReader.ts";
import type { PartIds } from "../catalog/partId.ts";
import type { Database } from "../db/database.ts";
import type { KeyAuthenticator } from "../keys/keyAuthenticator.ts";
import type { RequestLog } from "../requests/requestLog.ts";

/** Limits are requests per minute and key; 0 means no limit. */
export type ApiContext = {
  readonly db: Database;
  readonly catalog: CatalogReader;
  readonly clock: () => Date;
  readonly authenticator: KeyAuthenticator;
  readonly partIds: PartIds;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
  readonly rateLimitCatalog: number;
  readonly rateLimitOrders: number;
  /** Null if request logging is off. */
  readonly requestLog: RequestLog | null;
};
