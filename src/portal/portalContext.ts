// What the buyers' site works with, created once in app.ts.
import type { Logger } from "pino";
import type { CatalogReader } from "../catalog/catalogReader.ts";
import type { PartIds } from "../catalog/partId.ts";
import type { Database } from "../db/database.ts";
import type { BusinessCalendar } from "../keyRequests/dueAt.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import type { FileAnswers } from "../site/createFileAnswers.ts";

/** Times are in seconds; `publicUrl` has no slash at its end. */
export type PortalContext = {
  readonly db: Database;
  readonly catalog: CatalogReader;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** The distributor's name, if configured. */
  readonly distributorName: string | null;
  /** Decides when key requests are due. */
  readonly calendar: BusinessCalendar;
  /** For sign-in, invitations and password resets. */
  readonly people: PeopleContext;
  readonly mailEncryption: MailEncryption;
  readonly partIds: PartIds;
  /** Sends files that are written while they are sent. */
  readonly files: FileAnswers;
  /** Requests per key and minute; 0 for no limit. */
  readonly rateLimits: { readonly catalog: number; readonly orders: number };
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
};
