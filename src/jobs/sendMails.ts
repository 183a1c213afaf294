// The jobs that send mails. The database adds them.
import type { Logger } from "pino";
import { isUuid } from "../db/isUuid.ts";
import { notifyKeyChange } from "../keys/notifyKeyChange.ts";
import type { KeyChange } from "../mail/renderKeyChangeMail.ts";
import { type MailDelivery, type SendOutcome, sendMail } from "../mail/sendMail.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import { sendReset } from "../signIn/requestReset.ts";

type MailJob = { readonly mail_id: string; readonly attempt: number };

function isMailJob(payload: unknown): payload is MailJob {
  const { mail_id: mailId, attempt } = (payload ?? {}) as Record<string, unknown>;
  return typeof mailId === "string" && Number.isInteger(attempt);
}

/** Makes the attempt that a job requests and logs the mail's id and the outcome. */
export async function sendQueuedMail(
  room: MailDelivery,
  payload: unknown,
  log: Logger,
  now: Date,
): Promise<SendOutcome> {
  if (!isMailJob(payload)) throw new Error("The job names no mail and attempt.");
  const { mail_id: mailId, attempt } = payload;
  const ended = await sendMail(room, { mailId, attempt }, now);
  const line = { mail_id: mailId, attempt, ...ended };
  if (ended.outcome === "sent" || ended.outcome === "kept") log.info(line, "mail");
  else if (ended.outcome !== "gone") log.warn(line, "e-mail not delivered");
  return ended;
}

type ChangeJob = { readonly keyId: string; readonly what: KeyChange };

function readJob(payload: unknown): ChangeJob | undefined {
  const { key_id: keyId, change, network } = (payload ?? {}) as Record<string, unknown>;
  if (typeof keyId !== "string" || !isUuid(keyId)) return undefined;
  if (change === "issued" || change === "replaced" || change === "revoked") {
    return { keyId, what: { change } };
  }
  return change === "used" && typeof network === "string"
    ? { keyId, what: { change, network } }
    : undefined;
}

/** Mails the key change of a job; returns the number of recipients. */
export async function sendKeyChangeMail(
  context: MailingContext,
  payload: unknown,
  now: Date,
): Promise<number> {
  const job = readJob(payload);
  if (job === undefined) throw new Error("The job names no key and change.");
  return notifyKeyChange(context, job, now);
}

/** Processes a reset request. Whether it led to a mail is not logged. */
export async function sendRequestedReset(
  context: MailingContext,
  payload: unknown,
  now: Date,
): Promise<boolean> {
  const { request_id: requestId } = (payload ?? {}) as Record<string, unknown>;
  if (typeof requestId !== "string") throw new Error("The job names no request.");
  return sendReset(context, requestId, now);
}
