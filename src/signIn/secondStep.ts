// What a browser holds between password and code: a ticket, sealed, that says whose password was
// right, for five minutes and as long as that password is theirs.
import { createHash } from "node:crypto";
import type { Encryption } from "./encryption.ts";
import type { PasswordHash } from "./passwordHasher.ts";
import type { UserId } from "./signedIn.ts";

declare const ticketBrand: unique symbol;

/** A sealed ticket in base64url. */
export type SecondStepTicket = string & { readonly [ticketBrand]: true };

/** How long a ticket is good, in seconds. */
export const secondStepS = 300;
/** What can be a ticket; anything longer is not opened. */
const longest = 400;

type Opened = { readonly userId: UserId; readonly mark: string };

/** A mark of a password hash, by which another one is told from it. */
export function markPassword(hash: PasswordHash): string {
  return createHash("sha256").update(hash).digest("base64url").slice(0, 22);
}

/** A ticket for the user whose password was right at `now`. */
export function formatTicket(
  seal: Encryption,
  user: { readonly userId: UserId; readonly passwordHash: PasswordHash },
  now: Date,
): SecondStepTicket {
  const endsMs = now.getTime() + secondStepS * 1_000;
  const text = [endsMs, user.userId, markPassword(user.passwordHash)].join(" ");
  return seal.close("second step", Buffer.from(text)).toString("base64url") as SecondStepTicket;
}

/** Whose ticket it is, or undefined where it is none or too old. */
export function openTicket(seal: Encryption, ticket: string, now: Date): Opened | undefined {
  if (ticket.length > longest) return undefined;
  const opened = seal.open("second step", Buffer.from(ticket, "base64url"));
  const [endsMs, userId, mark] = opened?.toString("utf8").split(" ") ?? [];
  if (userId === undefined || mark === undefined) return undefined;
  return now.getTime() < Number(endsMs) ? { userId: userId as UserId, mark } : undefined;
}
