// What the console needs to answer requests; created once, in `app.ts`.
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
import type { Answer, Visit as SiteVisit } from "../site/visit.ts";

/** A request of the console; null if the route is for anyone and nobody is signed in. */
export type Visit<Who extends SignedInOperator | null = SignedInOperator> = SiteVisit<Who>;

/** Answers a route whose path names `Loaded`. */
export type Handler<Loaded = null> = (
  context: ConsoleContext,
  visit: Visit,
  loaded: Loaded,
) => Promise<Answer>;

/** `publicUrl` has no slash at its end. */
export type ConsoleContext = {
  readonly db: Database;
  readonly catalog: CatalogReader;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Determines when key requests are due. */
  readonly calendar: BusinessCalendar;
  /** For operators only. */
  readonly people: PeopleContext;
  readonly mailEncryption: MailEncryption;
  readonly partIds: PartIds;
  /** Sends exports, a few at a time on this node. */
  readonly files: FileAnswers;
  /** Whether operators must set up a second factor first. */
  readonly requireSecondFactor: boolean;
  readonly importRunner: ImportRunner;
  /** The maximum size of a file to import. */
  readonly importFileBytes: number;
  readonly version: string;
  /** The settings in force, secrets masked. */
  readonly settings: Readonly<Record<string, string | number | null>>;
};
