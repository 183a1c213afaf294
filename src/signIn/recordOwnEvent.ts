// Records what operators do to their own sign-in. The same actions of buyers are not recorded.

import type { AuditEvent } from "../audit/queries.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Transaction } from "../db/database.ts";
import type { PeopleContext } from "./peopleContext.ts";
import type { User } from "./userQueries.ts";

const maxUserAgentLength = 300;

/** Records what an operator did to their own access; nothing for a buyer. */
export function recordOwnEvent(
  tx: Transaction,
  { kind }: Pick<PeopleContext, "kind">,
  { userId, name, email, role }: Pick<User, "userId" | "name" | "email" | "role">,
  { requestId }: { readonly requestId: string },
  event: Pick<AuditEvent, "action" | "after" | "now">,
): void {
  if (kind !== "operators") return;
  recordAuditEvent(tx, {
    ...event,
    actor: { kind: "operator", operator: { operatorId: userId, name, email, role }, requestId },
    subjectKind: "operator",
    subjectId: userId,
    accountId: null,
  });
}

/**
 * Records that an operator signed in, from which address, and how often they were tried since their
 * last sign-in. That covers failures without one record each.
 */
export function recordSignIn(
  tx: Transaction,
  context: Pick<PeopleContext, "kind">,
  user: User,
  request: { readonly requestId: string; readonly address: string; readonly userAgent: string },
  how: {
    readonly by: "password" | "code" | "recovery code";
    readonly tries: number;
    readonly now: Date;
  },
): void {
  const { address, userAgent } = request;
  const { by, tries, now } = how;
  const after = { by, tries, address, browser: userAgent.slice(0, maxUserAgentLength) };
  recordOwnEvent(tx, context, user, request, { action: "signed in", after, now });
}
