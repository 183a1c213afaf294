// One attempt to send a mail. Invariant: an attempt is made by one caller, and a mail that was
// accepted is never queued again.
import type { Database } from "../db/database.ts";
import { fillSecrets, type MailEncryption, type MailSecrets } from "./mailSecrets.ts";
import { oneLine } from "./mailText.ts";
import type { MailServer } from "./openMailServer.ts";
import { type ClaimedMail, claimMail, markSent, markUndelivered, markUnsent } from "./queries.ts";

/** Without a server, mail is `kept`. */
export type MailDelivery = {
  readonly db: Database;
  readonly encryption: MailEncryption;
  readonly server: MailServer | null;
};

/** "gone": the mail is not waiting for this attempt. */
export type SendOutcome =
  | { readonly outcome: "sent" | "kept" | "gone" }
  | { readonly outcome: "again" | "failed" | "bounced"; readonly error: string };

/**
 * An attempt ends within this time, or its process has ended. If a process ends before it records
 * an accepted mail, the mail is sent twice with the same Message-ID.
 */
const leaseMs = 600_000;
const maxErrorLength = 500;

/** Removes the secrets from an error message: servers quote what they refuse. */
function describeFailure(failure: unknown, secrets: MailSecrets): string {
  let text = failure instanceof Error ? failure.message : String(failure);
  for (const secret of Object.values(secrets)) text = text.replaceAll(secret, "(not shown)");
  return oneLine(text, maxErrorLength);
}

async function handOver(
  { db, server }: MailDelivery & { readonly server: MailServer },
  mail: ClaimedMail,
  secrets: MailSecrets,
  now: Date,
): Promise<SendOutcome> {
  const text = fillSecrets(mail.body, secrets);
  try {
    await server.deliver({ ...mail, to: mail.recipient, text, now });
  } catch (failure) {
    const verdict = classifyFailure(failure, describeFailure(failure, secrets), mail.attempts);
    const state = verdict.end === "again" ? "queued" : verdict.end;
    const dueAt = new Date(now.getTime() + (verdict.end === "again" ? verdict.afterMs : 0));
    await markUnsent(db, mail.mailId, { state, error: verdict.error, dueAt });
    return { outcome: verdict.end, error: verdict.error };
  }
  await markSent(db, mail.mailId, now);
  return { outcome: "sent" };
}

/**
 * Makes attempt number `attempt`, counted from 0. Rejects only if the database fails; the answer of
 * the mail server is an outcome, and the database schedules the next attempt.
 */
export async function sendMail(
  room: MailDelivery,
  job: { readonly mailId: string; readonly attempt: number },
  now: Date,
): Promise<SendOutcome> {
  const { db, encryption, server } = room;
  if (server === null)
    return { outcome: (await markUndelivered(db, job.mailId)) ? "kept" : "gone" };
  const leaseEnd = new Date(now.getTime() + leaseMs);
  const mail = await claimMail(db, { ...job, messageId: server.messageIdOf(job.mailId), leaseEnd });
  if (mail === undefined) return { outcome: "gone" };
  const secrets =
    mail.encryptedSecrets === null ? {} : encryption.decrypt(mail.mailId, mail.encryptedSecrets);
  if (secrets === undefined) {
    const error = "Encrypted with a different SECRET_KEY; cannot be decrypted.";
    await markUnsent(db, mail.mailId, { state: "failed", error, dueAt: now });
    return { outcome: "failed", error };
  }
  return handOver({ ...room, server }, mail, secrets, now);
}

/** All fields of a refusal may be missing. */
type Refusal = {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
};

export type FailureClass =
  | { readonly end: "bounced"; readonly error: string }
  | { readonly end: "failed"; readonly error: string }
  | { readonly end: "again"; readonly error: string; readonly afterMs: number };

const delaysS = [15, 60, 300];
const maxDelayS = 900;
/** With the maximum delays between them: five days. */
const maxAttempts = 480;

/**
 * Whether this mail was refused permanently: its recipient or content with a 5xx code, or an
 * invalid address. A refused sender, sign-in or connection is not the fault of the mail, and it is
 * sent again later.
 */
function isRefusedForGood({ code, command, responseCode }: Refusal): boolean {
  if (command !== "RCPT TO" && command !== "DATA" && command !== "API") return false;
  if (typeof responseCode === "number") return responseCode >= 500;
  return command === "API" && code === "EENVELOPE";
}

/**
 * Decides how attempt number `attempts`, counted from 1, ended. `error` is safe to store and log.
 */
export function classifyFailure(failure: unknown, error: string, attempts: number): FailureClass {
  const refusal = typeof failure === "object" && failure !== null ? (failure as Refusal) : {};
  if (isRefusedForGood(refusal)) return { end: "bounced", error };
  if (attempts >= maxAttempts) return { end: "failed", error };
  return { end: "again", error, afterMs: (delaysS[attempts - 1] ?? maxDelayS) * 1_000 };
}
