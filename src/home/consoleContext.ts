// What the console needs to answer requests; created once, in `app.ts`.

import type { ImportRunner } from "../imports/runner.ts";
import type { Handler as SiteHandler } from "../kit/site/routes.ts";
import type { Visit as SiteVisit } from "../kit/site/visit.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import type { SiteContext } from "./sharedContext.ts";

/** A request of the console; null if the route is for anyone and nobody is signed in. */
export type Visit<Who extends SignedInOperator | null = SignedInOperator> = SiteVisit<Who>;

export type ConsoleContext = SiteContext & {
  /** Whether operators must set up a second factor first. */
  readonly requireSecondFactor: boolean;
  /** Configured workers of this node, and how many of them answer requests. */
  readonly workers: number;
  readonly countServing: () => number;
  readonly importRunner: ImportRunner;
  /** The maximum size of a file to import. */
  readonly importFileBytes: number;
  /** How long an uploaded file is stored. */
  readonly importFileDays: number;
  /** By how many percent a typed price may change without asking: the limit of imports. */
  readonly maxPriceMove: number;
  readonly version: string;
  /** The settings in force, secrets masked. */
  readonly settings: Readonly<Record<string, string | number | null>>;
};

/** Answers a route whose path names what is `Loaded`. */
export type Handler<Loaded = null> = SiteHandler<ConsoleContext, SignedInOperator, Loaded>;
