import type { Logger } from "pino";
import type { PartIds } from "../catalog/partId.ts";
import type { Replica } from "../catalog/replica/replica.ts";
import type { CurrentDistributor } from "../company/currentDistributor.ts";
import type { Database } from "../db/database.ts";
import type { BusinessCalendar } from "../keyRequests/dueAt.ts";
import type { FileAnswers } from "../kit/site/createFileAnswers.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { Metrics } from "../server/http/metrics/metrics.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";

/** What both sites need to answer requests. `publicUrl` has no slash at its end. */
export type SiteContext = {
  readonly db: Database;
  readonly replica: Replica;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly distributor: CurrentDistributor;
  /** Determines when key requests are due. */
  readonly calendar: BusinessCalendar;
  /** For the people of the site only. */
  readonly people: PeopleContext;
  readonly mailEncryption: MailEncryption;
  readonly partIds: PartIds;
  /** Call it once for each change that was committed, never for a repeated request. */
  readonly countOrder: Metrics["countOrder"];
  /** Sends exports, a few at a time on this node. */
  readonly files: FileAnswers;
};
