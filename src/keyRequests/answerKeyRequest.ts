// Answering a key request with a question or a refusal, and reopening it. Invariant: mail and state
// are stored in one transaction.

import type { Database, Transaction } from "../db/database.ts";
import { settleKeyMails } from "../keys/keyChangeQueries.ts";
import { lockKey, markRevoked } from "../keys/queries.ts";
import { deleteRevealsOf } from "../keys/revealQueries.ts";
import { eraseSecrets } from "../mail/queries.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderKeyAnswerMail } from "../mail/renderKeyAnswerMail.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import {
  changeKeyRequest,
  isRequestOpen,
  type KeyRequestChange,
  type KeyRequestChangeOutcome,
  type SeenRequest,
} from "./changeKeyRequest.ts";
import type { OperatorKeyRequest } from "./operatorKeyRequestQueries.ts";
import { isOrphaned, requestState } from "./requestState.ts";

/** In characters. */
export const answerLength = 2_000;

/**
 * Mails `text` to the requester: a question, after which the request needs information, or the
 * reason why it is declined.
 */
export function answerKeyRequest(
  { db, mailEncryption, supportEmail }: Omit<MailingContext, "publicUrl">,
  seen: SeenRequest,
  answer: { readonly kind: "question" | "refusal"; readonly text: string },
  now: Date,
): Promise<KeyRequestChangeOutcome> {
  const { kind, text } = answer;
  return changeKeyRequest(db, seen, now, async (tx, request) => {
    if (!isRequestOpen(request)) return "conflict";
    const mail = renderKeyAnswerMail({ ...request, kind, text, supportEmail });
    const mailId = await queueMail(tx, mailEncryption, mail, now);
    return kind === "question"
      ? {
          action: "requested information on a key request",
          fields: { decided: "needs information", reply: text, mailId },
        }
      : { action: "declined a key request", fields: { decided: "declined", reply: text, mailId } };
  });
}

/** Revokes a key that was not delivered and deletes it from its mail or link. */
async function takeBack(
  tx: Transaction,
  { keyId, mailId }: OperatorKeyRequest,
  now: Date,
): Promise<boolean> {
  if (mailId === null || keyId === null) return false;
  // Revoking locks the key before its e-mail, too.
  await lockKey(tx, { keyId, accountId: null });
  if (!(await eraseSecrets(tx, mailId))) return false;
  await markRevoked(tx, keyId, now);
  await settleKeyMails(tx, keyId, now);
  await deleteRevealsOf(tx, keyId);
  return true;
}

/**
 * Reopens a request that was declined, or whose key was not delivered: then the key is revoked.
 * Mails that were sent stay sent.
 */
export function reopenKeyRequest(
  db: Database,
  seen: SeenRequest,
  now: Date,
): Promise<KeyRequestChangeOutcome> {
  const action = "reopened a key request";
  const fields = { decided: "new", keyId: null, mailId: null, reply: null } as const;
  return changeKeyRequest(
    db,
    seen,
    now,
    async (tx, request): Promise<KeyRequestChange | "conflict"> => {
      const state = requestState(request.decided, request.mailState);
      if (state === "declined") return { action, fields };
      if (!isOrphaned(state) || !(await takeBack(tx, request, now))) return "conflict";
      return { action, fields, recorded: { revoked_key_id: request.keyId } };
    },
  );
}
