// Records what operators do to their own sign-in. The same actions of buyers are not recorded.

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
  event: {
    readonly action: string;
    readonly after?: unknown;
    readonly requestId: string;
    readonly now: Date;
  },
): void {
  if (kind !== "operators") return;
  const { action, after = null, requestId, now } = event;
  recordAuditEvent(tx, {
    actor: { kind: "operator", operator: { operatorId: userId, name, email, role }, requestId },
    action,
    subjectKind: "operator",
    subjectId: userId,
    accountId: null,
    after,
    now,
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
  const { requestId, address, userAgent } = request;
  const { by, tries, now } = how;
  const after = { by, tries, address, browser: userAgent.slice(0, maxUserAgentLength) };
  recordOwnEvent(tx, context, user, { action: "signed in", after, requestId, now });
}
