// What the console works with; made once where the app is put together.
import type { Logger } from "pino";
import type { CatalogReader } from "../catalog/catalogReader.ts";
import type { PartIds } from "../catalog/partId.ts";
import type { Database } from "../db/database.ts";
import type { ImportRunner } from "../importFiles/importRunner.ts";
import type { BusinessCalendar } from "../keyRequests/dueAt.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import type { FileAnswers } from "../site/createFileAnswers.ts";
import type { Visit as SiteVisit } from "../site/visit.ts";

/** A request of the console; null if the route is for anyone and nobody is signed in. */
export type Visit<Who extends SignedInOperator | null = SignedInOperator> = SiteVisit<Who>;

/** `publicUrl` has no slash at its end. */
export type ConsoleContext = {
  readonly db: Database;
  readonly catalog: CatalogReader;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** By which requests for keys are due. */
  readonly calendar: BusinessCalendar;
  /** What operators sign in with; it knows no buyer. */
  readonly people: PeopleContext;
  readonly mailEncryption: MailEncryption;
  readonly partIds: PartIds;
  /** Sends exports, a few at a time on this node. */
  readonly files: FileAnswers;
  /** Whether an operator sets up a second factor before anything else. */
  readonly requireSecondFactor: boolean;
  /** Where this node works on imports. */
  readonly importRunner: ImportRunner;
  /** The largest file to import, in bytes. */
  readonly importFileBytes: number;
  /** Of the service. */
  readonly version: string;
  /** The settings as they hold, secrets masked. */
  readonly settings: Readonly<Record<string, string | number | null>>;
};
