// Who may enter the console: operators, according to their role. Refusals are recorded in the audit
// log. A buyer's session is not valid here.
import type { FastifyRequest } from "fastify";
import { operatorActor } from "../audit/actor.ts";
import { recordRefusal } from "../audit/recordAuditEvent.ts";
import { findOperatorSession } from "../signIn/sessions.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { type Admission, createSite, nextAddress, type Site } from "../site/createSite.ts";
import { describeSessionCookie } from "../site/sessionCookie.ts";
import { type ConsoleAccess, mayUse } from "./access.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { createTaskCounter } from "./openTasks.ts";
import { presentConsolePage } from "./presentConsolePage.ts";

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
    zone: context.calendar.zone,
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
