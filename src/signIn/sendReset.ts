// The job behind a forgotten password: finds out whether somebody signs in with the address, and
// tells the mailbox alone.

import { selectUserByEmail } from "../accounts/userQueries.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderResetMail } from "../mail/renderResetMail.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { siteUrl } from "./peopleKind.ts";
import { hashToken, mintToken } from "./plainToken.ts";
import { insertReset, takeResetRequest } from "./resetQueries.ts";

/** How long a reset is good. */
export const resetLifeMs = 3_600_000;

/**
 * Mails a link to whoever signs in with the address of a request, once; nothing where nobody does,
 * or their account is suspended. Returns whether a mail was queued.
 */
export async function sendReset(
  context: Pick<PeopleContext, "db" | "mailEncryption" | "publicUrl" | "supportEmail">,
  requestId: string,
  now: Date,
): Promise<boolean> {
  const { db, mailEncryption, publicUrl, supportEmail } = context;
  return db.transaction(async (tx) => {
    const request = await takeResetRequest(tx, requestId);
    if (request === undefined) return false;
    const { kind, email } = request;
    const user = await selectUserByEmail(tx, kind, email);
    if (user === undefined || user.suspendedAt !== null) return false;
    const token = mintToken();
    const expiresAt = new Date(now.getTime() + resetLifeMs);
    await insertReset(tx, { hash: hashToken(token), userId: user.userId, expiresAt });
    const link = `${siteUrl({ publicUrl, kind })}/reset/${token}`;
    await queueMail(
      tx,
      mailEncryption,
      renderResetMail({ ...user, link, expiresAt, supportEmail }),
      now,
    );
    return true;
  });
}
