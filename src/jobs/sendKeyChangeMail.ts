// The task that tells what befell a key; the database adds it with each change.

import { isUuid } from "../db/isUuid.ts";
import { notifyKeyChange } from "../keys/notifyKeyChange.ts";
import type { KeyChange } from "../mail/renderKeyChangeMail.ts";

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

/** Mails what the job says of its key; returns to how many. */
export async function sendKeyChangeMail(
  context: Parameters<typeof notifyKeyChange>[0],
  payload: unknown,
  now: Date,
): Promise<number> {
  const job = readJob(payload);
  if (job === undefined) throw new Error("The job names no key and what befell it.");
  return notifyKeyChange(context, job, now);
}
