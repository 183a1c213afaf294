// Who may enter the console: operators, according to their role. Refusals are recorded in the audit
// log. A buyer's session is not valid here.

import type { FastifyRequest } from "fastify";
import { operatorActor } from "../audit/actor.ts";
import { recordRefusal } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { selectImportsNow } from "../imports/runQueries.ts";
import { countKeyRequests } from "../keyRequests/operatorKeyRequestQueries.ts";
import { type ConsoleAccess, mayUse } from "../kit/access.ts";
import { brandOf } from "../kit/html/brand/brand.ts";
import type { Html } from "../kit/html/html.ts";
import {
  type Frame,
  type PlaceGroup,
  renderPage,
  renderPageBody,
  type Site as ShownSite,
} from "../kit/html/page.ts";
import type { Palette } from "../kit/html/search/palette.ts";
import { type Admission, createSite, nextAddress, type Site } from "../kit/site/createSite.ts";
import { renderHelp } from "../kit/site/renderHelp.ts";
import { describeSessionCookie } from "../kit/site/sessionCookie.ts";
import type { SitePage, Surroundings } from "../kit/site/visit.ts";
import { selectOrdersToFulfil } from "../orders/operatorQueries.ts";
import { countOpenQuoteRequests } from "../quotes/quoteRequestQueries.ts";
import { findOperatorSession } from "../signIn/sessions.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { placeGroups } from "./consolePlaces.ts";

// How many tasks are open, as the navigation shows them. One thread reads the counts at most every
// few seconds, so that no page waits for them.
/** By the address of the place. */
/** By address. */
type OpenTasks = ReadonlyMap<string, number>;

const maxAgeMs = 3_000;
const recentMs = 7 * 86_400_000;

type TaskCounter = {
  current(): OpenTasks;
  /** Reads the counts if they are old or, with `isChanged`, in any case. */
  refresh(now: Date, isChanged?: boolean): Promise<void>;
  /** Lets the next call of `refresh` read the counts. */
  expire(): void;
};

function createTaskCounter(db: Database): TaskCounter {
  let tasks: OpenTasks = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    current: () => tasks,
    expire() {
      readAtMs = Number.NEGATIVE_INFINITY;
    },
    async refresh(now, isChanged = false) {
      if (!isChanged && Math.abs(now.getTime() - readAtMs) < maxAgeMs) return;
      readAtMs = now.getTime();
      const [orders, requests, quotes, imports] = await Promise.all([
        selectOrdersToFulfil(db),
        countKeyRequests(db),
        countOpenQuoteRequests(db),
        selectImportsNow(db, new Date(now.getTime() - recentMs)),
      ]);
      tasks = new Map([
        ["/console/orders", orders.count],
        ["/console/key-requests", requests.open],
        ["/console/quote-requests", quotes.count],
        ["/console/imports", imports.stopped + imports.failed],
      ]);
    },
  };
}

type ConsoleSurroundings = Surroundings<SignedInOperator> & {
  readonly context: Pick<ConsoleContext, "distributor">;
  readonly tasks: Pick<TaskCounter, "current">;
};

const search: Palette = {
  action: "/console/search",
  placeholder: "Order, account, person, part, key or page",
};

function groupsFor(signedIn: SignedInOperator, tasks: Pick<TaskCounter, "current">): PlaceGroup[] {
  const counts = tasks.current();
  return placeGroups.map(({ title, places }) => {
    const mine = places.filter(({ access }) => mayUse(access, signedIn));
    return { title, places: mine.map((place) => ({ ...place, count: counts.get(place.href) })) };
  });
}

function describeSite(
  { isForSigningIn }: SitePage,
  { signedIn, requestId, context, tasks }: ConsoleSurroundings,
): ShownSite {
  const footer = isForSigningIn ? null : renderHelp(null, requestId);
  const site = { brand: brandOf(context.distributor.current()), home: "/console", footer };
  if (signedIn === null) {
    const frame: Frame = isForSigningIn
      ? { kind: "split", slogan: "The console", sentence: "For the distributor's staff." }
      : { kind: "side", groups: [], search: null };
    return { ...site, frame, menu: null };
  }
  const { operator } = signedIn;
  return {
    ...site,
    frame: { kind: "side", groups: groupsFor(signedIn, tasks), search },
    menu: {
      title: operator.name,
      note: operator.role,
      places: [{ href: "/console/account", text: "Your account", icon: "circle-user" }],
      signOut: "/console/sign-out",
    },
  };
}

/** The navigation entry that a path belongs to. */
function placeOf(path: string): string {
  return path.split("/", 3).join("/");
}

function presentConsolePage(page: SitePage, surroundings: ConsoleSurroundings): Html {
  return renderPage({
    site: describeSite(page, surroundings),
    current: placeOf(surroundings.path),
    title: page.title,
    main: renderPageBody(page),
    refreshS: page.refreshS,
  });
}

export type ConsoleSite = Site<SignedInOperator, ConsoleAccess>;

const secondFactorPage = "/console/account";

function signInAddress(request: FastifyRequest, publicUrl: string): string {
  const next = nextAddress(request, publicUrl) ?? "/console";
  if (next === "/console" || !next.startsWith("/console/")) return "/console/sign-in";
  return `/console/sign-in?next=${encodeURIComponent(next)}`;
}

/** Visitors without a valid session are redirected to sign in. */
export function createConsoleSite(context: ConsoleContext): ConsoleSite {
  const { db, clock, publicUrl, supportEmail, distributor, requireSecondFactor } = context;
  const tasks = createTaskCounter(db);
  return createSite<SignedInOperator, ConsoleAccess>({
    publicUrl,
    supportEmail,
    home: "/console",
    cookie: describeSessionCookie(publicUrl, "partsdesk-console"),
    clock,
    async recognize(token, request, now) {
      await distributor.refresh(now);
      const found = token === undefined ? undefined : await findOperatorSession(db, token, now);
      if (found === undefined) return undefined;
      request.outcome.extra = { operator_id: found.operator.operatorId };
      // What was done may have changed the counts, in this thread or in another.
      await tasks.refresh(now, /[?&]done=/.test(request.url));
      if (request.method === "POST") tasks.expire();
      return found;
    },
    async admit({ signedIn: session, request, now }, access): Promise<Admission> {
      if (access === "anyone") return { outcome: "admitted" };
      if (session === null) {
        return { outcome: "redirect", to: signInAddress(request, publicUrl) };
      }
      if (!mayUse(access, session)) {
        const actor = operatorActor({ signedIn: session, requestId: request.id });
        const path = request.url.split("?", 1)[0] ?? "";
        await recordRefusal(db, actor, { method: request.method, path, accountId: null }, now);
        return { outcome: "refused", code: "ROLE_FORBIDS" };
      }
      const lacksFactor = requireSecondFactor && !session.hasSecondFactor;
      if (lacksFactor && !access.beforeSecondFactor) {
        return { outcome: "redirect", to: `${secondFactorPage}?needs=second-factor` };
      }
      return { outcome: "admitted" };
    },
    present: (page, surroundings) => presentConsolePage(page, { context, tasks, ...surroundings }),
  });
}
