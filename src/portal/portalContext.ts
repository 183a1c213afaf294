import type { Logger } from "pino";
import type { CatalogReader } from "../catalog/catalogReader.ts";
import type { PartIds } from "../catalog/partId.ts";
import type { Database } from "../db/database.ts";
import type { BusinessCalendar } from "../keyRequests/dueAt.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { FileAnswers } from "../site/createFileAnswers.ts";
import { createRouteBuilders, type Route, type Handler as SiteHandler } from "../site/routes.ts";
import type { Visit as SiteVisit } from "../site/visit.ts";

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
  readonly calendar: BusinessCalendar;
  readonly people: PeopleContext;
  readonly mailEncryption: MailEncryption;
  readonly partIds: PartIds;
  readonly files: FileAnswers;
  /** Requests per key and minute; 0 for no limit. */
  readonly rateLimits: { readonly catalog: number; readonly orders: number };
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
};

/** A request to the buyers' site. `Who` may be null only on routes that are open to anyone. */
export type Visit<Who extends SignedIn | null = SignedIn> = SiteVisit<Who>;

/** A handler of a signed-in person's request. */
export type Handler<Loaded = null> = SiteHandler<PortalContext, SignedIn, Loaded>;

/** A handler of a route that is open to anyone. */
export type PublicHandler = SiteHandler<PortalContext, SignedIn | null, null>;

/** Who may use a route: every person of an account, or only its admins. */
export type PortalAccess = "signed in" | "admins";

export type PortalRoute = Route<PortalContext, SignedIn, PortalAccess>;

export const { get, post } = createRouteBuilders<PortalContext, SignedIn, PortalAccess>();
