// The task that hands a mail over: one job for each attempt, added by the database.
import type { Logger } from "pino";
import { type MailDelivery, type SendOutcome, sendMail } from "../mail/sendMail.ts";

type MailJob = { readonly mail_id: string; readonly attempt: number };

function isMailJob(payload: unknown): payload is MailJob {
  const { mail_id: mailId, attempt } = (payload ?? {}) as Record<string, unknown>;
  return typeof mailId === "string" && Number.isInteger(attempt);
}

/** Makes the attempt that a job asks for; the log has the mail's id and how it ended. */
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
  else if (ended.outcome !== "gone") log.warn(line, "mail not handed over");
  return ended;
}
