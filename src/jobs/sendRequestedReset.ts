// The task behind a forgotten password: one job for each request, added by the database.
import type { PeopleContext } from "../signIn/peopleContext.ts";
import { sendReset } from "../signIn/sendReset.ts";

/** Sees to the request that a job names; whether a mail came of it is in no log. */
export async function sendRequestedReset(
  context: Pick<PeopleContext, "db" | "mailEncryption" | "publicUrl" | "supportEmail">,
  payload: unknown,
  now: Date,
): Promise<boolean> {
  const { request_id: requestId } = (payload ?? {}) as Record<string, unknown>;
  if (typeof requestId !== "string") throw new Error("The job names no request.");
  return sendReset(context, requestId, now);
}
