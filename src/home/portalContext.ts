import type { AccountId } from "../accounts/account.ts";
import type { Database } from "../db/database.ts";
import type { Turns } from "../imports/runner.ts";
import {
  createRouteBuilders,
  type Load,
  type Route,
  type Handler as SiteHandler,
} from "../kit/site/routes.ts";
import type { Visit as SiteVisit } from "../kit/site/visit.ts";
import type { ListReader } from "../quickOrders/createList.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { SiteContext } from "./sharedContext.ts";

/** Times are in seconds. */
export type PortalContext = SiteContext & {
  /** Requests per key and minute; 0 for no limit. */
  readonly rateLimits: { readonly catalog: number; readonly orders: number };
  /** How long uploaded lists are stored; 0 is forever. */
  readonly quickOrderDays: number;
  readonly readList: ListReader["readList"];
  /** By account, those whose file is in the memory of this worker. */
  readonly uploadTurns: Turns;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
};

/** A request to the buyers' site. `Who` may be null only on routes that are open to anyone. */
export type Visit<Who extends SignedIn | null = SignedIn> = SiteVisit<Who>;

export type Handler<Loaded = null> = SiteHandler<PortalContext, SignedIn, Loaded>;

export type PublicHandler = SiteHandler<PortalContext, SignedIn | null, null>;

/** Who may use a route: every person of an account, or only its admins. */
export type PortalAccess = "signed in" | "admins";

export type PortalRoute = Route<PortalContext, SignedIn, PortalAccess>;

type PortalLoad<Loaded> = Load<PortalContext, SignedIn, Loaded>;

declare const isOfAccount: unique symbol;

/** Finds what belongs to the account of who asks. Only `ofAccount` makes one. */
export type AccountLoad<Loaded> = PortalLoad<Loaded> & { readonly [isOfAccount]: true };

/** What a path names, within the account of who is signed in: a finder without it cannot be written. */
export function ofAccount<Loaded>(
  find: (db: Database, accountId: AccountId, visit: Visit) => Promise<Loaded | undefined>,
): AccountLoad<Loaded> {
  const load: PortalLoad<Loaded> = ({ db }, visit) =>
    find(db, visit.signedIn.account.accountId, visit);
  return load as AccountLoad<Loaded>;
}

/** Names nothing, or a part of the catalog, which is the same for every account. */
type CommonPath<Path> = Path extends "/parts/:number"
  ? Path
  : Path extends `${string}/:${string}`
    ? never
    : Path;

type Options = Parameters<typeof builders.get>[4];

type PortalBuild = {
  <Loaded>(
    path: string,
    access: "anyone",
    load: Load<PortalContext, SignedIn | null, Loaded>,
    handler: SiteHandler<PortalContext, SignedIn | null, Loaded>,
    options?: Options,
  ): PortalRoute;
  <Path extends string, Loaded>(
    path: Path & CommonPath<Path>,
    access: PortalAccess,
    load: PortalLoad<Loaded>,
    handler: Handler<Loaded>,
    options?: Options,
  ): PortalRoute;
  <Loaded>(
    path: string,
    access: PortalAccess,
    load: AccountLoad<Loaded>,
    handler: Handler<Loaded>,
    options?: Options,
  ): PortalRoute;
};

const builders = createRouteBuilders<PortalContext, SignedIn, PortalAccess>();
export const get: PortalBuild = builders.get;
export const post: PortalBuild = builders.post;
